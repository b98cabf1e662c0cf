// Games in which it is the user's turn, on whatever page: in the title of the window, as its icon and as a notification.

import { t } from "./i18n.js";
import { setTitlePrefix } from "./router.js";
import { socket } from "./socket.js";

/** @typedef {{title: string, opponents: string[]}} Turn */

/** Games in which it is the user's turn, by table. */
export class Turns {
  /** @type {Map<string, Turn>} */
  #turns = new Map();

  /**
   * Stores whether it is the user's turn in a game.
   * @param {string} table
   * @param {Turn | null} turn
   * @returns {boolean} `true` if it has just become the user's turn
   */
  set(table, turn) {
    const isNew = turn !== null && !this.#turns.has(table);
    if (turn) this.#turns.set(table, turn);
    else this.#turns.delete(table);
    return isNew;
  }

  clear() {
    this.#turns.clear();
  }

  /**
   * Number of games that wait for the user.
   * @param {string | null} visible table that the user looks at, which does not count
   */
  count(visible) {
    return this.#turns.size - (visible !== null && this.#turns.has(visible) ? 1 : 0);
  }
}

const turns = new Turns();
/**
 * Tables of the notifications since it became the user's turn there: a reconnect shows none twice.
 * @type {Set<string>}
 */
const notified = new Set();
/**
 * Table on the page.
 * @type {string | null}
 */
let shown = null;

/** Updates the title and the icon of the window. */
function update() {
  const count = turns.count(document.hidden ? null : shown);
  setTitlePrefix(count === 0 ? "" : count === 1 ? t("turn.title") : t("turn.title.count", { count }));
  document.querySelector("link[rel=icon]")?.setAttribute("href", count > 0 ? "/icon_turn.svg" : "/icon.svg");
  // An installed app shows the number on its icon; not every browser has this.
  const badge = /** @type {{setAppBadge?: (count: number) => Promise<void>}} */ (/** @type {unknown} */ (navigator));
  void badge.setAppBadge?.(count).catch(() => {});
}

/**
 * Shows a notification to a user who does not look at the page. Its code is not part of the first load.
 * @param {string} table
 * @param {Turn} turn
 */
function notify(table, { title, opponents }) {
  if (!document.hidden) return;
  const names = opponents.join(", ");
  const against = names ? t("turn.against", { names }) : "";
  import("./notifications.js").then(
    ({ showNotification }) => showNotification(t("turn.notification", { game: title }), against, `/table/${table}`, `turn ${table}`),
    () => {}, // Without a connection; the turn is shown on the page.
  );
}

/**
 * @param {string} table
 * @param {Turn | null} turn
 */
function set(table, turn) {
  if (!turn) notified.delete(table);
  if (turns.set(table, turn) && turn && !notified.has(table)) {
    notified.add(table);
    notify(table, turn);
  }
  update();
}

/**
 * Reports the turn at the table on the page, about which the server sends no other message.
 * @param {string} table
 * @param {Turn | null} turn
 */
export function showTurn(table, turn) {
  shown = table;
  set(table, turn);
}

/** Ends {@link showTurn}: the page is left. */
export function leaveTable() {
  shown = null;
  update();
}

/** Follows the turns of the user from now on. */
export function followTurns() {
  socket.on("welcome", () => {
    turns.clear();
    update();
  });
  socket.on("turn", ({ table, title, opponents, yours }) => set(table, yours ? { title, opponents } : null));
  socket.onUserChange(() => notified.clear());
  document.addEventListener("visibilitychange", update);
}
