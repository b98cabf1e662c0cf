// The interactive spots of a board, each with its marks, accessible name and focus ring.

import { s } from "../dom.js";
import { drawMarks, MARK_ORDER, MARKS_BELOW_PIECES } from "./marks.js";

/** @typedef {import("../wire.js").Piece} Piece */
/** @typedef {import("../wire.js").Spot} Spot */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {{spot: Spot, group: SVGGElement, drawn: string, marks: SVGGElement[]}} SpotView */

export class SpotLayer {
  layer = s("g", { class: "board-spots" });
  /** Marks below the pieces. */
  below = s("g");
  /** @type {Map<number, SpotView>} */
  #views = new Map();
  #readOnly;
  #upright = false;
  /** Place of the spot in the tab order. */
  #current = -1;

  /** @param {boolean} readOnly */
  constructor(readOnly) {
    this.#readOnly = readOnly;
  }

  /** @param {Spot[]} spots @param {boolean} upright `true` if the pieces stand upright, as in chess */
  reset(spots, upright) {
    this.#upright = upright;
    this.below.replaceChildren();
    this.#views = new Map(
      spots.map((spot) => [spot.place, { spot, group: this.#create(spot), drawn: "", marks: [] }]),
    );
    this.layer.replaceChildren(...[...this.#views.values()].map(({ group }) => group));
    if (!this.#views.has(this.#current)) this.#current = spots[0]?.place ?? -1;
    this.#moveTabStop(this.#current);
  }

  /** @param {Spot} spot */
  #create({ x, y, w, h, place }) {
    if (this.#readOnly) return s("g");
    const area = s("rect", { x, y, width: w, height: h, class: "board-hit-area" });
    const ring = { x: x + 0.04, y: y + 0.04, width: w - 0.08, height: h - 0.08, rx: 0.1 };
    const focus = [
      s("rect", { ...ring, class: "board-focus board-halo" }),
      s("rect", { ...ring, class: "board-focus" }),
    ];
    return s("g", { class: "board-spot", role: "button", tabindex: -1, "data-place": place }, area, ...focus);
  }

  /**
   * Changes the names of the spots.
   * @param {Spot[]} spots
   */
  rename(spots) {
    for (const spot of spots) {
      const view = this.#views.get(spot.place);
      if (view) view.spot = spot;
    }
  }

  /**
   * @param {Map<number, Set<Mark>>} marks
   * @param {(place: number) => Piece[]} pieces
   * @param {(spot: Spot, stack: Piece[], marks: string[]) => string} label
   * @param {(place: number) => boolean} movable
   */
  show(marks, pieces, label, movable) {
    const hasSelection = [...marks.values()].some((set) => set.has("selected"));
    // A hint of more than one place is drawn as an arrow.
    const isArrow = [...marks.values()].filter((set) => set.has("hint")).length > 1;
    for (const [place, view] of this.#views) {
      const set = marks.get(place) ?? new Set();
      const stack = pieces(place);
      const list = MARK_ORDER.filter((mark) => set.has(mark));
      const drawn = `${list} ${stack.length} ${hasSelection} ${isArrow}`;
      if (drawn !== view.drawn) {
        view.drawn = drawn;
        const visible = list.filter((mark) => mark !== "hint" || !isArrow);
        const below = visible.filter((mark) => this.#upright && MARKS_BELOW_PIECES.includes(mark));
        const above = visible.filter((mark) => !below.includes(mark));
        for (const old of view.marks) old.remove();
        view.marks = [below, above].map((list) => drawMarks(view.spot, stack.length, list, hasSelection));
        if (below.length) this.below.append(view.marks[0]);
        if (above.length) view.group.append(view.marks[1]);
        view.group.classList.toggle("board-is-target", set.has("target"));
      }
      if (this.#readOnly) continue;
      view.group.classList.toggle("board-draggable", stack.length > 0 && movable(place));
      const name = label(view.spot, stack, list);
      if (view.group.getAttribute("aria-label") !== name) view.group.setAttribute("aria-label", name);
    }
  }

  get current() {
    return this.#current;
  }

  /** @param {number} place */
  #moveTabStop(place) {
    if (this.#readOnly) return;
    this.#views.get(this.#current)?.group.setAttribute("tabindex", "-1");
    this.#views.get(place)?.group.setAttribute("tabindex", "0");
    this.#current = place;
  }

  /**
   * Makes a spot the tab stop of the board (roving tabindex).
   * @param {number} place
   */
  setCurrent(place) {
    if (this.#views.has(place)) this.#moveTabStop(place);
  }

  /** @param {number} place */
  focus(place) {
    this.setCurrent(place);
    this.#views.get(place)?.group.focus({ preventScroll: false });
  }
}
