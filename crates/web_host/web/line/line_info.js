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
  const { lines, tally } = model.view;
  const roleName = (/** @type {string} */ role) => t(`line.${role}`);
  /** @type {[string, string][]} */
  const rows = model.isRelay
    ? lines.map(({ place }, line) => [t("line.place.relay", { line: lineName(line) }), place])
    : [[t("line.place"), lines[0].place], [t("line.part"), roleName(model.role)]];
  rows.push([t("line.reading"), t(model.about?.strict ? "line.strict" : "line.tolerant")]);
  if (tally.own + tally.other + tally.ties > 0) {
    const [own, other] = model.isRelay ? [lineName(0), lineName(1)] : [roleName(model.role), roleName(model.otherRole)];
    rows.push([t("line.won"), t(tally.ties > 0 ? "line.tally.ties" : "line.tally", { own, other, ownWins: tally.own, otherWins: tally.other, ties: tally.ties })]);
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
  const [a, b] = model.view.lines.map(({ place }) => place);
  return model.isRelay ? t("line.heading.relay", { a, b }) : t("line.heading", { place: a, part: t(`line.${model.role}`) });
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
