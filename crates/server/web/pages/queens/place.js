// Placing queens by hand.

import { h } from "../../dom.js";
import { ApiError } from "../../http.js";
import { t } from "../../i18n.js";
import { completionOf } from "./library.js";
import { figure } from "./parts.js";
import { attacks, freeSquares, line, nameOf, readSquares, squaresText } from "./placement.js";

/** So many attacks are listed in words. */
const LISTED = 4;

/**
 * @param {import("../queens.js").Desk} desk
 * @returns {import("../queens.js").Way}
 */
export function placeWay(desk) {
  /**
   * What stood before each change.
   * @type {number[][]}
   */
  let past = [];
  let pastSize = 0;
  let isBusy = false;

  const count = h("p", { class: "queens-tally" });
  const list = h("ul", { class: "queens-attacks" });
  const solved = h("p", { class: "queens-solved" });
  const finish = h("button", { type: "button", class: "button primary", onclick: complete }, t("queens.place.finish"));
  const undo = h("button", { type: "button", class: "button", onclick: back }, t("queens.place.undo"));
  const clear = h("button", { type: "button", class: "button", onclick: () => change([], t("queens.place.empty")) }, t("queens.place.clear"));
  const hints = h("input", { type: "checkbox", onchange: () => show(t(hints.checked ? "queens.place.hinted" : "queens.place.unhinted")) });

  const panel = h("div", { class: "queens-way", hidden: true },
    count,
    h("div", { class: "queens-buttons" }, finish, undo, clear),
    h("label", { class: "check" }, hints, t("queens.place.hints")),
    h("div", { class: "queens-outcome" }, solved, list));

  /** @param {number} place */
  function toggle(place) {
    const has = desk.queens.includes(place);
    const square = nameOf(place, desk.size);
    if (has) change(desk.queens.filter((queen) => queen !== place), t("queens.place.taken", { square }));
    else change([...desk.queens, place], t("queens.place.put", { square }));
  }

  /**
   * @param {number[]} queens
   * @param {string} what has happened
   */
  function change(queens, what) {
    if (queens.length === 0 && desk.queens.length === 0) return;
    past.push(desk.queens);
    desk.queens = queens;
    show(what);
  }

  function back() {
    const before = past.pop();
    if (!before) return desk.tell(t("queens.place.nothing"));
    desk.queens = before;
    show(t("queens.place.undone"));
  }

  async function complete() {
    if (isBusy) return;
    const { size, queens } = desk;
    if (attacks(queens, size).length) return desk.tell(t("queens.place.attacked"));
    if (queens.length === size) return desk.tell(t("queens.place.done"));
    isBusy = true;
    try {
      const squares = await completionOf(size, squaresText(queens, size));
      if (size !== desk.size || queens !== desk.queens) return;
      change(readSquares(squares.join(","), size), t("queens.place.completed"));
    } catch (fault) {
      const isNone = fault instanceof ApiError && fault.status === 422;
      desk.tell(t(isNone ? "queens.place.impossible" : "queens.trouble", { count: queens.length }));
    } finally {
      isBusy = false;
    }
  }

  /** @param {string} what has happened */
  function show(what) {
    const { size, queens, catalogue } = desk;
    const pairs = attacks(queens, size);
    const free = freeSquares(queens, size);
    const number = pairs.length ? null : catalogue.findPlaces(queens);
    desk.stage.show(size, queens, {
      danger: [...new Set(pairs.flat())],
      lines: pairs,
      last: number ? queens : [],
      targets: hints.checked ? free : [],
      motion: true,
    });
    count.replaceChildren(h("b", {}, t("queens.place.queens", { count: queens.length, size })), " ",
      h("span", { class: pairs.length ? "error" : "muted" }, conflictWords(pairs.length, free.length)));
    undo.disabled = past.length === 0;
    clear.disabled = queens.length === 0;
    solved.replaceChildren(...(number ? [h("b", {}, t("queens.place.solved", { number, all: figure(catalogue.count) })), " ",
      h("a", { href: `/queens?size=${size}&k=${number}`, onclick: (/** @type {Event} */ event) => { event.preventDefault(); desk.look(number); } }, t("queens.place.look"))] : []));
    const words = pairs.slice(0, LISTED).map(([one, other]) =>
      t(`queens.share.${line(one, other, size)}`, { one: nameOf(one, size), other: nameOf(other, size) }));
    if (pairs.length > LISTED) words.push(t("queens.place.more", { count: pairs.length - LISTED }));
    list.replaceChildren(...words.map((each) => h("li", {}, each)));
    desk.remember();
    const state = `${t("queens.place.queens", { count: queens.length, size })} ${conflictWords(pairs.length, free.length)}`;
    const found = number ? t("queens.place.solved", { number, all: figure(catalogue.count) }) : "";
    desk.tell(found || what, { aloud: `${what} ${found || state}` });
  }

  /**
   * @param {number} conflicts
   * @param {number} free
   */
  function conflictWords(conflicts, free) {
    if (conflicts) return t("queens.place.conflicts", { count: conflicts });
    if (desk.queens.length >= desk.size) return "";
    return t("queens.place.free", { count: free });
  }

  return {
    panel,
    enter() {
      if (pastSize !== desk.size) past = [];
      pastSize = desk.size;
      desk.stage.touchable(toggle);
      show(t("queens.place.how"));
    },
    leave() {},
    key(event) {
      const isUndo = (event.key === "z" && event.ctrlKey) || event.key === "Backspace";
      if (isUndo) back();
      return isUndo;
    },
  };
}
