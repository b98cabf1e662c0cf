// The hand of the player: the piece that it carries, and the one it has just laid down.

import { calm, Motion } from "./animation.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./piece_layer.js").Man} Man */
/** @typedef {import("./piece_layer.js").Troop} Troop */

/** How long a piece that was laid down waits for the position that follows, in milliseconds. */
const PATIENCE = 2500;

export class Hand {
  #troop;
  /** @type {Man | null} */
  #man = null;
  /**
   * From which place the hand has taken a piece, and where it is now.
   * @type {{place: number, at: Point} | null}
   */
  #grip = null;
  #patience = 0;
  /** @type {Motion | null} */
  #motion = null;

  /** @param {Troop} troop */
  constructor(troop) {
    this.#troop = troop;
  }

  /** @param {number} place @param {Point} at */
  lift(place, at) {
    this.rest();
    this.#grip = { place, at };
    this.#man = this.#troop.lift(place);
    this.carry(at);
  }

  /** @param {Point} at */
  carry(at) {
    if (!this.#grip) return;
    this.#grip.at = at;
    if (this.#man) this.#troop.carry(this.#man, at);
  }

  /** Another position is shown: whoever holds a piece goes on holding it. */
  shown() {
    this.#man = null;
    if (this.#grip) this.lift(this.#grip.place, this.#grip.at);
  }

  /**
   * Lays the piece down. If it is welcome there it stays until the next position says so, else it goes home.
   * @param {number | null} place @param {boolean} welcome
   */
  drop(place, welcome) {
    this.#grip = null;
    if (!this.#man) return;
    if (place === null || !welcome) return this.#home();
    this.#troop.drop(this.#man, place);
    this.#patience = window.setTimeout(() => this.#home(), PATIENCE);
  }

  #home() {
    this.rest();
    this.#man = null;
    this.#motion = calm() ? null : new Motion();
    this.#troop.goHome(this.#motion);
    this.#motion?.rest();
  }

  /** Ends what moves. */
  rest() {
    clearTimeout(this.#patience);
    this.#motion?.finish();
    this.#motion = null;
  }
}
