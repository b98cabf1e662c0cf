// Where nothing is.

import { h } from "../dom.js";
import { setTitle } from "../router.js";
import { t } from "../i18n.js";

/**
 * A kind sentence and a way back.
 * @param {HTMLElement} host
 * @param {string} heading
 * @param {string} sentence
 */
export function showLost(host, heading, sentence) {
  setTitle(heading);
  host.className = "narrow";
  host.replaceChildren(
    h("h1", {}, heading),
    h("p", { class: "lead" }, sentence),
    h("p", {}, h("a", { class: "button primary", href: "/" }, t("lost.back"))),
  );
  return () => {};
}

/** @param {HTMLElement} host */
export const lostPage = (host) => showLost(host, t("lost.heading"), t("lost.page"));

/** @param {HTMLElement} host */
export const brokenPage = (host) => showLost(host, t("lost.broken.heading"), t("lost.broken"));
