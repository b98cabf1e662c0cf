// What is to be known of a line, or of the two lines of a relay.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { lineName } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */

/**
 * Keys and values.
 * @param {Scene} scene
 * @returns {[string, string][]}
 */
export function facts(scene) {
  const { lines, tally } = scene.sight;
  const part = (/** @type {string} */ name) => t(`line.${name}`);
  /** @type {[string, string][]} */
  const known = scene.isRelay
    ? lines.map(({ place }, line) => [t("line.place.relay", { line: lineName(line) }), place])
    : [[t("line.place"), lines[0].place], [t("line.part"), part(scene.part)]];
  known.push([t("line.reading"), t(scene.about?.strict ? "line.strict" : "line.tolerant")]);
  if (tally.own + tally.other + tally.ties > 0) {
    const [own, other] = scene.isRelay ? [lineName(0), lineName(1)] : [part(scene.part), part(scene.otherPart)];
    known.push([t("line.won"), t(tally.ties > 0 ? "line.tally.ties" : "line.tally", { own, other, ownWins: tally.own, otherWins: tally.other, ties: tally.ties })]);
  }
  return known;
}

/**
 * What the page is about.
 * @param {Scene} scene
 */
export function name(scene) {
  return t(scene.isRelay ? "line.title.relay" : "line.title");
}

/**
 * The same at length, with where the lines are.
 * @param {Scene} scene
 */
export function heading(scene) {
  const [a, b] = scene.sight.lines.map(({ place }) => place);
  return scene.isRelay ? t("line.heading.relay", { a, b }) : t("line.heading", { place: a, part: t(`line.${scene.part}`) });
}

/**
 * @param {Scene} scene
 * @returns {import("./scene.js").Part}
 */
export function factSheet(scene) {
  const title = h("h2", {});
  const list = h("dl", { class: "facts small" });
  const element = h("section", { class: "line-about" }, title, list);
  return {
    element,
    update() {
      title.textContent = name(scene);
      element.setAttribute("aria-label", name(scene));
      list.replaceChildren(...facts(scene).flatMap(([key, value]) => [h("dt", {}, key), h("dd", {}, value)]));
    },
  };
}
