// A card of the lobby: a picture of the game, one line about it, and a button to play.

import { Board } from "../../board/board.js";
import { h } from "../../dom.js";
import { openTable, postJson, errorMessage } from "../../http.js";
import { navigate } from "../../router.js";
import { t, tOr } from "../../i18n.js";
import { CARD_POSITIONS } from "./card_positions.js";

/**
 * Creates the card of a game.
 * @param {import("../../wire.js").GameEntry} game
 * @returns {{element: HTMLElement, remove: () => void}}
 */
export function gameCard(game) {
  const picture = h("div", { class: "card-board", "aria-hidden": "true" });
  const error = h("p", { class: "error small", role: "alert" });
  const isPuzzle = game.usual_seats === 1;
  const play = isPuzzle
    ? h("a", { class: "button primary", href: `/${game.name}`, "aria-label": `${t("lobby.openPage")}: ${game.title}` }, t("lobby.openPage"))
    : h("button", { class: "button primary", type: "button", "aria-label": `${t("lobby.play")}: ${game.title}` }, t("lobby.play"));
  if (play instanceof HTMLButtonElement) {
    play.addEventListener("click", async () => {
      play.disabled = true;
      try {
        navigate(`/table/${await startGame(game)}`);
      } catch (fault) {
        error.textContent = errorMessage(fault, t("connection.failed"));
        play.disabled = false;
      }
    });
    picture.addEventListener("click", () => play.click());
  } else {
    picture.addEventListener("click", () => play.click());
  }
  const element = h("li", { class: "card panel" }, picture,
    h("h2", {}, game.title),
    h("p", { class: "muted small" }, tOr(`lobby.about.${game.name}`, game.about),
      game.name === "chess" && " ", game.name === "chess" && h("a", { href: "/device" }, t("lobby.device"))),
    error,
    h("div", { class: "row" }, play,
      isPuzzle ? null : h("a", { class: "button subtle", href: `/new/${game.name}`, "aria-label": `${t("lobby.options")}: ${game.title}` }, t("lobby.options"))));
  return { element, remove: drawBoard(picture, game) };
}

/**
 * Opens a table with the usual engine in all other seats and the settings of the first preset.
 * @param {import("../../wire.js").GameEntry} game
 */
function startGame(game) {
  /** @type {import("../../wire.js").SeatRequest[]} */
  const seats = [{ who: "me" }];
  while (seats.length < game.usual_seats) seats.push({ who: "engine" });
  return openTable({ game: game.name, settings: game.presets[0]?.settings ?? {}, clock: "none", position: "start", seats, listed: false });
}

/**
 * Draws the picture of a game.
 * @param {HTMLElement} host
 * @param {import("../../wire.js").GameEntry} game
 * @returns {() => void} removes it
 */
function drawBoard(host, game) {
  const view = CARD_POSITIONS[game.name];
  const frame = h("div", { class: "card-board-view" });
  host.append(frame);
  const board = new Board(frame, { readOnly: true, label: game.title });
  void board.show(game.layout, game.placement);
  if (view) {
    frame.style.setProperty("--zoom", String(view.zoom));
    frame.style.setProperty("--x", `${view.at[0]}%`);
    frame.style.setProperty("--y", `${view.at[1]}%`);
  }
  const request = new AbortController();
  if (view && view.position !== "start") {
    postJson("/api/preview", { game: game.name, settings: {}, position: view.position }, request.signal).then(
      (preview) => board.show(preview.layout, preview.placement, { animate: false }),
      () => {}, // The start position stays.
    );
  }
  return () => {
    request.abort();
    board.remove();
  };
}
