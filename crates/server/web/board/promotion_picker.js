// Pieces to choose from, over the board: what a piece becomes, asked where it stands.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { ARROWS } from "./keyboard.js";
import { neighbour } from "./key_navigation.js";

/** @typedef {import("../wire.js").Ground} Ground */
/** @typedef {import("../wire.js").Piece} Piece */
/** @typedef {import("./geometry.js").Area} Area */
/** @typedef {{place: number, piece: Piece}} Choice */

/** So many lie in a row before there is another one beside it. */
const LONGEST = 5;

/**
 * Where so many choices lie: the first on the place itself, the others from there towards the middle of the board, in more
 * than one column if they are many. They never leave the board.
 * @param {Area} spot @param {{width: number, height: number}} board @param {number} count
 * @returns {Area[]}
 */
export function laidOut({ x, y, w, h }, board, count) {
  const columns = Math.ceil(count / LONGEST);
  const rows = Math.ceil(count / columns);
  const right = x + columns * w <= board.width ? 1 : -1;
  const down = y + h / 2 <= board.height / 2 ? 1 : -1;
  return Array.from({ length: count }, (_, index) => ({
    x: x + right * w * Math.floor(index / rows),
    y: y + down * h * (index % rows),
    w,
    h,
  }));
}

export class PromotionPicker {
  #board;
  #does;
  #veil;
  /** Where the piece stands that becomes something. */
  #at = -1;

  /**
   * @param {import("./board.js").Board} board
   * @param {{pick: (place: number) => void, cancel: () => void}} does a touch beside the choices takes the move back
   */
  constructor(board, does) {
    this.#board = board;
    this.#does = does;
    this.#veil = h("div", {
      class: "board-promotion", role: "group", "aria-label": t("board.choose"), hidden: true,
      onclick: (/** @type {Event} */ event) => event.target === this.#veil && does.cancel(),
    });
    board.cover(this.#veil);
  }

  /**
   * Asks; with nothing to choose from, asks no more.
   * @param {number} at @param {Choice[]} choices
   */
  show(at, choices) {
    const { ground, frame } = this.#board.view;
    const spot = ground?.spots.find(({ place }) => place === at);
    if (!ground || !spot || choices.length === 0) return this.#hide();
    const areas = laidOut(spot, ground, choices.length);
    const stops = choices.map(({ place }, index) => ({ ...areas[index], place }));
    /** @param {number} from @param {number} length */
    const share = (from, length) => `${(100 * from) / (length + 2 * frame)}%`;
    const buttons = choices.map(({ place, piece }, index) => {
      const area = areas[index];
      const button = h("button", {
        type: "button", class: "board-promotion-choice", title: piece.name, "aria-label": piece.name, "data-place": place,
        onclick: () => this.#does.pick(place),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event, stops, place),
      }, this.#board.drawn(piece));
      Object.assign(button.style, {
        left: share(frame + area.x, ground.width),
        top: share(frame + area.y, ground.height),
        width: share(area.w, ground.width),
        height: share(area.h, ground.height),
      });
      return button;
    });
    this.#at = at;
    this.#veil.replaceChildren(...buttons);
    this.#veil.hidden = false;
    buttons[0].focus({ preventScroll: true });
  }

  #hide() {
    if (this.#veil.hidden) return;
    if (this.#veil.contains(document.activeElement)) this.#board.focus(this.#at);
    this.#veil.hidden = true;
    this.#veil.replaceChildren();
  }

  /** @param {KeyboardEvent} event @param {import("./key_navigation.js").Stop[]} stops @param {number} here */
  #key(event, stops, here) {
    if (event.key in ARROWS) {
      const next = neighbour(stops, here, ARROWS[event.key]);
      /** @type {HTMLElement | null} */ (this.#veil.querySelector(`[data-place="${next}"]`))?.focus();
    } else if (event.key !== "Enter" || !event.repeat) return;
    // A key that is still down from the move before chooses nothing.
    event.preventDefault();
  }
}
