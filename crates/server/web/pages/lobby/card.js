// A game in the lobby: a look at its board, one line, and one click to a running game.

import { Board } from "../../board/board.js";
import { h } from "../../dom.js";
import { openTable, postJson, errorMessage } from "../../http.js";
import { navigate } from "../../router.js";
import { t, tOr } from "../../i18n.js";
import { SCENES } from "./scenes.js";

/** The strength a first game is played against: it can be beaten. */
const FIRST_LEVEL = 3;

/**
 * @param {import("../../wire.js").GameEntry} game
 * @returns {{element: HTMLElement, leave: () => void}}
 */
export function gameCard(game) {
  const picture = h("div", { class: "card-board", "aria-hidden": "true" });
  const complaint = h("p", { class: "error small", role: "alert" });
  const puzzle = game.levels === 0;
  const play = puzzle
    ? h("a", { class: "button primary", href: `/${game.name}`, "aria-label": `${t("lobby.open")}: ${game.title}` }, t("lobby.open"))
    : h("button", { class: "button primary", type: "button", "aria-label": `${t("lobby.play")}: ${game.title}` }, t("lobby.play"));
  if (play instanceof HTMLButtonElement) {
    play.addEventListener("click", async () => {
      play.disabled = true;
      try {
        navigate(`/table/${await begin(game)}`);
      } catch (fault) {
        complaint.textContent = errorMessage(fault, t("connection.failed"));
        play.disabled = false;
      }
    });
    picture.addEventListener("click", () => play.click());
  } else {
    picture.addEventListener("click", () => play.click());
  }
  const element = h("li", { class: "card panel" }, picture,
    h("h2", {}, game.title),
    h("p", { class: "muted small" }, tOr(`lobby.line.${game.name}`, game.about)),
    complaint,
    h("div", { class: "row" }, play,
      puzzle ? null : h("a", { class: "button subtle", href: `/new/${game.name}`, "aria-label": `${t("lobby.more")}: ${game.title}` }, t("lobby.more"))));
  return { element, leave: showScene(picture, game) };
}

/** @param {import("../../wire.js").GameEntry} game */
function begin(game) {
  /** @type {import("../../wire.js").SeatRequest[]} */
  const seats = [{ who: "me" }];
  while (seats.length < game.usual_seats) seats.push({ who: "engine", level: Math.min(FIRST_LEVEL, game.levels) });
  return openTable({ game: game.name, settings: {}, clock: "none", position: "start", seats, listed: false });
}

/**
 * @param {HTMLElement} host
 * @param {import("../../wire.js").GameEntry} game
 */
function showScene(host, game) {
  const scene = SCENES[game.name];
  const stage = h("div", { class: "card-board-view" });
  host.append(stage);
  const board = new Board(stage, { readOnly: true, label: game.title });
  void board.show(game.ground, game.standing);
  if (scene) {
    stage.style.setProperty("--zoom", String(scene.zoom));
    stage.style.setProperty("--x", `${scene.at[0]}%`);
    stage.style.setProperty("--y", `${scene.at[1]}%`);
  }
  const stop = new AbortController();
  if (scene && scene.position !== "start") {
    postJson("/api/preview", { game: game.name, settings: {}, position: scene.position }, stop.signal).then(
      (preview) => board.show(preview.ground, preview.standing, { animate: false }),
      () => {}, // The start position is a picture too.
    );
  }
  return () => {
    stop.abort();
    board.remove();
  };
}
