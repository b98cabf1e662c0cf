// The board of the n-queens page.

import { Board } from "../../board/board.js";
import { t } from "../../i18n.js";
import { layoutOf, placementOf } from "./placement.js";

/** @typedef {{danger?: number[], last?: number[], targets?: number[], lines?: [number, number][], animate?: boolean}} Highlights */

export class QueensBoard {
  /** @type {Board | null} */
  #board = null;
  /** @type {((place: number) => void) | null} */
  #onpick = null;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.size = 0;
    this.layout = layoutOf(4);
  }

  /**
   * Sets the click handler of squares; `null` makes the board read-only.
   * @param {((place: number) => void) | null} onpick
   */
  setClickHandler(onpick) {
    const changes = Boolean(onpick) !== Boolean(this.#onpick);
    this.#onpick = onpick;
    this.host.classList.toggle("still", !onpick);
    if (!changes) return;
    this.#board?.remove();
    this.#board = null;
  }

  /**
   * @param {number} size
   * @param {number[]} queens
   * @param {Highlights} [highlights]
   */
  show(size, queens, highlights = {}) {
    if (size !== this.size) {
      this.size = size;
      this.layout = layoutOf(size);
    }
    const interactive = this.#onpick !== null;
    this.#board ??= new Board(this.host, {
      onpick: (/** @type {number} */ place) => this.#onpick?.(place),
      readOnly: !interactive,
      movable: () => false,
      label: t("queens.board"),
    });
    void this.#board.show(this.layout, placementOf(queens), { animate: highlights.animate ?? false });
    this.#board.mark({ danger: highlights.danger ?? [], last: highlights.last ?? [], targets: highlights.targets ?? [] });
    this.#board.drawLines(highlights.lines ?? []);
  }

  /** @param {number} place */
  focus(place) {
    this.#board?.focus(place);
  }

  remove() {
    this.#board?.remove();
    this.#board = null;
  }
}
