// Browse mode: step through all solutions.

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { findSymmetry, indexIn, readNumber, step } from "./solutions.js";
import { formatNumber, iconButton, thumbnail } from "./widgets.js";
import { placesOf, squaresText } from "./placement.js";
import { exportPanel } from "./export.js";

/**
 * Creates browse mode.
 * @param {import("../queens.js").Context} context
 * @returns {import("../queens.js").Mode}
 */
export function browseMode(context) {
  /** `true` if solutions that are rotations or reflections of each other count once. */
  let onlyUnique = false;

  const typed = h("input", {
    class: "input", type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 4, "aria-label": t("queens.browse.number"),
    onfocus: () => typed.select(), onchange: jump, onkeydown: onTypedKey,
  });
  const total = h("span", { class: "queens-total" });
  const slider = h("input", { type: "range", min: 1, "aria-label": t("queens.browse.slider"), oninput: () => open(numbers()[Number(slider.value) - 1]) });
  const filter = h("input", { type: "checkbox", onchange: () => { onlyUnique = filter.checked; open(numbers()[indexIn(numbers(), shown())]); } });
  const classTitle = h("h2", {});
  const classInfo = h("p", { class: "muted small" });
  const members = h("div", { class: "queens-members" });
  const exports = exportPanel(context);

  const panel = h("div", { class: "queens-mode", hidden: true },
    h("div", { class: "queens-count" },
      iconButton("previous", t("queens.browse.previous"), () => go(-1)),
      h("div", { class: "queens-number" }, typed, total),
      iconButton("next", t("queens.browse.next"), () => go(1), "primary")),
    slider,
    h("label", { class: "check" }, filter, t("queens.browse.filter")),
    h("section", { class: "queens-class" }, classTitle, classInfo, members),
    exports.element);

  /** Numbers of the solutions to browse. */
  function numbers() {
    return onlyUnique ? context.solutions.representatives : context.solutions.all.map((_, index) => index + 1);
  }

  /** Number of the solution on display, or of the one that represents it. */
  function shown() {
    return onlyUnique ? context.solutions.members(context.number)[0] : context.number;
  }

  /** @param {number} by */
  function go(by) {
    const { number, end } = step(numbers(), shown(), by);
    open(number, end);
  }

  function jump() {
    const at = readNumber(typed.value, numbers().length);
    if (at) open(numbers()[at - 1]);
    else show(t("queens.browse.range", { all: formatNumber(numbers().length) }));
  }

  /** @param {KeyboardEvent} event */
  function onTypedKey(event) {
    if (event.key === "Enter") jump();
    else if (event.key === "Escape") show();
    else if (event.key === "ArrowUp") go(1);
    else if (event.key === "ArrowDown") go(-1);
    else return;
    event.preventDefault();
    typed.select();
  }

  /**
   * @param {number} number
   * @param {"first" | "last" | null} [end]
   */
  function open(number, end = null) {
    context.number = number;
    context.updateUrl();
    const name = onlyUnique ? "queens.browse.unique-end" : "queens.browse.end";
    show(end ? t(`${name}.${end}`, { all: formatNumber(numbers().length) }) : "");
  }

  /** @param {string} [notice] */
  function show(notice = "") {
    const { solutions, number, size } = context;
    const list = numbers();
    const at = indexIn(list, shown()) + 1;
    const places = placesOf(solutions.columns(number));
    context.board.show(size, places, { animate: true });
    typed.value = String(at);
    total.textContent = t(onlyUnique ? "queens.browse.of-unique" : "queens.browse.of", { all: formatNumber(list.length) });
    slider.max = String(list.length);
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", t("queens.browse.at", { at, all: list.length }));
    const squares = squaresText(places, size).replaceAll(",", " ");
    context.setStatus(notice || t("queens.browse.squares", { number, squares }));
    exports.show(places);
    showClass();
  }

  function showClass() {
    const { solutions, number } = context;
    const numbers = solutions.members(number);
    classTitle.textContent = t("queens.class", { number: solutions.classNumber(number), all: solutions.classes.length });
    classInfo.textContent = t("queens.class.members", { count: numbers.length });
    const hadFocus = members.contains(document.activeElement);
    members.replaceChildren(...numbers.map((member) => {
      const how = findSymmetry(solutions.columns(number), solutions.columns(member));
      const label = member === number ? t("queens.class.this", { number: member }) : t("queens.class.member", { number: member, how: t(`queens.symmetry.${how}`) });
      return h("button", {
        type: "button", class: "queens-member", title: label, "aria-label": label, "aria-current": member === number ? "true" : null,
        // The other members stay reachable while only unique solutions are browsed.
        onclick: () => open(member),
      }, thumbnail(solutions.columns(member)), h("span", {}, String(member)));
    }));
    if (hadFocus) /** @type {HTMLElement | null} */ (members.querySelector("[aria-current]"))?.focus();
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const isRightToLeft = getComputedStyle(panel).direction === "rtl";
    const by = { ArrowRight: isRightToLeft ? -1 : 1, ArrowLeft: isRightToLeft ? 1 : -1, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined) return false;
    go(by);
    return true;
  }

  return {
    panel,
    enter() {
      context.board.setClickHandler(null);
      show();
    },
    leave() {},
    key,
  };
}
