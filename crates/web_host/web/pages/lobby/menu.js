// The user in the lobby: results so far, and links to games, statistics and the account.

import { h } from "../../dom.js";
import { fetchJson } from "../../http.js";
import { t } from "../../i18n.js";
import { socket } from "../../socket.js";

/** @param {import("../../wire.js").Totals} own */
const resultsText = (own) => ["wins", "draws", "losses"].map((kind) => t(`menu.${kind}`, { count: own[/** @type {"wins"} */ (kind)] })).join(" · ");

/**
 * Creates the menu.
 * @returns {{element: HTMLElement, remove: () => void}}
 */
export function lobbyMenu() {
  const name = h("b", {});
  const results = h("span", { class: "muted small" });
  const links = h("span", { class: "row" });
  const element = h("nav", { class: "panel lobby-menu", "aria-label": t("menu.label") }, h("span", {}, name, results), links);
  /**
   * @param {string} href
   * @param {string} key
   * @param {string} [kind]
   */
  const link = (href, key, kind = "subtle") => h("a", { class: `button ${kind}`, href }, t(key));
  const remove = socket.onUser((user) => {
    name.textContent = user.name;
    results.textContent = t(user.registered ? "menu.account" : "menu.guest");
    links.replaceChildren(
      link("/history", "menu.games"), link("/statistics", "nav.statistics"),
      ...(user.registered ? [link(`/player/${encodeURIComponent(user.name)}`, "menu.own")] : [link("/account", "user.logIn", "")]));
    if (!user.registered) return;
    fetchJson("/api/statistics").then(
      ({ own }) => {
        if (own.games > 0 && socket.user?.name === own.name) results.textContent = resultsText(own);
      },
      () => {}, // The line stays as it is.
    );
  });
  return { element, remove };
}
