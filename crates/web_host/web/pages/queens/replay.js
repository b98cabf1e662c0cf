// Replay of a search, step by step, forward and back.

import { line } from "./placement.js";

export const ATTACKED = 0;
export const PLACED = 1;
export const REMOVED = 2;
export const COMPLETE = 3;

/** @typedef {{kind: "start"} | {kind: "attacked", row: number, column: number, by: number} | {kind: "placed" | "removed" | "continued", row: number, column: number} | {kind: "complete", number: number} | {kind: "end"}} StepInfo */

export class Replay {
  /**
   * @param {number} size
   * @param {number[][]} steps `[row, column, what]`
   */
  constructor(size, steps) {
    this.size = size;
    this.steps = steps;
    /** Number of steps done. */
    this.at = 0;
    /**
     * The queens on the board.
     * @type {number[]}
     */
    this.queens = [];
    /** Number of solutions found so far. */
    this.solutions = 0;
    /**
     * Number of steps after which each solution is complete.
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
   * Moves to the state after `step` steps.
   * @param {number} step
   */
  seek(step) {
    const goal = Math.min(Math.max(step, 0), this.total);
    while (this.at < goal) this.#forward();
    while (this.at > goal) this.#back();
  }

  /** Number of steps until the next solution is complete, or of all steps. */
  get nextCompletion() {
    return this.completions[this.solutions] ?? this.total;
  }

  #forward() {
    const [row, column, what] = this.steps[this.at++];
    if (what === PLACED) this.queens.push(row * this.size + column);
    else if (what === REMOVED) this.queens.pop();
    else if (what === COMPLETE) this.solutions++;
  }

  #back() {
    const [row, column, what] = this.steps[--this.at];
    if (what === PLACED) this.queens.pop();
    else if (what === REMOVED) this.queens.push(row * this.size + column);
    else if (what === COMPLETE) this.solutions--;
  }

  /**
   * Description of the last step.
   * @returns {StepInfo}
   */
  get currentStep() {
    if (this.at === 0) return { kind: "start" };
    if (this.isOver) return { kind: "end" };
    const [row, column, what] = this.steps[this.at - 1];
    if (what === COMPLETE) return { kind: "complete", number: this.solutions };
    if (what === PLACED) return { kind: "placed", row, column };
    if (what === REMOVED) {
      const wasComplete = this.at > 1 && this.steps[this.at - 2][2] === COMPLETE;
      return { kind: wasComplete ? "continued" : "removed", row, column };
    }
    const tried = row * this.size + column;
    const by = this.queens.find((queen) => line(queen, tried, this.size)) ?? tried;
    return { kind: "attacked", row, column, by };
  }
}

/** Steps per second at the end of the speed slider, which is logarithmic and starts at 1. */
export const FASTEST = 200;

/** @param {number} value */
export function speedAt(value) {
  return Math.round(FASTEST ** (value / 100));
}
