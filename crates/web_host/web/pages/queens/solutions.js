// All solutions for one board size, and their symmetry classes.

/** @typedef {"same" | "right" | "half" | "left" | "across" | "upright" | "diagonal" | "antidiagonal"} Symmetry */

/**
 * Rotations and reflections of the board: where each one moves a queen.
 * @type {[Symmetry, (row: number, column: number, last: number) => [row: number, column: number]][]}
 */
const SYMMETRIES = [
  ["same", (row, column) => [row, column]],
  ["right", (row, column, last) => [column, last - row]],
  ["half", (row, column, last) => [last - row, last - column]],
  ["left", (row, column, last) => [last - column, row]],
  ["across", (row, column, last) => [row, last - column]],
  ["upright", (row, column, last) => [last - row, column]],
  ["diagonal", (row, column) => [column, row]],
  ["antidiagonal", (row, column, last) => [last - column, last - row]],
];

/**
 * First symmetry that maps one solution to another, or `null`.
 * @param {number[]} from column of the queen in each row
 * @param {number[]} to
 * @returns {Symmetry | null}
 */
export function findSymmetry(from, to) {
  const last = from.length - 1;
  const found = SYMMETRIES.find(([, image]) => from.every((column, row) => {
    const [newRow, newColumn] = image(row, column, last);
    return to[newRow] === newColumn;
  }));
  return found ? found[0] : null;
}

/** All solutions for one board size. Solutions and classes are numbered from 1. */
export class SolutionSet {
  /** @param {{size: number, solutions: number[][], classes: number[]}} response response of the server */
  constructor({ size, solutions, classes }) {
    this.size = size;
    this.all = solutions;
    /**
     * Numbers of the solutions in each class, ascending.
     * @type {number[][]}
     */
    this.classes = [];
    this.classOf = classes;
    classes.forEach((number, index) => (this.classes[number] ??= []).push(index + 1));
  }

  get count() {
    return this.all.length;
  }

  /** @param {number} number */
  columns(number) {
    return this.all[number - 1];
  }

  /** @param {number} number */
  classNumber(number) {
    return this.classOf[number - 1] + 1;
  }

  /** @param {number} number */
  members(number) {
    return this.classes[this.classOf[number - 1]];
  }

  /** First solution of each class. */
  get representatives() {
    return this.classes.map((members) => members[0]).sort((one, other) => one - other);
  }

  /**
   * Number of the solution with these columns, or `null`.
   * @param {number[]} columns
   */
  find(columns) {
    const index = this.all.findIndex((solution) => solution.every((column, row) => column === columns[row]));
    return index < 0 ? null : index + 1;
  }

  /**
   * Number of the solution with queens on these places, or `null`.
   * @param {number[]} places
   */
  findPlaces(places) {
    if (places.length !== this.size) return null;
    const sorted = [...places].sort((one, other) => one - other);
    const oneInEachRow = sorted.every((place, row) => Math.floor(place / this.size) === row);
    return oneInEachRow ? this.find(sorted.map((place) => place % this.size)) : null;
  }
}

/**
 * Moves by some steps through a list of numbers and reports the ends.
 * @param {number[]} numbers ascending
 * @param {number} from current number; if it is not in the list, the nearest one before it counts
 * @param {number} by steps, or -Infinity and Infinity for the ends
 * @returns {{number: number, at: number, end: "first" | "last" | null}} `end` is set if the list ends before the last step
 */
export function step(numbers, from, by) {
  const here = indexIn(numbers, from);
  const target = here + by;
  const at = Math.min(Math.max(target, 0), numbers.length - 1);
  const stopped = Number.isFinite(by) ? target !== at : at === here;
  return { number: numbers[at], at, end: stopped ? (by < 0 ? "first" : "last") : null };
}

/**
 * Index of a number in a list, or of the nearest one before it.
 * @param {number[]} numbers ascending
 * @param {number} number
 */
export function indexIn(numbers, number) {
  const after = numbers.findIndex((other) => other > number);
  return Math.max((after < 0 ? numbers.length : after) - 1, 0);
}

/**
 * Parses a number and clamps it to 1 to `max`; `null` if the text is not a number.
 * @param {string | null} text
 * @param {number} max
 */
export function readNumber(text, max) {
  if (text === null || !/^\s*\d{1,9}\s*$/.test(text)) return null;
  return Math.min(Math.max(Number(text), 1), max);
}
