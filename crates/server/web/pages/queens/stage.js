// The board of the queens' page.

import { Board } from "../../board/board.js";
import { t } from "../../i18n.js";
import { ground, standing } from "./placement.js";

/** @typedef {{danger?: number[], last?: number[], targets?: number[], lines?: [number, number][], motion?: boolean}} Look */

export class Stage {
  /** @type {Board | null} */
  #board = null;
  /** @type {((place: number) => void) | null} */
  #onpick = null;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.size = 0;
    this.ground = ground(4);
  }

  /**
   * From now on squares can be touched, or with null only looked at.
   * @param {((place: number) => void) | null} onpick
   */
  touchable(onpick) {
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
   * @param {Look} [look]
   */
  show(size, queens, look = {}) {
    if (size !== this.size) {
      this.size = size;
      this.ground = ground(size);
    }
    const interactive = this.#onpick !== null;
    this.#board ??= new Board(this.host, {
      onpick: (/** @type {number} */ place) => this.#onpick?.(place),
      readOnly: !interactive,
      movable: () => false,
      label: t("queens.board"),
    });
    void this.#board.show(this.ground, standing(queens), { animate: look.motion ?? false });
    this.#board.mark({ danger: look.danger ?? [], last: look.last ?? [], targets: look.targets ?? [] });
    this.#board.drawLines(look.lines ?? []);
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
