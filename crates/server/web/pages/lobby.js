// The lobby: the games, one's own tables, open seats, and what is being played.

import { h } from "../dom.js";
import { games } from "../http.js";
import { setTitle } from "../router.js";
import { socket } from "../socket.js";
import { t } from "../i18n.js";
import { gameCard } from "./lobby/card.js";
import { liveNote, openNote, ownNote } from "./lobby/notes.js";

/** @typedef {import("../wire.js").GameSummary} GameSummary */

/** @param {HTMLElement} host */
export function lobbyPage(host) {
  setTitle("");
  host.className = "lobby";
  const proceed = h("a", { class: "button primary", hidden: true });
  const cards = h("ul", { class: "cards" });
  for (let count = 0; count < 5; count += 1) cards.append(h("li", { class: "card panel loading" }));
  const mine = list("lobby.mine");
  const open = list("lobby.seats");
  const live = list("lobby.live");
  host.append(
    h("div", { class: "lobby-head" },
      h("div", {}, h("h1", {}, t("lobby.heading")), h("p", { class: "lead" }, t("lobby.lead"))), proceed),
    cards,
    h("div", { class: "lists" }, mine.element, open.element, live.element));

  /** @type {(() => void)[]} */
  const leaves = [];
  let gone = false;
  games().then(
    (entries) => {
      if (gone) return;
      const drawn = entries.map(gameCard);
      cards.replaceChildren(...drawn.map(({ element }) => element));
      leaves.push(...drawn.map(({ leave }) => leave));
    },
    () => cards.replaceChildren(h("li", { class: "error" }, t("lobby.failed"))),
  );
  leaves.push(socket.watchLobby((message) => {
    const next = message.mine.find((note) => note.your_turn && note.state !== "over");
    proceed.hidden = !next;
    if (next) {
      proceed.href = `/table/${next.table}`;
      proceed.textContent = t("lobby.continue", { game: next.title });
    }
    mine.fill(message.mine, ownNote);
    open.fill(message.open, openNote);
    live.fill(message.live, liveNote);
  }));
  return () => {
    gone = true;
    for (const leave of leaves) leave();
  };
}

/** @param {string} key */
function list(key) {
  const rows = h("ul", { class: "game-list" });
  const element = h("section", { class: "panel", "data-list": key.slice(6) }, h("h2", {}, t(key)), rows);
  /**
   * The rows as they stand, by what they were drawn from: a row that is the same stays, with its focus.
   * @type {Map<string, HTMLElement>}
   */
  let drawn = new Map();
  return {
    element,
    /**
     * @param {GameSummary[]} notes
     * @param {(note: GameSummary) => HTMLElement} draw
     */
    fill(notes, draw) {
      if (notes.length > 0 && notes.map((note) => JSON.stringify(note)).join() === [...drawn.keys()].join()) return;
      const next = new Map();
      for (const note of notes) {
        const text = JSON.stringify(note);
        next.set(text, drawn.get(text) ?? draw(note));
      }
      drawn = next;
      if (next.size > 0) rows.replaceChildren(...next.values());
      else rows.replaceChildren(h("li", { class: "muted" }, t(`${key}.none`)));
    },
  };
}
