// The lobby: all games, the player's own games, open games, and games in progress.

import { h } from "../dom.js";
import { games } from "../http.js";
import { setTitle } from "../router.js";
import { socket } from "../socket.js";
import { t } from "../i18n.js";
import { gameCard } from "./lobby/card.js";
import { lobbyMenu } from "./lobby/menu.js";
import { liveGameRow, myGameRow, openGameRow } from "./lobby/game_rows.js";

/** @typedef {import("../wire.js").GameSummary} GameSummary */

/**
 * Opens the lobby.
 * @param {HTMLElement} host
 * @returns {() => void} closes the page
 */
export function lobbyPage(host) {
  setTitle("");
  host.className = "lobby";
  const resume = h("a", { class: "button primary", hidden: true });
  const cards = h("ul", { class: "cards" });
  for (let count = 0; count < 5; count += 1) cards.append(h("li", { class: "card panel loading" }));
  const mine = list("lobby.mine");
  const open = list("lobby.open");
  const live = list("lobby.live");
  const menu = lobbyMenu();
  host.append(
    h("div", { class: "lobby-head" },
      h("div", {}, h("h1", {}, t("lobby.heading")), h("p", { class: "lead" }, t("lobby.lead"))), resume),
    menu.element,
    cards,
    h("div", { class: "lists" }, mine.element, open.element, live.element));

  /** @type {(() => void)[]} */
  const cleanups = [menu.remove];
  let isClosed = false;
  games().then(
    (entries) => {
      if (isClosed) return;
      const drawn = entries.map(gameCard);
      cards.replaceChildren(...drawn.map(({ element }) => element));
      cleanups.push(...drawn.map(({ remove }) => remove));
    },
    () => cards.replaceChildren(h("li", { class: "error" }, t("lobby.failed"))),
  );
  cleanups.push(socket.watchLobby((message) => {
    const next = message.mine.find((game) => game.your_turn && game.state !== "over");
    resume.hidden = !next;
    if (next) {
      resume.href = `/table/${next.table}`;
      resume.textContent = t("lobby.resume", { game: next.title });
    }
    mine.fill(message.mine, myGameRow);
    open.fill(message.open, openGameRow);
    live.fill(message.live, liveGameRow);
  }));
  return () => {
    isClosed = true;
    for (const remove of cleanups) remove();
  };
}

/**
 * Creates a list of games.
 * @param {string} key message key of its heading
 */
function list(key) {
  const rows = h("ul", { class: "game-list" });
  const element = h("section", { class: "panel", "data-list": key.slice(6) }, h("h2", {}, t(key)), rows);
  /**
   * Rows by the JSON of their game. A row whose game is unchanged is reused, so that it keeps the focus.
   * @type {Map<string, HTMLElement>}
   */
  let drawn = new Map();
  return {
    element,
    /**
     * @param {GameSummary[]} games
     * @param {(game: GameSummary) => HTMLElement} draw
     */
    fill(games, draw) {
      if (games.length > 0 && games.map((game) => JSON.stringify(game)).join() === [...drawn.keys()].join()) return;
      const next = new Map();
      for (const game of games) {
        const key = JSON.stringify(game);
        next.set(key, drawn.get(key) ?? draw(game));
      }
      drawn = next;
      if (next.size > 0) rows.replaceChildren(...next.values());
      else rows.replaceChildren(h("li", { class: "muted" }, t(`${key}.none`)));
    },
  };
}
