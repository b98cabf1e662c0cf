// The search of a solver, step by step, forward and back.

import { line } from "./placement.js";

export const ATTACKED = 0;
export const PLACED = 1;
export const TAKEN = 2;
export const COMPLETE = 3;

/** @typedef {{kind: "begin"} | {kind: "attacked", row: number, column: number, by: number} | {kind: "placed" | "taken" | "onward", row: number, column: number} | {kind: "complete", number: number} | {kind: "end"}} Happening */

export class Replay {
  /**
   * @param {number} size
   * @param {number[][]} steps `[row, column, what]`
   */
  constructor(size, steps) {
    this.size = size;
    this.steps = steps;
    /** How many steps are done. */
    this.at = 0;
    /**
     * The queens on the board.
     * @type {number[]}
     */
    this.queens = [];
    /** How many solutions have been complete. */
    this.solutions = 0;
    /**
     * After how many steps each solution is complete.
     * @type {number[]}
     */
    this.completions = steps.flatMap((step, index) => (step[2] === COMPLETE ? [index + 1] : []));
  }

  get total() {
    return this.steps.length;
  }

  get isOver() {
    return this.at === this.total;
  }

  /**
   * Goes to where so many steps are done.
   * @param {number} step
   */
  seek(step) {
    const goal = Math.min(Math.max(step, 0), this.total);
    while (this.at < goal) this.#forward();
    while (this.at > goal) this.#back();
  }

  /** How many steps are done when the next solution is complete, or all. */
  get nextCompletion() {
    return this.completions[this.solutions] ?? this.total;
  }

  #forward() {
    const [row, column, what] = this.steps[this.at++];
    if (what === PLACED) this.queens.push(row * this.size + column);
    else if (what === TAKEN) this.queens.pop();
    else if (what === COMPLETE) this.solutions++;
  }

  #back() {
    const [row, column, what] = this.steps[--this.at];
    if (what === PLACED) this.queens.pop();
    else if (what === TAKEN) this.queens.push(row * this.size + column);
    else if (what === COMPLETE) this.solutions--;
  }

  /**
   * What the last step was, so that it can be told.
   * @returns {Happening}
   */
  get happening() {
    if (this.at === 0) return { kind: "begin" };
    if (this.isOver) return { kind: "end" };
    const [row, column, what] = this.steps[this.at - 1];
    if (what === COMPLETE) return { kind: "complete", number: this.solutions };
    if (what === PLACED) return { kind: "placed", row, column };
    if (what === TAKEN) {
      const wasComplete = this.at > 1 && this.steps[this.at - 2][2] === COMPLETE;
      return { kind: wasComplete ? "onward" : "taken", row, column };
    }
    const tried = row * this.size + column;
    const by = this.queens.find((queen) => line(queen, tried, this.size)) ?? tried;
    return { kind: "attacked", row, column, by };
  }
}

/** The slider of the speed runs evenly in ratios: 0 is one step a second, 100 is two hundred. */
export const FASTEST = 200;

/** @param {number} slide */
export function speedAt(slide) {
  return Math.round(FASTEST ** (slide / 100));
}
