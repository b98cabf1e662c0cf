// Dragging a piece: the piece under the pointer, and the one just dropped until the next position arrives.

import { Animator, skipsAnimation } from "./animation.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./piece_layer.js").PieceLayer} PieceLayer */
/** @typedef {import("./piece_layer.js").PieceView} PieceView */

/** Time that a dropped piece waits for the next position before it returns, in milliseconds. */
const DROP_TIMEOUT = 2500;

export class PieceDrag {
  #pieces;
  /** @type {PieceView | null} */
  #view = null;
  /**
   * Place the dragged piece was lifted from, and the position of the pointer.
   * @type {{place: number, at: Point} | null}
   */
  #source = null;
  #dropTimer = 0;
  /** @type {Animator | null} */
  #animator = null;

  /** @param {PieceLayer} pieces */
  constructor(pieces) {
    this.#pieces = pieces;
  }

  /** @param {number} place @param {Point} at */
  lift(place, at) {
    this.finish();
    this.#source = { place, at };
    this.#view = this.#pieces.lift(place);
    this.drag(at);
  }

  /** @param {Point} at */
  drag(at) {
    if (!this.#source) return;
    this.#source.at = at;
    if (this.#view) this.#pieces.drag(this.#view, at);
  }

  /** Continues the drag with the piece that now stands on the source, after another position was shown. */
  onPositionShown() {
    this.#view = null;
    if (this.#source) this.lift(this.#source.place, this.#source.at);
  }

  /**
   * Drops the piece. On a target it stays until the next position is shown, else it returns to its place.
   * @param {number | null} place @param {boolean} isTarget
   */
  drop(place, isTarget) {
    this.#source = null;
    if (!this.#view) return;
    if (place === null || !isTarget) return this.#return();
    this.#pieces.drop(this.#view, place);
    this.#dropTimer = window.setTimeout(() => this.#return(), DROP_TIMEOUT);
  }

  #return() {
    this.finish();
    this.#view = null;
    this.#animator = skipsAnimation() ? null : new Animator();
    this.#pieces.restore(this.#animator);
    this.#animator?.finished();
  }

  /** Ends a running animation at once. */
  finish() {
    clearTimeout(this.#dropTimer);
    this.#animator?.finish();
    this.#animator = null;
  }
}
