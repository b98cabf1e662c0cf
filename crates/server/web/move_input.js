// How touches become moves, in turn and ahead of it.

import { promotionChoices, applyPicks, paintAt } from "./partial_move.js";

/** @typedef {import("./wire.js").Touch} Touch */
/** @typedef {import("./wire.js").Standing} Standing */
/** @typedef {import("./wire.js").Paint} Paint */
/**
 * What the board should show.
 * @typedef {object} InputState
 * @property {number[]} picked
 * @property {number[]} targets
 * @property {number[]} choices what the piece that was put down last may become
 * @property {number | null} selected
 * @property {number[]} premove
 * @property {boolean} done whether the picks are a whole move, on its way
 */
/**
 * @typedef {object} Player
 * @property {(picked: number[]) => Promise<Touch>} resolve what the server says to these picks
 * @property {(move: string) => void} play
 * @property {(sight: InputState) => void} show
 * @property {(word: "dropped" | "nowhere") => void} notify
 */

export class MoveInput {
  /** @type {Player} */
  #player;
  /** @type {"rest" | "turn" | "ahead"} */
  #mode = "rest";
  /** @type {Record<string, Touch>} */
  #touches = {};
  /** @type {Standing | null} */
  #standing = null;
  /** @type {Paint[]} */
  #paints = [];
  /** @type {number[]} */
  #picked = [];
  /** @type {number[]} */
  #targets = [];
  /** @type {number[]} */
  #premove = [];
  /** Counts situations, so that an answer to an earlier one is not taken for one to this. */
  #situation = 0;
  /** @type {Promise<void>} */
  #queue = Promise.resolve();

  /** @param {Player} player */
  constructor(player) {
    this.#player = player;
  }

  get premove() {
    return this.#premove;
  }

  /**
   * It is our turn. What was premove is played if it is a move now.
   * @param {Standing} standing
   * @param {Record<string, Touch>} touches
   */
  enable(standing, touches) {
    this.#enter("turn", standing);
    this.#touches = touches;
    const plan = this.#premove;
    this.#premove = [];
    if (plan.length > 0) return this.#then(() => this.#tryPlan(plan));
    this.#show();
    return this.#queue;
  }

  /**
   * It is somebody else's turn: touches plan a move.
   * @param {Standing} standing
   * @param {Paint[]} paints those of our own pieces, none if pieces never move in this game
   */
  enablePremove(standing, paints) {
    this.#enter("ahead", standing);
    this.#paints = paints;
    this.#show();
  }

  /** Touches mean nothing now. */
  disable() {
    this.#enter("rest", null);
    this.#premove = [];
    this.#show();
  }

  /** @param {number} place */
  pick(place) {
    return this.#then(() => this.#pick(place));
  }

  /** Puts everything back. Says whether there was anything. */
  cancel() {
    const any = this.#picked.length > 0 || this.#premove.length > 0;
    this.#situation += 1;
    this.#picked = [];
    this.#targets = [];
    this.#premove = [];
    this.#show();
    return any;
  }

  /**
   * @param {"rest" | "turn" | "ahead"} mode
   * @param {Standing | null} standing
   */
  #enter(mode, standing) {
    this.#situation += 1;
    this.#mode = mode;
    this.#standing = standing;
    this.#picked = [];
    this.#targets = [];
    this.#touches = {};
  }

  /**
   * One touch after the other, even if the first one waits for the server.
   * @param {() => void | Promise<void>} work
   */
  #then(work) {
    this.#queue = this.#queue.then(work).catch(() => {});
    return this.#queue;
  }

  /**
   * @param {number[]} picked
   * @returns {Promise<Touch>}
   */
  async #touch(picked) {
    return this.#touches[picked.join(" ")] ?? this.#player.resolve(picked);
  }

  /** @param {number} place */
  async #pick(place) {
    if (this.#mode === "ahead") return this.#pickAhead(place);
    if (this.#mode !== "turn" || !this.#standing) return;
    const situation = this.#situation;
    const picked = this.#picked;
    const before = await this.#touch(picked);
    if (situation !== this.#situation || typeof before === "string") return;
    if (before.includes(place)) return this.#go([...picked, place], situation);
    if (picked.length === 0) return;
    // Who touches something else does not want to choose.
    if (promotionChoices(this.#standing, before).length > 0) return void this.cancel();
    if (picked[picked.length - 1] === place) return this.#go(picked.slice(0, -1), situation);
    if (applyPicks(this.#standing, picked).lifted === null) return;
    const instead = await this.#touch(picked.slice(0, -1));
    if (situation !== this.#situation) return;
    if (typeof instead !== "string" && instead.includes(place)) return this.#go([...picked.slice(0, -1), place], situation);
    this.#player.notify("nowhere");
  }

  /**
   * @param {number[]} picked
   * @param {number} situation
   */
  async #go(picked, situation) {
    const touch = await this.#touch(picked);
    if (situation !== this.#situation) return;
    if (typeof touch === "string") {
      this.#situation += 1;
      this.#mode = "rest";
      this.#picked = picked;
      this.#targets = [];
      this.#show();
      this.#player.play(touch);
      return;
    }
    if (touch.length === 0) return this.#player.notify("nowhere");
    this.#picked = picked;
    this.#targets = touch;
    this.#show();
  }

  /** @param {number} place */
  #pickAhead(place) {
    if (!this.#standing) return;
    // Where pieces are placed and never moved, only an empty place can be meant.
    if (this.#paints.length === 0 && paintAt(this.#standing, place)) return;
    const own = this.#paints.includes(/** @type {Paint} */ (paintAt(this.#standing, place)));
    const [first, second] = this.#premove;
    const holds = first !== undefined && second === undefined && this.#paints.includes(/** @type {Paint} */ (paintAt(this.#standing, first)));
    if (first === place && second === undefined) this.#premove = [];
    else if (holds && !own) this.#premove = [first, place];
    else if (second === place) this.#premove = [];
    else this.#premove = [place];
    this.#show();
  }

  /** @param {number[]} plan */
  async #tryPlan(plan) {
    const situation = this.#situation;
    for (let count = 1; count <= plan.length; count += 1) {
      const touch = await this.#touch(plan.slice(0, count));
      if (situation !== this.#situation) return;
      if (count === plan.length && touch.length > 0) return this.#go(plan, situation);
      if (typeof touch === "string" || !touch.includes(plan[count])) break;
    }
    this.#show();
    this.#player.notify("dropped");
  }

  /** Targets are shown for what is in the hand; where every move is a single touch, at once. */
  #show() {
    const start = this.#touches[""];
    const single = Array.isArray(start) && start.every((place) => typeof this.#touches[String(place)] === "string");
    const inHand = this.#mode === "turn" && this.#standing ? applyPicks(this.#standing, this.#picked).lifted : null;
    /** @type {number[]} */
    let targets = [];
    if (this.#mode === "turn" && this.#picked.length === 0 && single) targets = start;
    if (inHand !== null) targets = this.#targets;
    const choices = this.#mode === "turn" ? promotionChoices(this.#standing, this.#targets) : [];
    const done = this.#mode === "rest" && this.#picked.length > 0;
    this.#player.show({ picked: this.#picked, targets, choices, selected: inHand, premove: this.#premove, done });
  }
}
