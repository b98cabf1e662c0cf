// Leafing through all solutions.

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { indexIn, readNumber, relation, walk } from "./catalogue.js";
import { figure, iconButton, mini } from "./parts.js";
import { placesOf, squaresText } from "./placement.js";
import { takeAlong } from "./export.js";

/**
 * @param {import("../queens.js").Desk} desk
 * @returns {import("../queens.js").Way}
 */
export function browseWay(desk) {
  /** Only one of each class. */
  let isChosen = false;

  const typed = h("input", {
    class: "input", type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 4, "aria-label": t("queens.browse.number"),
    onfocus: () => typed.select(), onchange: jump, onkeydown: onTypedKey,
  });
  const total = h("span", { class: "queens-total" });
  const slider = h("input", { type: "range", min: 1, "aria-label": t("queens.browse.slider"), oninput: () => open(shelf()[Number(slider.value) - 1]) });
  const filter = h("input", { type: "checkbox", onchange: () => { isChosen = filter.checked; open(shelf()[indexIn(shelf(), shown())]); } });
  const className = h("h2", {});
  const classWords = h("p", { class: "muted small" });
  const members = h("div", { class: "queens-members" });
  const along = takeAlong(desk);

  const panel = h("div", { class: "queens-way", hidden: true },
    h("div", { class: "queens-count" },
      iconButton("previous", t("queens.browse.previous"), () => go(-1)),
      h("div", { class: "queens-number" }, typed, total),
      iconButton("next", t("queens.browse.next"), () => go(1), "primary")),
    slider,
    h("label", { class: "check" }, filter, t("queens.browse.filter")),
    h("section", { class: "queens-class" }, className, classWords, members),
    along.element);

  /** The numbers there are to leaf through. */
  function shelf() {
    return isChosen ? desk.catalogue.chosen : desk.catalogue.solutions.map((_, index) => index + 1);
  }

  /** What is shown, or with one of each class, what stands for its class. */
  function shown() {
    return isChosen ? desk.catalogue.members(desk.number)[0] : desk.number;
  }

  /** @param {number} by */
  function go(by) {
    const { number, end } = walk(shelf(), shown(), by);
    open(number, end);
  }

  function jump() {
    const at = readNumber(typed.value, shelf().length);
    if (at) open(shelf()[at - 1]);
    else show(t("queens.browse.unknown", { all: figure(shelf().length) }));
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
    desk.number = number;
    desk.remember();
    const name = isChosen ? "queens.browse.class-end" : "queens.browse.end";
    show(end ? t(`${name}.${end}`, { all: figure(shelf().length) }) : "");
  }

  /** @param {string} [notice] */
  function show(notice = "") {
    const { catalogue, number, size } = desk;
    const numbers = shelf();
    const at = indexIn(numbers, shown()) + 1;
    const places = placesOf(catalogue.columns(number));
    desk.stage.show(size, places, { motion: true });
    typed.value = String(at);
    total.textContent = t(isChosen ? "queens.browse.of-classes" : "queens.browse.of", { all: figure(numbers.length) });
    slider.max = String(numbers.length);
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", t("queens.browse.at", { at, all: numbers.length }));
    const squares = squaresText(places, size).replaceAll(",", " ");
    desk.tell(notice || t("queens.browse.sentence", { number, squares }));
    along.show(places);
    showClass();
  }

  function showClass() {
    const { catalogue, number } = desk;
    const numbers = catalogue.members(number);
    className.textContent = t("queens.class", { number: catalogue.classNumber(number), all: catalogue.classes.length });
    classWords.textContent = t("queens.class.members", { count: numbers.length });
    const hadFocus = members.contains(document.activeElement);
    members.replaceChildren(...numbers.map((member) => {
      const how = relation(catalogue.columns(number), catalogue.columns(member));
      const words = member === number ? t("queens.class.this", { number: member }) : t("queens.class.member", { number: member, how: t(`queens.symmetry.${how}`) });
      return h("button", {
        type: "button", class: "queens-member", title: words, "aria-label": words, "aria-current": member === number ? "true" : null,
        // Among one of each class, the other members are looked at without leaving the list.
        onclick: () => open(member),
      }, mini(catalogue.columns(member)), h("span", {}, String(member)));
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
      desk.stage.touchable(null);
      show();
    },
    leave() {},
    key,
  };
}
