// The profile of an account: results and ratings by game, and the latest public games.

import { announce } from "../announce.js";
import { h } from "../dom.js";
import { ApiError, errorMessage, fetchJson, games, postJson } from "../http.js";
import { addMessages, t } from "../i18n.js";
import { social } from "../messages/en.social.js";
import { people as messages } from "../messages/en.people.js";
import { popover } from "../popover.js";
import { setTitle } from "../router.js";
import { socket } from "../socket.js";
import { finishedRow } from "./history/finished_row.js";
import { loadErrorPage, showErrorPage } from "./not_found.js";
import { dateText, ratingText, resultBar } from "./people/format.js";
import { ratingGraph } from "./player/rating_graph.js";

addMessages({ ...messages, ...social });

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
  const finished = latest.games.slice(0, LATEST);
  host.append(
    h("div", { class: "page-head" },
      h("div", {}, h("h1", { class: "player-name-heading" }, profile.name), h("p", { class: "lead" }, t("player.since", { date: dateText(profile.created) }))),
      isOwn ? h("a", { class: "button", href: "/account" }, t("nav.account")) : challengeRow(profile.name)),
    profile.games.length > 0
      ? h("div", { class: "profile-games" }, ...profile.games.map(gamePanel))
      : h("p", { class: "panel muted" }, t("player.none")),
    isProvisional ? h("p", { class: "muted small profile-note" }, t("player.provisional")) : "",
    h("section", { class: "panel stack", "data-list": "finished" },
      h("div", { class: "section-head" }, h("h2", {}, t("player.latest")), finished.length > 0 ? h("a", { href: `/history?player=${query}` }, t("player.all")) : null),
      finished.length > 0
        ? h("ul", { class: "finished-games" }, ...finished.map((game) => finishedRow(game, profile.name)))
        : h("p", { class: "muted" }, t("player.latest.none"))));
  return () => {};
}

/**
 * Creates the list of games to challenge a player to, and the button that blocks the player.
 * @param {string} name
 */
function challengeRow(name) {
  const button = h("button", { class: "button primary", type: "button" }, t("player.challenge"));
  const menu = popover(button, () => {
    const list = h("div", { class: "menu" });
    games().then((entries) => list.replaceChildren(...entries.filter((game) => game.usual_seats > 1).map((game) =>
      h("a", { href: `/new/${game.name}?player=${encodeURIComponent(name)}` }, game.title))), () => menu.close());
    return [list];
  });
  const error = h("p", { class: "error small", role: "alert" });
  const block = h("button", { class: "button subtle", type: "button", "aria-label": t("challenge.block.label", { name }) }, t("challenge.block"));
  block.addEventListener("click", async () => {
    try {
      await postJson("/api/blocks", { name });
      block.disabled = true;
      announce(t("chat.blocked", { name }));
      error.textContent = "";
    } catch (fault) {
      error.textContent = errorMessage(fault, t("connection.failed"));
    }
  });
  return h("div", { class: "row" }, menu.element, block, error);
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
