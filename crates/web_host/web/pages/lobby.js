// The lobby: all games, the player's own games, open games, and games in progress.

import { h } from "../dom.js";
import { games } from "../http.js";
import { setTitle } from "../router.js";
import { socket } from "../socket.js";
import { LobbyList, PAGE_SIZE } from "../lobby_list.js";
import { t } from "../i18n.js";
import { gameCard } from "./lobby/card.js";
import { lobbyMenu } from "./lobby/menu.js";
import { liveGameRow, myGameRow, openGameRow } from "./lobby/game_rows.js";

/** @typedef {import("../wire.js").GameSummary} GameSummary */
/** @typedef {import("../wire.js").ListName} ListName */
/** @typedef {import("../wire.js").LobbyMessage} LobbyMessage */

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
  const pages = { mine: 0, open: 0, live: 0 };
  const turnPage = (/** @type {ListName} */ name, /** @type {number} */ page) => {
    pages[name] = page;
    socket.watchLobby(pages, onMessage);
  };
  const mine = list("mine", turnPage);
  const open = list("open", turnPage);
  const live = list("live", turnPage);
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
  cleanups.push(socket.watchLobby(pages, onMessage));

  /** @param {LobbyMessage} message */
  function onMessage(message) {
    if (message.mine) mine.games.apply(message.mine);
    if (message.open) open.games.apply(message.open);
    if (message.live) live.games.apply(message.live);
    const next = mine.games.games.find((game) => game.your_turn);
    resume.hidden = !next;
    if (next) {
      resume.href = `/table/${next.table}`;
      resume.textContent = t("lobby.resume", { game: next.title });
    }
    // The public lists are the same for all users: they have the user's games too.
    const own = new Set(mine.games.games.map((game) => game.table));
    mine.draw(myGameRow);
    open.draw(openGameRow, own);
    live.draw(liveGameRow, own);
  }
  return () => {
    isClosed = true;
    for (const remove of cleanups) remove();
  };
}

/**
 * Creates a list of games with its pages.
 * @param {ListName} name
 * @param {(name: ListName, page: number) => void} turnPage
 */
function list(name, turnPage) {
  const games = new LobbyList();
  const key = `lobby.${name}`;
  const rows = h("ul", { class: "game-list" });
  const range = h("span", { class: "muted small" });
  const previous = h("button", { class: "button subtle", type: "button" }, t("lobby.previous"));
  const next = h("button", { class: "button subtle", type: "button" }, t("lobby.next"));
  previous.addEventListener("click", () => turnPage(name, games.page - 1));
  next.addEventListener("click", () => turnPage(name, games.page + 1));
  const pager = h("nav", { class: "row game-list-pages", "aria-label": t(key), hidden: true }, previous, range, next);
  const element = h("section", { class: "panel", "data-list": name }, h("h2", {}, t(key)), rows, pager);
  /**
   * Rows by the JSON of their game. A row whose game is unchanged is reused, so that it keeps the focus.
   * @type {Map<string, HTMLElement>}
   */
  let drawn = new Map();
  /** @param {(game: GameSummary) => HTMLElement} draw */
  function drawRows(draw, /** @type {GameSummary[]} */ shown) {
    if (shown.length > 0 && shown.map((game) => JSON.stringify(game)).join() === [...drawn.keys()].join()) return;
    const rowsByGame = new Map();
    for (const game of shown) {
      const json = JSON.stringify(game);
      rowsByGame.set(json, drawn.get(json) ?? draw(game));
    }
    drawn = rowsByGame;
    if (drawn.size > 0) rows.replaceChildren(...drawn.values());
    else rows.replaceChildren(h("li", { class: "muted" }, t(`${key}.none`)));
  }
  return {
    element,
    games,
    /**
     * Draws the games, except those that the user's own list has.
     * @param {(game: GameSummary) => HTMLElement} draw
     * @param {Set<string>} [own]
     */
    draw(draw, own) {
      drawRows(draw, games.games.filter((game) => !own?.has(game.table)));
      pager.hidden = games.lastPage === 0;
      previous.disabled = games.page === 0;
      next.disabled = games.page === games.lastPage;
      const first = games.page * PAGE_SIZE;
      range.textContent = t("lobby.page", { first: first + 1, last: first + games.games.length, total: games.total });
    },
  };
}
