// Error pages: unknown address, unknown table or game, failed load.

import { h } from "../dom.js";
import { setTitle } from "../router.js";
import { t } from "../i18n.js";

/**
 * Shows a heading, a message and a link to the lobby.
 * @param {HTMLElement} host
 * @param {string} heading
 * @param {string} message
 */
export function showErrorPage(host, heading, message) {
  setTitle(heading);
  host.className = "narrow";
  host.replaceChildren(
    h("h1", {}, heading),
    h("p", { class: "lead" }, message),
    h("p", {}, h("a", { class: "button primary", href: "/" }, t("error.home"))),
  );
  return () => {};
}

/** @param {HTMLElement} host */
export const notFoundPage = (host) => showErrorPage(host, t("error.notFound.heading"), t("error.notFound"));

/** @param {HTMLElement} host */
export const loadErrorPage = (host) => showErrorPage(host, t("error.load.heading"), t("error.load"));
