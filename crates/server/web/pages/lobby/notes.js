// The tables of the house, as the lobby lists them.

import { describeTimeControl } from "../../clock.js";
import { h } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { navigate } from "../../router.js";
import { socket } from "../../socket.js";
import { t } from "../../i18n.js";

/** @typedef {import("../../wire.js").GameSummary} GameSummary */

/** @param {GameSummary} note */
function others(note) {
  const names = note.seats.filter((seat) => seat.who !== "you" && seat.name !== null).map((seat) => seat.name);
  return names.length > 0 ? t("lobby.against", { names: names.join(", ") }) : t("lobby.alone");
}

/** @param {GameSummary} note */
function movesMade(note) {
  return note.moves === 0 ? t("lobby.moves.zero") : t("lobby.moves", { count: note.moves });
}

/** @param {GameSummary} note */
function situation(note) {
  if (note.state === "waiting") return t("lobby.waiting");
  if (note.state === "over") return t("lobby.over");
  if (note.your_turn) return t("lobby.yourTurn");
  const turn = note.seats.find((seat) => seat.seat === note.turn);
  return turn ? t("lobby.theirTurn", { name: turn.name ?? turn.title }) : movesMade(note);
}

/**
 * @param {GameSummary} note
 * @param {(string | null)[]} cells
 * @param {HTMLElement} act
 */
function row(note, cells, act) {
  const words = cells.filter((cell) => cell);
  return h("li", { class: "game-row" },
    h("span", { class: "game-row-title" }, h("b", {}, note.title), note.detail ? h("span", { class: "muted small" }, note.detail) : null),
    h("span", { class: "game-row-details" }, ...words.map((cell) => h("span", { class: cell === t("lobby.yourTurn") ? "yours" : "" }, cell))),
    act);
}

/** @param {GameSummary} note */
export function ownNote(note) {
  const words = note.state === "over" ? "lobby.look" : "lobby.go";
  return row(note, [others(note), situation(note)],
    h("a", { class: "button", href: `/table/${note.table}`, "aria-label": `${t(words)}: ${note.title}` }, t(words)));
}

/** @param {GameSummary} note */
export function openNote(note) {
  const free = note.seats.find((seat) => seat.who === "open");
  const taken = note.seats.filter((seat) => seat.who !== "open");
  const button = h("button", { class: "button", type: "button", "aria-label": `${t("lobby.sit")}: ${note.title}` }, t("lobby.sit"));
  const complaint = h("span", { class: "error small", role: "alert" });
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await socket.request({ kind: "sit", table: note.table, seat: free?.seat });
      navigate(`/table/${note.table}`);
    } catch (fault) {
      complaint.textContent = errorMessage(fault, t("connection.failed"));
      button.disabled = false;
    }
  });
  const who = taken.length === 1 ? t("lobby.against", { names: taken[0].name ?? "" }) : t("lobby.taken", { count: taken.length, seats: note.seats.length });
  const line = row(note, [who, describeTimeControl(note.clock)], button);
  line.append(complaint);
  return line;
}

/** @param {GameSummary} note */
export function liveNote(note) {
  const names = note.seats.map((seat) => seat.name ?? seat.title).join(", ");
  return row(note, [names, movesMade(note)],
    h("a", { class: "watch", href: `/table/${note.table}`, "aria-label": `${t("lobby.watch")}: ${note.title}, ${names}` }, t("lobby.watch")));
}
