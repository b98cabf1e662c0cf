// Place mode: place queens by hand.

import { h } from "../../dom.js";
import { ApiError } from "../../http.js";
import { t } from "../../i18n.js";
import { fetchCompletion } from "./api.js";
import { formatNumber } from "./widgets.js";
import { attacks, freeSquares, line, nameOf, readSquares, squaresText } from "./placement.js";

/** Number of attacks listed. */
const MAX_LISTED = 4;

/**
 * Creates place mode.
 * @param {import("../queens.js").Context} context
 * @returns {import("../queens.js").Mode}
 */
export function placeMode(context) {
  /**
   * Queens before each change.
   * @type {number[][]}
   */
  let undoStack = [];
  let undoSize = 0;
  let isBusy = false;

  const count = h("p", { class: "queens-summary" });
  const list = h("ul", { class: "queens-attacks" });
  const solved = h("p", { class: "queens-solved" });
  const completeButton = h("button", { type: "button", class: "button primary", onclick: complete }, t("queens.place.complete"));
  const undo = h("button", { type: "button", class: "button", onclick: undoLast }, t("queens.place.undo"));
  const clear = h("button", { type: "button", class: "button", onclick: () => change([], t("queens.place.empty")) }, t("queens.place.clear"));
  const hints = h("input", { type: "checkbox", onchange: () => show(t(hints.checked ? "queens.place.hinted" : "queens.place.unhinted")) });

  const panel = h("div", { class: "queens-mode", hidden: true },
    count,
    h("div", { class: "queens-buttons" }, completeButton, undo, clear),
    h("label", { class: "check" }, hints, t("queens.place.hints")),
    h("div", { class: "queens-outcome" }, solved, list));

  /** @param {number} place */
  function toggle(place) {
    const has = context.queens.includes(place);
    const square = nameOf(place, context.size);
    if (has) change(context.queens.filter((queen) => queen !== place), t("queens.place.removed", { square }));
    else change([...context.queens, place], t("queens.place.placed", { square }));
  }

  /**
   * @param {number[]} queens
   * @param {string} message describes the change
   */
  function change(queens, message) {
    if (queens.length === 0 && context.queens.length === 0) return;
    undoStack.push(context.queens);
    context.queens = queens;
    show(message);
  }

  function undoLast() {
    const before = undoStack.pop();
    if (!before) return context.setStatus(t("queens.place.nothingToUndo"));
    context.queens = before;
    show(t("queens.place.undone"));
  }

  async function complete() {
    if (isBusy) return;
    const { size, queens } = context;
    if (attacks(queens, size).length) return context.setStatus(t("queens.place.attacked"));
    if (queens.length === size) return context.setStatus(t("queens.place.done"));
    isBusy = true;
    try {
      const squares = await fetchCompletion(size, squaresText(queens, size));
      if (size !== context.size || queens !== context.queens) return;
      change(readSquares(squares.join(","), size), t("queens.place.filled"));
    } catch (error) {
      const isUnsolvable = error instanceof ApiError && error.status === 422;
      context.setStatus(t(isUnsolvable ? "queens.place.impossible" : "queens.unreachable", { count: queens.length }));
    } finally {
      isBusy = false;
    }
  }

  /** @param {string} message describes the change */
  function show(message) {
    const { size, queens, solutions } = context;
    const pairs = attacks(queens, size);
    const free = freeSquares(queens, size);
    const number = pairs.length ? null : solutions.findPlaces(queens);
    context.board.show(size, queens, {
      danger: [...new Set(pairs.flat())],
      lines: pairs,
      last: number ? queens : [],
      targets: hints.checked ? free : [],
      animate: true,
    });
    count.replaceChildren(h("b", {}, t("queens.place.queens", { count: queens.length, size })), " ",
      h("span", { class: pairs.length ? "error" : "muted" }, summary(pairs.length, free.length)));
    undo.disabled = undoStack.length === 0;
    clear.disabled = queens.length === 0;
    solved.replaceChildren(...(number ? [h("b", {}, t("queens.place.solved", { number, all: formatNumber(solutions.count) })), " ",
      h("a", { href: `/queens?size=${size}&k=${number}`, onclick: (/** @type {Event} */ event) => { event.preventDefault(); context.showSolution(number); } }, t("queens.place.show"))] : []));
    const lines = pairs.slice(0, MAX_LISTED).map(([one, other]) =>
      t(`queens.share.${line(one, other, size)}`, { one: nameOf(one, size), other: nameOf(other, size) }));
    if (pairs.length > MAX_LISTED) lines.push(t("queens.place.more", { count: pairs.length - MAX_LISTED }));
    list.replaceChildren(...lines.map((each) => h("li", {}, each)));
    context.updateUrl();
    const state = `${t("queens.place.queens", { count: queens.length, size })} ${summary(pairs.length, free.length)}`;
    const found = number ? t("queens.place.solved", { number, all: formatNumber(solutions.count) }) : "";
    context.setStatus(found || message, { announcement: `${message} ${found || state}` });
  }

  /**
   * @param {number} conflicts
   * @param {number} free
   */
  function summary(conflicts, free) {
    if (conflicts) return t("queens.place.conflicts", { count: conflicts });
    if (context.queens.length >= context.size) return "";
    return t("queens.place.free", { count: free });
  }

  return {
    panel,
    enter() {
      if (undoSize !== context.size) undoStack = [];
      undoSize = context.size;
      context.board.setClickHandler(toggle);
      show(t("queens.place.help"));
    },
    leave() {},
    key(event) {
      const isUndo = (event.key === "z" && event.ctrlKey) || event.key === "Backspace";
      if (isUndo) undoLast();
      return isUndo;
    },
  };
}
