// Move entry by picking places, on the player's turn and as a premove.

import { applyPicks, paintAt, promotionChoices } from "./partial_move.js";

/** @typedef {import("./wire.js").Touch} Touch */
/** @typedef {import("./wire.js").Placement} Placement */
/** @typedef {import("./wire.js").Paint} Paint */
/**
 * State of the input, for the board to show.
 * @typedef {object} InputState
 * @property {number[]} picked
 * @property {number[]} targets
 * @property {number[]} choices promotion pieces to choose from
 * @property {number | null} selected
 * @property {number[]} premove
 * @property {boolean} done `true` if the picks are a complete move that has been sent
 */
/**
 * @typedef {object} InputHandlers
 * @property {(picked: number[]) => Promise<Touch>} resolve asks the server what these picks lead to
 * @property {(move: string) => void} play
 * @property {(state: InputState) => void} show
 * @property {(problem: "dropped" | "nowhere") => void} notify
 */
/** @typedef {"disabled" | "turn" | "premove"} Mode */

export class MoveInput {
  /** @type {InputHandlers} */
  #handlers;
  /** @type {Mode} */
  #mode = "disabled";
  /** @type {Record<string, Touch>} */
  #touches = {};
  /** @type {Placement | null} */
  #placement = null;
  /** @type {Paint[]} */
  #paints = [];
  /** @type {number[]} */
  #picked = [];
  /** @type {number[]} */
  #targets = [];
  /** @type {number[]} */
  #premove = [];
  /** Counts changes of the situation, so that a late response to an earlier one is ignored. */
  #generation = 0;
  /** @type {Promise<void>} */
  #queue = Promise.resolve();

  /** @param {InputHandlers} handlers */
  constructor(handlers) {
    this.#handlers = handlers;
  }

  get premove() {
    return this.#premove;
  }

  /**
   * Enables moves on the player's turn. A premove is played if it is legal, else dropped.
   * @param {Placement} placement
   * @param {Record<string, Touch>} touches
   */
  enable(placement, touches) {
    this.#enter("turn", placement);
    this.#touches = touches;
    const premove = this.#premove;
    this.#premove = [];
    if (premove.length > 0) return this.#enqueue(() => this.#tryPremove(premove));
    this.#show();
    return this.#queue;
  }

  /**
   * Enables premoves during the opponent's turn.
   * @param {Placement} placement
   * @param {Paint[]} paints colours of the player's pieces; empty if pieces never move in this game
   */
  enablePremove(placement, paints) {
    this.#enter("premove", placement);
    this.#paints = paints;
    this.#show();
  }

  /** Ignores picks and drops the premove. */
  disable() {
    this.#enter("disabled", null);
    this.#premove = [];
    this.#show();
  }

  /** @param {number} place */
  pick(place) {
    return this.#enqueue(() => this.#pick(place));
  }

  /** Takes back all picks and the premove. Returns `true` if there were any. */
  cancel() {
    const any = this.#picked.length > 0 || this.#premove.length > 0;
    this.#generation += 1;
    this.#picked = [];
    this.#targets = [];
    this.#premove = [];
    this.#show();
    return any;
  }

  /**
   * @param {Mode} mode
   * @param {Placement | null} placement
   */
  #enter(mode, placement) {
    this.#generation += 1;
    this.#mode = mode;
    this.#placement = placement;
    this.#picked = [];
    this.#targets = [];
    this.#touches = {};
  }

  /**
   * Runs picks one after the other, even if one waits for the server.
   * @param {() => void | Promise<void>} task
   */
  #enqueue(task) {
    this.#queue = this.#queue.then(task).catch(() => {});
    return this.#queue;
  }

  /**
   * @param {number[]} picked
   * @returns {Promise<Touch>}
   */
  async #resolve(picked) {
    return this.#touches[picked.join(" ")] ?? this.#handlers.resolve(picked);
  }

  /** @param {number} place */
  async #pick(place) {
    if (this.#mode === "premove") return this.#pickPremove(place);
    if (this.#mode !== "turn" || !this.#placement) return;
    const generation = this.#generation;
    const picked = this.#picked;
    const before = await this.#resolve(picked);
    if (generation !== this.#generation || typeof before === "string") return;
    if (before.includes(place)) return this.#setPicked([...picked, place], generation);
    if (picked.length === 0) return;
    // A pick outside the promotion choices cancels the move.
    if (promotionChoices(this.#placement, before).length > 0) return void this.cancel();
    if (picked[picked.length - 1] === place) return this.#setPicked(picked.slice(0, -1), generation);
    if (applyPicks(this.#placement, picked).lifted === null) return;
    const alternatives = await this.#resolve(picked.slice(0, -1));
    if (generation !== this.#generation) return;
    if (typeof alternatives !== "string" && alternatives.includes(place)) {
      return this.#setPicked([...picked.slice(0, -1), place], generation);
    }
    this.#handlers.notify("nowhere");
  }

  /**
   * @param {number[]} picked
   * @param {number} generation
   */
  async #setPicked(picked, generation) {
    const touch = await this.#resolve(picked);
    if (generation !== this.#generation) return;
    if (typeof touch === "string") {
      this.#generation += 1;
      this.#mode = "disabled";
      this.#picked = picked;
      this.#targets = [];
      this.#show();
      this.#handlers.play(touch);
      return;
    }
    if (touch.length === 0) return this.#handlers.notify("nowhere");
    this.#picked = picked;
    this.#targets = touch;
    this.#show();
  }

  /** @param {number} place */
  #pickPremove(place) {
    if (!this.#placement) return;
    // Where pieces are placed and never moved, only an empty place is a possible move.
    if (this.#paints.length === 0 && paintAt(this.#placement, place)) return;
    const isOwn = this.#isOwn(this.#placement, place);
    const [first, second] = this.#premove;
    const isLifted = first !== undefined && second === undefined && this.#isOwn(this.#placement, first);
    if (first === place && second === undefined) this.#premove = [];
    else if (isLifted && !isOwn) this.#premove = [first, place];
    else if (second === place) this.#premove = [];
    else this.#premove = [place];
    this.#show();
  }

  /**
   * @param {Placement} placement
   * @param {number} place
   */
  #isOwn(placement, place) {
    return this.#paints.includes(/** @type {Paint} */ (paintAt(placement, place)));
  }

  /** @param {number[]} premove */
  async #tryPremove(premove) {
    const generation = this.#generation;
    for (let count = 1; count <= premove.length; count += 1) {
      const touch = await this.#resolve(premove.slice(0, count));
      if (generation !== this.#generation) return;
      if (count === premove.length && touch.length > 0) return this.#setPicked(premove, generation);
      if (typeof touch === "string" || !touch.includes(premove[count])) break;
    }
    this.#show();
    this.#handlers.notify("dropped");
  }

  /** Shows the targets of the lifted piece, or all targets at once where every move is a single pick. */
  #show() {
    const isTurn = this.#mode === "turn";
    const start = this.#touches[""];
    const single = Array.isArray(start) && start.every((place) => typeof this.#touches[String(place)] === "string");
    const lifted = isTurn && this.#placement ? applyPicks(this.#placement, this.#picked).lifted : null;
    /** @type {number[]} */
    let targets = [];
    if (isTurn && this.#picked.length === 0 && single) targets = start;
    if (lifted !== null) targets = this.#targets;
    const choices = isTurn ? promotionChoices(this.#placement, this.#targets) : [];
    const done = this.#mode === "disabled" && this.#picked.length > 0;
    this.#handlers.show({ picked: this.#picked, targets, choices, selected: lifted, premove: this.#premove, done });
  }
}
