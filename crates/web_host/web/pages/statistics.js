// The page of statistics: all accounts, and the user's own games.

import { h } from "../dom.js";
import { fetchJson, games } from "../http.js";
import { addMessages, t } from "../i18n.js";
import { people as messages } from "../messages/en.people.js";
import { redraw, setTitle } from "../router.js";
import { socket } from "../socket.js";
import { loadErrorPage } from "./not_found.js";
import { playerLink, resultBar, winRate } from "./people/format.js";
import { gameSelect } from "./people/filter_fields.js";

/** @typedef {import("../wire.js").Statistics} Statistics */
/** @typedef {import("../wire.js").Totals} Totals */

addMessages(messages);

const KINDS = /** @type {const} */ (["games", "wins", "draws", "losses"]);

/**
 * Opens the page.
 * @param {HTMLElement} host
 * @returns {Promise<() => void>} closes the page
 */
export async function statisticsPage(host) {
  /**
   * @param {string | null} game
   * @returns {Promise<Statistics>}
   */
  const load = (game) => fetchJson(`/api/statistics${game ? `?game=${encodeURIComponent(game)}` : ""}`);
  const game = new URLSearchParams(location.search).get("game");
  const [catalogue, statistics] = await Promise.all([games(), load(game)]).catch(() => [null, null]);
  if (!catalogue || !statistics) return loadErrorPage(host);
  setTitle(t("statistics.title"));
  const all = h("div", { class: "statistics-all" }, ...allPlayers(statistics));
  let request = 0;
  const filter = gameSelect(catalogue, t("statistics.filter"), game ?? "", async (chosen) => {
    request += 1;
    const current = request;
    history.replaceState(history.state, "", chosen ? `/statistics?game=${chosen}` : "/statistics");
    const next = await load(chosen || null).catch(() => null);
    if (next && current === request) all.replaceChildren(...allPlayers(next));
  });
  host.append(
    h("div", { class: "page-head" },
      h("div", {}, h("h1", {}, t("statistics.title")), h("p", { class: "lead" }, t("statistics.lead"))), filter),
    h("div", { class: "statistics" }, all, ownPanel(statistics.own)));
  return socket.onUserChange(() => void redraw());
}

/**
 * Creates the numbers of all accounts, the best and the weakest player, and the table of players.
 * @param {Statistics} statistics
 */
function allPlayers(statistics) {
  const figures = h("dl", { class: "figures panel" }, ...KINDS.map((kind) => h("div", {}, h("dt", {}, t(`people.${kind}`)), h("dd", {}, statistics[kind]))));
  /** @param {"best" | "weakest"} kind */
  const leader = (kind) => {
    const names = statistics[kind];
    return h("div", { class: "panel leader", "data-kind": kind }, h("h2", {}, t(names.length > 1 ? `statistics.${kind}.other` : `statistics.${kind}`)),
      h("p", {}, ...(names.length > 0 ? names.flatMap((name, index) => (index > 0 ? [", ", playerLink(name)] : [playerLink(name)])) : [t("people.none")])));
  };
  const table = statistics.players.length > 0
    ? [totalsTable(t("statistics.player"), statistics.players.map((player) => ({ head: playerLink(player.name), totals: player }))),
      h("p", { class: "muted small" }, t("statistics.order"))]
    : [h("p", { class: "muted" }, t("statistics.players.none"))];
  return [figures, h("div", { class: "leaders" }, leader("best"), leader("weakest")),
    h("section", { class: "panel stack" }, h("h2", {}, t("statistics.players")), ...table)];
}

/**
 * Creates the panel with the user's own statistics.
 * @param {Statistics["own"]} own
 */
function ownPanel(own) {
  const rows = own.by_game.map((game) => ({ head: game.title, totals: game }));
  const content = rows.length > 0
    ? [totalsTable(t("people.game"), rows, own)]
    : [h("p", { class: "muted" }, t("statistics.own.none"))];
  return h("section", { class: "panel stack own-statistics" },
    h("div", {}, h("h2", {}, t("statistics.own")), h("p", { class: "muted small" }, own.registered ? playerLink(own.name) : own.name)),
    ...content,
    own.registered ? null : h("p", { class: "small" }, t("statistics.own.guest")),
    own.registered ? null : h("a", { class: "button primary", href: "/account?next=/statistics" }, t("user.logIn")));
}

/**
 * Creates a table of totals: with the share of games won, or with a last row for the sum.
 * @param {string} heading heading of the first column
 * @param {{head: Node | string, totals: Totals}[]} rows
 * @param {Totals} [sum] last row
 */
function totalsTable(heading, rows, sum) {
  const hasRate = !sum;
  /**
   * @param {Node | string} head
   * @param {Totals} totals
   */
  const row = (head, totals) => h("tr", {}, h("th", { scope: "row" }, head), ...KINDS.map((kind) => h("td", {}, totals[kind])),
    hasRate ? h("td", { class: "rate" }, resultBar(totals), h("span", {}, winRate(totals))) : null);
  return h("div", { class: "table-scroll" }, h("table", { class: "totals" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, heading), ...KINDS.map((kind) => h("th", { scope: "col" }, t(`people.${kind}`))),
      hasRate ? h("th", { scope: "col", class: "rate" }, t("people.rate")) : null)),
    h("tbody", {}, ...rows.map(({ head, totals }) => row(head, totals))),
    sum ? h("tfoot", {}, row(t("people.total"), sum)) : null));
}
