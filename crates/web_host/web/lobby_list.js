// One list of the lobby: a page of games that messages of the server keep up to date.

/** @typedef {import("./wire.js").GameSummary} GameSummary */
/** @typedef {import("./wire.js").ListChange} ListChange */

/** Number of games on one page. */
export const PAGE_SIZE = 50;

export class LobbyList {
  /** Number of the page, counted from 0. */
  page = 0;
  /** Number of games on all pages. */
  total = 0;
  /** @type {GameSummary[]} */
  games = [];

  /**
   * Applies a message: the order of the tables if it has changed, and the games that are new or have changed. A game of
   * which only the moves have changed is sent without the rest.
   * @param {ListChange} change
   */
  apply(change) {
    this.page = change.page;
    this.total = change.total;
    const known = new Map(this.games.map((game) => [game.table, game]));
    for (const game of change.games) known.set(game.table, { ...known.get(game.table), .../** @type {GameSummary} */ (game) });
    const tables = change.tables ?? this.games.map((game) => game.table);
    this.games = tables.flatMap((table) => known.get(table) ?? []);
  }

  /** Number of the last page. */
  get lastPage() {
    return Math.max(0, Math.ceil(this.total / PAGE_SIZE) - 1);
  }
}
