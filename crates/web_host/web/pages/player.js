// The profile of an account: results and ratings by game, and the latest public games.

import { h } from "../dom.js";
import { ApiError, fetchJson } from "../http.js";
import { addMessages, t } from "../i18n.js";
import { people as messages } from "../messages/en.people.js";
import { setTitle } from "../router.js";
import { socket } from "../socket.js";
import { finishedRow } from "./history/finished_row.js";
import { loadErrorPage, showErrorPage } from "./not_found.js";
import { dateText, ratingText, resultBar } from "./people/format.js";
import { ratingGraph } from "./player/rating_graph.js";

addMessages(messages);

/** Number of games in the list. */
const LATEST = 10;
const KINDS = /** @type {const} */ (["games", "wins", "draws", "losses"]);

/**
 * Opens the profile of an account.
 * @param {HTMLElement} host
 * @param {string} name
 * @returns {Promise<() => void>} closes the page
 */
export async function playerPage(host, name) {
  const query = encodeURIComponent(name);
  /** @type {import("../wire.js").Profile} */
  let profile;
  /** @type {import("../wire.js").History} */
  let latest;
  try {
    profile = await fetchJson(`/api/players/${query}`);
    latest = await fetchJson(`/api/history?player=${query}`);
  } catch (fault) {
    if (fault instanceof ApiError && fault.status === 404) return showErrorPage(host, t("player.notFound.heading"), t("player.notFound"));
    return loadErrorPage(host);
  }
  setTitle(profile.name);
  const isOwn = socket.user?.registered && socket.user.name === profile.name;
  const isProvisional = profile.games.some(({ rating }) => rating && ratingText(rating).includes("?"));
  const games = latest.games.slice(0, LATEST);
  host.append(
    h("div", { class: "page-head" },
      h("div", {}, h("h1", { class: "player-name-heading" }, profile.name), h("p", { class: "lead" }, t("player.since", { date: dateText(profile.created) }))),
      isOwn ? h("a", { class: "button", href: "/account" }, t("nav.account")) : null),
    profile.games.length > 0
      ? h("div", { class: "profile-games" }, ...profile.games.map(gamePanel))
      : h("p", { class: "panel muted" }, t("player.none")),
    isProvisional ? h("p", { class: "muted small profile-note" }, t("player.provisional")) : "",
    h("section", { class: "panel stack", "data-list": "finished" },
      h("div", { class: "section-head" }, h("h2", {}, t("player.latest")), games.length > 0 ? h("a", { href: `/history?player=${query}` }, t("player.all")) : null),
      games.length > 0
        ? h("ul", { class: "finished-games" }, ...games.map((game) => finishedRow(game, profile.name)))
        : h("p", { class: "muted" }, t("player.latest.none"))));
  return () => {};
}

/**
 * Creates the panel of one game.
 * @param {import("../wire.js").ProfileGame} game
 */
function gamePanel(game) {
  const { rating } = game;
  return h("section", { class: "panel stack profile-game", "data-game": game.game },
    h("div", { class: "section-head" }, h("h2", {}, game.title),
      h("p", { class: "rating" }, rating ? h("b", {}, ratingText(rating)) : h("span", { class: "muted" }, t("player.unrated")),
        rating ? h("span", { class: "muted small" }, t("player.rated", { count: rating.games })) : null)),
    resultBar(game),
    h("dl", { class: "figures small" }, ...KINDS.map((kind) => h("div", {}, h("dt", {}, t(`people.${kind}`)), h("dd", {}, game[kind])))),
    game.graph.length > 0 ? ratingGraph(game.title, game.graph) : null);
}
