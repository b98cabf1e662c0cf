// The promotion picker: pieces to choose from, shown over the promotion square.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { neighbour } from "./key_navigation.js";
import { ARROWS } from "./keyboard.js";

/** @typedef {import("../wire.js").BoardLayout} BoardLayout */
/** @typedef {import("../wire.js").Piece} Piece */
/** @typedef {import("./geometry.js").Area} Area */
/** @typedef {import("./key_navigation.js").NavigationTarget} NavigationTarget */
/** @typedef {{place: number, piece: Piece}} Choice */

/** Number of choices in a column before another one begins. */
const MAX_ROWS = 5;

/**
 * Areas of the choices: the first on the promotion square, the others from there towards the middle of the board, in
 * several columns if needed. They never leave the board.
 * @param {Area} spot @param {{width: number, height: number}} board @param {number} count
 * @returns {Area[]}
 */
export function layOutChoices({ x, y, w, h }, board, count) {
  const columns = Math.ceil(count / MAX_ROWS);
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
  #handlers;
  #overlay;
  /** Promotion square. */
  #place = -1;

  /**
   * @param {import("./board.js").Board} board
   * @param {{pick: (place: number) => void, cancel: () => void}} handlers a click beside the choices cancels the move
   */
  constructor(board, handlers) {
    this.#board = board;
    this.#handlers = handlers;
    this.#overlay = h("div", {
      class: "board-promotion", role: "group", "aria-label": t("board.choose"), hidden: true,
      onclick: (/** @type {Event} */ event) => event.target === this.#overlay && handlers.cancel(),
    });
    board.addOverlay(this.#overlay);
  }

  /**
   * Shows the choices over a square; hides the picker if there are none.
   * @param {number} square @param {Choice[]} choices
   */
  show(square, choices) {
    const { layout, frame } = this.#board.view;
    const spot = layout?.spots.find(({ place }) => place === square);
    if (!layout || !spot || choices.length === 0) return this.#hide();
    const areas = layOutChoices(spot, layout, choices.length);
    const targets = choices.map(({ place }, index) => ({ ...areas[index], place }));
    /** @param {number} from @param {number} length */
    const percent = (from, length) => `${(100 * from) / (length + 2 * frame)}%`;
    const buttons = choices.map(({ place, piece }, index) => {
      const area = areas[index];
      const button = h("button", {
        type: "button", class: "board-promotion-choice", title: piece.name, "aria-label": piece.name,
        "data-place": place,
        onclick: () => this.#handlers.pick(place),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event, targets, place),
      }, this.#board.pieceIcon(piece));
      Object.assign(button.style, {
        left: percent(frame + area.x, layout.width),
        top: percent(frame + area.y, layout.height),
        width: percent(area.w, layout.width),
        height: percent(area.h, layout.height),
      });
      return button;
    });
    this.#place = square;
    this.#overlay.replaceChildren(...buttons);
    this.#overlay.hidden = false;
    buttons[0].focus({ preventScroll: true });
  }

  #hide() {
    if (this.#overlay.hidden) return;
    if (this.#overlay.contains(document.activeElement)) this.#board.focus(this.#place);
    this.#overlay.hidden = true;
    this.#overlay.replaceChildren();
  }

  /** @param {KeyboardEvent} event @param {NavigationTarget[]} targets @param {number} current */
  #onKey(event, targets, current) {
    if (event.key in ARROWS) {
      const next = neighbour(targets, current, ARROWS[event.key]);
      /** @type {HTMLElement | null} */ (this.#overlay.querySelector(`[data-place="${next}"]`))?.focus();
    } else if (event.key !== "Enter" || !event.repeat) return;
    // An Enter key still held down from the move itself must not choose.
    event.preventDefault();
  }
}
