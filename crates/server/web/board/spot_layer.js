// The places as something to touch: each with its marks, its name for those who hear it, and a ring for the focus.

import { s } from "../dom.js";
import { beneath, drawMarks, kinds } from "./marks.js";

/** @typedef {import("../wire.js").Piece} Piece */
/** @typedef {import("../wire.js").Spot} Spot */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {{spot: Spot, group: SVGGElement, drawn: string, marks: SVGGElement[]}} Place */

export class Places {
  layer = s("g", { class: "board-spots" });
  /** The marks that lie below the pieces. */
  below = s("g");
  /** @type {Map<number, Place>} */
  #places = new Map();
  #still;
  #upright = false;
  /** The place that the tab key leads to. */
  #current = -1;

  /** @param {boolean} still whether they are only looked at */
  constructor(still) {
    this.#still = still;
  }

  /** @param {Spot[]} spots @param {boolean} upright whether pieces stand upright here */
  settle(spots, upright) {
    this.#upright = upright;
    this.below.replaceChildren();
    this.#places = new Map(
      spots.map((spot) => [spot.place, { spot, group: this.#make(spot), drawn: "", marks: [] }]),
    );
    this.layer.replaceChildren(...[...this.#places.values()].map(({ group }) => group));
    if (!this.#places.has(this.#current)) this.#current = spots[0]?.place ?? -1;
    this.#point(this.#current);
  }

  /** @param {Spot} spot */
  #make({ x, y, w, h, place }) {
    if (this.#still) return s("g");
    const area = s("rect", { x, y, width: w, height: h, class: "board-hit-area" });
    const ring = { x: x + 0.04, y: y + 0.04, width: w - 0.08, height: h - 0.08, rx: 0.1 };
    const focus = [
      s("rect", { ...ring, class: "board-focus board-halo" }),
      s("rect", { ...ring, class: "board-focus" }),
    ];
    return s("g", { class: "board-spot", role: "button", tabindex: -1, "data-place": place }, area, ...focus);
  }

  /**
   * The same places under other names.
   * @param {Spot[]} spots
   */
  rename(spots) {
    for (const spot of spots) {
      const place = this.#places.get(spot.place);
      if (place) place.spot = spot;
    }
  }

  /**
   * @param {Map<number, Set<Mark>>} marks
   * @param {(place: number) => Piece[]} pieces
   * @param {(spot: Spot, stack: Piece[], marks: string[]) => string} describe
   * @param {(place: number) => boolean} movable
   */
  show(marks, pieces, describe, movable) {
    const begun = [...marks.values()].some((set) => set.has("selected"));
    // Advice of more than one place is an arrow.
    const arrow = [...marks.values()].filter((set) => set.has("advice")).length > 1;
    for (const [number, place] of this.#places) {
      const set = marks.get(number) ?? new Set();
      const stack = pieces(number);
      const list = kinds.filter((kind) => set.has(kind));
      const drawn = `${list} ${stack.length} ${begun} ${arrow}`;
      if (drawn !== place.drawn) {
        place.drawn = drawn;
        const visible = list.filter((kind) => kind !== "advice" || !arrow);
        const low = visible.filter((kind) => this.#upright && beneath.includes(kind));
        const high = visible.filter((kind) => !low.includes(kind));
        for (const old of place.marks) old.remove();
        place.marks = [low, high].map((list) => drawMarks(place.spot, stack.length, list, begun));
        if (low.length) this.below.append(place.marks[0]);
        if (high.length) place.group.append(place.marks[1]);
        place.group.classList.toggle("board-is-target", set.has("target"));
      }
      if (this.#still) continue;
      place.group.classList.toggle("board-draggable", stack.length > 0 && movable(number));
      const label = describe(place.spot, stack, list);
      if (place.group.getAttribute("aria-label") !== label) place.group.setAttribute("aria-label", label);
    }
  }

  get current() {
    return this.#current;
  }

  /** @param {number} number */
  #point(number) {
    if (this.#still) return;
    this.#places.get(this.#current)?.group.setAttribute("tabindex", "-1");
    this.#places.get(number)?.group.setAttribute("tabindex", "0");
    this.#current = number;
  }

  /**
   * The tab key leads here from now on.
   * @param {number} number
   */
  pointTo(number) {
    if (this.#places.has(number)) this.#point(number);
  }

  /** @param {number} number */
  focus(number) {
    this.pointTo(number);
    this.#places.get(number)?.group.focus({ preventScroll: false });
  }
}
