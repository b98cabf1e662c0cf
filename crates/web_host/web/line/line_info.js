// Information about a serial line, or about the two lines of a relay.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { lineName } from "./model.js";

/** @typedef {import("./model.js").LineModel} LineModel */

/**
 * Labels and values.
 * @param {LineModel} model
 * @returns {[string, string][]}
 */
export function facts(model) {
  const { lines, score } = model.view;
  const roleName = (/** @type {string} */ role) => t(`line.${role}`);
  /** @type {[string, string][]} */
  const rows = model.isRelay
    ? lines.map(({ address }, line) => [t("line.address.relay", { line: lineName(line) }), address])
    : [[t("line.address"), lines[0].address], [t("line.role"), roleName(model.role)]];
  rows.push([t("line.reading"), t(model.about?.strict ? "line.strict" : "line.tolerant")]);
  if (score.own + score.other + score.ties > 0) {
    const [own, other] = model.isRelay ? [lineName(0), lineName(1)] : [roleName(model.role), roleName(model.otherRole)];
    rows.push([t("line.won"), t(score.ties > 0 ? "line.score.ties" : "line.score", { own, other, ownWins: score.own, otherWins: score.other, ties: score.ties })]);
  }
  return rows;
}

/**
 * Title of the page.
 * @param {LineModel} model
 */
export function pageTitle(model) {
  return t(model.isRelay ? "line.title.relay" : "line.title");
}

/**
 * Heading of the page, with the addresses of the lines.
 * @param {LineModel} model
 */
export function heading(model) {
  const [a, b] = model.view.lines.map(({ address }) => address);
  return model.isRelay ? t("line.heading.relay", { a, b }) : t("line.heading", { address: a, role: t(`line.${model.role}`) });
}

/**
 * Creates the information panel.
 * @param {LineModel} model
 * @returns {import("./model.js").Panel}
 */
export function lineInfo(model) {
  const title = h("h2", {});
  const list = h("dl", { class: "facts small" });
  const element = h("section", { class: "line-about" }, title, list);
  return {
    element,
    update() {
      title.textContent = pageTitle(model);
      element.setAttribute("aria-label", pageTitle(model));
      list.replaceChildren(...facts(model).flatMap(([key, value]) => [h("dt", {}, key), h("dd", {}, value)]));
    },
  };
}
