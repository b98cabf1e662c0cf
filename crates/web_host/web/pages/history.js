// The page of the user's games: saved ones, and the history of finished ones.

import { h } from "../dom.js";
import { errorMessage, fetchJson, games } from "../http.js";
import { addMessages, t } from "../i18n.js";
import { people as messages } from "../messages/en.people.js";
import { redraw, setTitle } from "../router.js";
import { socket } from "../socket.js";
import { filterForm } from "./history/filters.js";
import { finishedRow } from "./history/finished_row.js";
import { pageQuery, readFilters, requestQuery } from "./history/query.js";
import { savedGames } from "./history/saved_games.js";
import { loadErrorPage } from "./not_found.js";

addMessages(messages);

/**
 * Opens the page.
 * @param {HTMLElement} host
 * @returns {Promise<() => void>} closes the page
 */
export async function historyPage(host) {
  /** @type {[import("../wire.js").GameEntry[], import("../wire.js").Account] | [null, null]} */
  const [catalogue, account] = await Promise.all([games(), fetchJson("/api/account")]).catch(() => [null, null]);
  if (!catalogue || !account) return loadErrorPage(host);
  setTitle(t("history.title"));
  let filters = readFilters(location.search);
  const heading = h("h2", {});
  const list = h("ul", { class: "finished-games" });
  const status = h("p", { class: "muted", role: "status" });
  const more = h("button", { class: "button", type: "button", hidden: true }, t("history.more"));
  let next = /** @type {string | null} */ (null);
  let request = 0;

  /** @param {string | null} after `next` of the page before; `null` for the first page */
  const load = async (after) => {
    request += 1;
    const current = request;
    more.disabled = true;
    try {
      /** @type {import("../wire.js").History} */
      const page = await fetchJson(`/api/history${requestQuery(filters, after)}`);
      if (current !== request) return;
      const of = filters.player === "" ? null : filters.player;
      const rows = page.games.map((game) => finishedRow(game, of));
      if (after === null) list.replaceChildren(...rows);
      else list.append(...rows);
      if (after !== null) rows[0]?.querySelector("a")?.focus();
      next = page.next;
      status.textContent = list.childElementCount > 0 ? "" : t(pageQuery(filters) ? "history.none.filtered" : "history.none");
    } catch (fault) {
      if (current !== request) return;
      if (after === null) list.replaceChildren();
      status.textContent = errorMessage(fault, t("connection.failed"));
      next = null;
    }
    more.disabled = false;
    more.hidden = next === null;
  };
  more.addEventListener("click", () => void load(next));

  const showHeading = () => {
    const { player } = filters;
    heading.textContent = player === "" ? t("history.finished") : player === "*" ? t("history.heading.all") : t("history.heading.one", { name: player });
  };
  const form = filterForm(catalogue, filters, (changed) => {
    if (pageQuery(changed) === pageQuery(filters)) return;
    filters = changed;
    history.replaceState(history.state, "", `/history${pageQuery(filters)}`);
    showHeading();
    void load(null);
  });
  showHeading();
  host.append(h("h1", {}, t("history.title")), h("p", { class: "lead" }, t("history.lead")),
    h("div", { class: "games-page" }, savedGames(account, catalogue),
      h("section", { class: "panel stack", "data-list": "finished" }, heading, form, list, status, more)));
  void load(null);
  return socket.onUserChange(() => void redraw());
}
