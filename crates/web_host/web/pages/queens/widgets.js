// Widgets shared by the modes of the n-queens page.

import { h, s } from "../../dom.js";

/** @type {Record<string, string>} */
const ICONS = {
  previous: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  start: "M6 5v14M18 5l-8 7 8 7",
  back: "M17 5l-9 7 9 7z",
  step: "M7 5l9 7-9 7z",
  play: "M7 4.5l12 7.5-12 7.5z",
  pause: "M8.5 5v14M15.5 5v14",
};

/** @param {string} name */
export function icon(name) {
  const filled = name === "play";
  return s("svg", { viewBox: "0 0 24 24", class: `queens-icon${filled ? " filled" : ""}`, "aria-hidden": "true" },
    s("path", { d: ICONS[name] }));
}

/**
 * Creates a button with an icon and an accessible name.
 * @param {string} name
 * @param {string} label
 * @param {() => void} onclick
 * @param {string} [kind]
 */
export function iconButton(name, label, onclick, kind = "") {
  return h("button", { type: "button", class: `button icon ${kind}`, "aria-label": label, title: label, onclick }, icon(name));
}

/**
 * Creates a row of radio buttons.
 * @template {string | number} V
 * @param {string} legend
 * @param {[V, string][]} choices
 * @param {V} chosen
 * @param {(value: V) => void} onchoose
 */
export function choices(legend, choices, chosen, onchoose) {
  const name = `choice-${++choiceCount}`;
  return h("fieldset", { class: "queens-choice" }, h("legend", {}, legend),
    h("div", { class: "choices" }, ...choices.map(([value, label]) =>
      h("label", {}, h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onchoose(value) }),
        h("span", {}, label)))));
}

let choiceCount = 0;

/**
 * Creates a thumbnail of a solution.
 * @param {number[]} columns
 */
export function thumbnail(columns) {
  const size = columns.length;
  let tiles = "";
  for (let row = 0; row < size; row++) {
    for (let column = (row + 1) % 2; column < size; column += 2) tiles += `M${column} ${row}h1v1h-1z`;
  }
  return s("svg", { viewBox: `0 0 ${size} ${size}`, class: "queens-thumbnail", "aria-hidden": "true" },
    s("rect", { class: "light", width: size, height: size }),
    s("path", { class: "dark", d: tiles }),
    ...columns.map((column, row) => s("circle", { cx: column + 0.5, cy: row + 0.5, r: 0.36 })));
}

/**
 * Formats a number in the language of the page.
 * @param {number} number
 */
export function formatNumber(number) {
  return new Intl.NumberFormat(document.documentElement.lang || "en").format(number);
}

/** `true` if the user prefers reduced motion. */
export function prefersReducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * `true` if the focused element handles this key, not the page.
 * @param {KeyboardEvent} event
 */
export function isHandledByFocus(event) {
  if (event.defaultPrevented || event.altKey || event.metaKey) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return false;
  if (target.closest("input:not([type=checkbox], [type=radio]), select, textarea, [role=tablist]")) return true;
  if (target.closest("input[type=radio], .queens-board:not(.still)")) return /^(Arrow|Home|End|Page|Enter| )/.test(event.key);
  return event.key === " " && Boolean(target.closest("button, a, input"));
}
