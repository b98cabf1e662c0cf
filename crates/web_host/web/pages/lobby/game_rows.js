// The rows of games in the lobby.

import { describeTimeControl } from "../../clock.js";
import { h } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { navigate } from "../../router.js";
import { socket } from "../../socket.js";
import { t } from "../../i18n.js";
import { confirmButton } from "../../confirm_button.js";

/** @typedef {import("../../wire.js").GameSummary} GameSummary */

/**
 * The other players; `null` while no opponent has joined.
 * @param {GameSummary} game
 */
function opponents(game) {
  const names = game.seats.filter((seat) => seat.who !== "you" && seat.name !== null).map((seat) => seat.name);
  if (names.length > 0) return t("lobby.against", { names: names.join(", ") });
  return game.state === "waiting" ? null : t("lobby.solo");
}

/** @param {GameSummary} game */
function moveCount(game) {
  return game.moves === 0 ? t("lobby.moves.zero") : t("lobby.moves", { count: game.moves });
}

/** @param {GameSummary} game */
function statusText(game) {
  if (game.state === "waiting") return t("lobby.waiting");
  if (game.state === "over") return t("lobby.finished");
  if (game.your_turn) return t("lobby.yourTurn");
  const turn = game.seats.find((seat) => seat.seat === game.turn);
  return turn ? t("lobby.theirTurn", { name: turn.name ?? turn.title }) : moveCount(game);
}

/**
 * Creates a row.
 * @param {GameSummary} game
 * @param {(string | null)[]} cells
 * @param {HTMLElement} action
 */
function row(game, cells, action) {
  const texts = [...cells, game.rated ? t("lobby.rated") : ""].filter((cell) => cell);
  return h("li", { class: "game-row" },
    h("span", { class: "game-row-title" }, h("b", {}, game.title), game.detail ? h("span", { class: "muted small" }, game.detail) : null),
    h("span", { class: "game-row-details" }, ...texts.map((cell) => h("span", { class: cell === t("lobby.yourTurn") ? "yours" : "" }, cell))),
    action);
}

/**
 * Creates the row of one of the player's games.
 * @param {GameSummary} game
 */
export function myGameRow(game) {
  const label = game.state === "over" ? "lobby.view" : "lobby.resumeGame";
  const error = h("span", { class: "error small", role: "alert" });
  const leave = confirmButton(t("lobby.leave"), t("lobby.leave.confirm"), () => {
    socket.request({ kind: "abandon", table: game.table }).catch((fault) => (error.textContent = errorMessage(fault, t("connection.failed"))));
  });
  leave.classList.add("subtle");
  leave.hidden = game.state === "over";
  const open = h("a", { class: "button", href: `/table/${game.table}`, "aria-label": `${t(label)}: ${game.title}` }, t(label));
  const line = row(game, [opponents(game), statusText(game)], h("span", { class: "row" }, leave, open));
  line.append(error);
  return line;
}

/**
 * Creates the row of a game that can be joined.
 * @param {GameSummary} game
 */
export function openGameRow(game) {
  const free = game.seats.find((seat) => seat.who === "open");
  const taken = game.seats.filter((seat) => seat.who !== "open");
  const button = h("button", { class: "button", type: "button", "aria-label": `${t("lobby.join")}: ${game.title}` }, t("lobby.join"));
  const error = h("span", { class: "error small", role: "alert" });
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await socket.request({ kind: "sit", table: game.table, seat: free?.seat });
      navigate(`/table/${game.table}`);
    } catch (fault) {
      error.textContent = errorMessage(fault, t("connection.failed"));
      button.disabled = false;
    }
  });
  const who = taken.length === 1 ? t("lobby.against", { names: taken[0].name ?? "" }) : t("lobby.taken", { count: taken.length, seats: game.seats.length });
  const line = row(game, [who, describeTimeControl(game.clock)], button);
  line.append(error);
  return line;
}

/**
 * Creates the row of a game that can be watched.
 * @param {GameSummary} game
 */
export function liveGameRow(game) {
  const names = game.seats.map((seat) => seat.name ?? seat.title).join(", ");
  return row(game, [names, moveCount(game)],
    h("a", { class: "watch", href: `/table/${game.table}`, "aria-label": `${t("lobby.watch")}: ${game.title}, ${names}` }, t("lobby.watch")));
}
