// Filters of the list of finished games, in the address of the page and of the request.

/** @typedef {{player: string, game: string, result: string, opponent: string, since: string, until: string}} Filters */

/** @type {(keyof Filters)[]} */
export const KEYS = ["player", "game", "result", "opponent", "since", "until"];

/** @param {URLSearchParams} query */
const asQuery = (query) => (String(query) === "" ? "" : `?${query}`);

/**
 * Filters in the query of an address. `player` is empty for the user, `*` for everyone; days are like 2026-05-03.
 * @param {string} search
 * @returns {Filters}
 */
export function readFilters(search) {
  const query = new URLSearchParams(search);
  const filters = /** @type {Filters} */ ({});
  for (const key of KEYS) filters[key] = query.get(key)?.trim() ?? "";
  return filters;
}

/**
 * Query of the page with these filters; empty without any.
 * @param {Filters} filters
 */
export function pageQuery(filters) {
  return asQuery(new URLSearchParams(KEYS.filter((key) => filters[key] !== "").map((key) => [key, filters[key]])));
}

/**
 * Start of a day of the local time zone, in milliseconds; `null` if it is not a day.
 * @param {string} day
 * @param {number} [later] number of days to add
 */
export function dayStart(day, later = 0) {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  return parts ? new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later).getTime() : null;
}

/**
 * Query of the request: days become times, the last one included.
 * @param {Filters} filters
 * @param {string | null} [after] `next` of the page before
 */
export function requestQuery(filters, after = null) {
  const query = new URLSearchParams();
  for (const key of KEYS) {
    const value = key === "since" ? dayStart(filters.since) : key === "until" ? dayStart(filters.until, 1) : filters[key];
    if (value !== "" && value !== null) query.set(key, String(value));
  }
  if (after) query.set("after", after);
  return asQuery(query);
}
