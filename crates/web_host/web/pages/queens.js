// The page of the n-queens puzzle: browse all solutions, watch a solver, or place queens by hand.

import { h } from "../dom.js";
import { setTitle } from "../router.js";
import { addMessages, t } from "../i18n.js";
import { queens as messages } from "../messages/en.queens.js";
import { announceLatest } from "./announce_latest.js";
import { browseMode } from "./queens/browse.js";
import { readNumber } from "./queens/solutions.js";
import { fetchSolutions } from "./queens/api.js";
import { choices, formatNumber, isHandledByFocus } from "./queens/widgets.js";
import { LARGEST, SMALLEST, readSquares, squaresText } from "./queens/placement.js";
import { placeMode } from "./queens/place.js";
import { QueensBoard } from "./queens/queens_board.js";
import { tabs } from "./queens/tabs.js";
import { watchMode } from "./queens/watch.js";

addMessages(messages);

/** @typedef {"browse" | "watch" | "place"} ModeName */
/**
 * State and functions shared by the modes.
 * @typedef {object} Context
 * @property {number} size
 * @property {number} number number of the solution on display, from 1
 * @property {number[]} queens places of queens placed by hand
 * @property {import("./queens/solutions.js").SolutionSet} solutions
 * @property {QueensBoard} board
 * @property {(text: string, how?: {silent?: boolean, announcement?: string}) => void} setStatus shows a message below the board and, unless `silent`, announces it or `announcement`
 * @property {() => void} updateUrl stores size and number in the address
 * @property {(number: number) => void} showSolution opens a solution in browse mode
 * @property {(size: number) => void} resize
 */
/**
 * A mode of the page. `enter` shows it and is called again after a resize; `leave` stops timers.
 * @typedef {{panel: HTMLElement, enter: () => void, leave: () => void, key: (event: KeyboardEvent) => boolean}} Mode
 */

/** @type {ModeName[]} */
const MODES = ["browse", "watch", "place"];

/**
 * Opens the page.
 * @param {HTMLElement} host
 * @returns {() => void} closes the page
 */
export function queensPage(host) {
  const query = new URLSearchParams(location.search);
  const requested = Number(query.get("size") ?? 8);
  let modeName = MODES.find((name) => name === query.get("mode")) ?? "browse";
  let isClosed = false;

  const status = h("p", { class: "queens-status" });
  const boardHost = h("div", { class: "queens-board" });
  const title = h("h1", {});
  const shortcuts = h("p", { class: "muted small queens-shortcuts" });
  const facts = h("p", { class: "queens-facts" });
  const error = h("div", { class: "queens-error", hidden: true });

  const board = new QueensBoard(boardHost);
  const size = Number.isInteger(requested) && requested >= SMALLEST && requested <= LARGEST ? requested : 8;
  /** @type {Context} */
  const context = {
    size,
    number: readNumber(query.get("k"), 1e6) ?? 1,
    queens: readSquares(query.get("queens") ?? "", size),
    solutions: /** @type {any} */ (null),
    board,
    setStatus(text, { silent = false, announcement = text } = {}) {
      status.textContent = text;
      if (!silent) announceLatest(announcement);
    },
    updateUrl() {
      const values = new URLSearchParams();
      if (modeName !== "browse") values.set("mode", modeName);
      values.set("size", String(context.size));
      if (modeName === "browse") values.set("k", String(context.number));
      const squares = squaresText(context.queens, context.size);
      if (modeName === "place" && squares) values.set("queens", squares);
      history.replaceState(history.state, "", `${location.pathname}?${values.toString().replaceAll("%2C", ",")}`);
    },
    showSolution(number) {
      context.number = number;
      tabList.choose("browse");
      open("browse");
    },
    resize(size) {
      context.size = size;
      context.number = 1;
      context.queens = [];
      void load();
    },
  };

  /** @type {Record<ModeName, Mode>} */
  const modes = { browse: browseMode(context), watch: watchMode(context), place: placeMode(context) };
  const tabList = tabs(t("queens.modes"), MODES.map((name) => ({ name, label: t(`queens.mode.${name}`), panel: modes[name].panel })), modeName,
    (name) => open(/** @type {ModeName} */ (name)));
  const sizes = Array.from({ length: LARGEST - SMALLEST + 1 }, (_, index) => index + SMALLEST);
  const sizeBox = h("div", { class: "queens-sizes" });

  const page = h("div", { class: "queens" },
    title,
    tabList.element,
    h("div", { class: "queens-middle" }, boardHost, status),
    h("div", { class: "panel queens-panel" }, error, ...MODES.map((name) => modes[name].panel)),
    h("section", { class: "panel queens-side" }, facts, sizeBox, shortcuts));
  host.className = "wide";
  host.append(page);

  /** @param {ModeName} name */
  function open(name) {
    if (name !== modeName) modes[modeName].leave();
    modeName = name;
    for (const each of MODES) modes[each].panel.hidden = each !== name || !context.solutions;
    if (!context.solutions) return;
    shortcuts.textContent = t(`queens.shortcuts.${name}`);
    modes[name].enter();
    context.updateUrl();
  }

  async function load() {
    const { size } = context;
    modes[modeName].leave();
    board.show(size, []);
    sizeBox.replaceChildren(choices(t("queens.size"), sizes.map((each) => [each, String(each)]), size, context.resize));
    title.textContent = t(`queens.title.${size}`);
    setTitle(title.textContent);
    try {
      const solutions = await fetchSolutions(size);
      if (isClosed || size !== context.size) return;
      context.solutions = solutions;
      context.number = Math.min(context.number, solutions.count);
      facts.textContent = t("queens.facts", { size, all: formatNumber(solutions.count), count: solutions.classes.length });
      error.hidden = true;
      open(modeName);
    } catch {
      if (isClosed || size !== context.size) return;
      error.replaceChildren(h("p", {}, t("queens.unreachable")),
        h("button", { type: "button", class: "button", onclick: load }, t("queens.retry")));
      error.hidden = false;
      context.setStatus(t("queens.unreachable"));
    }
  }

  /** @param {KeyboardEvent} event */
  function onkeydown(event) {
    if (!context.solutions || isHandledByFocus(event)) return;
    if (modes[modeName].key(event)) event.preventDefault();
  }

  document.addEventListener("keydown", onkeydown);
  void load();
  return () => {
    isClosed = true;
    document.removeEventListener("keydown", onkeydown);
    modes[modeName].leave();
    board.remove();
    page.remove();
  };
}
