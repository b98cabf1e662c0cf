// All solutions for one size, in order, and the classes of those that turn or mirror into each other.

/** @typedef {"same" | "right" | "half" | "left" | "across" | "upright" | "diagonal" | "antidiagonal"} Symmetry */

/**
 * How a board may be turned and mirrored: where a queen goes.
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
 * The first symmetry that makes one solution of another.
 * @param {number[]} from the queen's column in each row
 * @param {number[]} to
 * @returns {Symmetry | null}
 */
export function relation(from, to) {
  const last = from.length - 1;
  const found = SYMMETRIES.find(([, image]) => from.every((column, row) => {
    const [newRow, newColumn] = image(row, column, last);
    return to[newRow] === newColumn;
  }));
  return found ? found[0] : null;
}

/** Solutions and classes are numbered from 1 here, as people read them. */
export class Catalogue {
  /** @param {{size: number, solutions: number[][], classes: number[]}} found as the server lists them */
  constructor({ size, solutions, classes }) {
    this.size = size;
    this.solutions = solutions;
    /**
     * The numbers of the solutions in each class, in order.
     * @type {number[][]}
     */
    this.classes = [];
    this.classOf = classes;
    classes.forEach((number, index) => (this.classes[number] ??= []).push(index + 1));
  }

  get count() {
    return this.solutions.length;
  }

  /** @param {number} number */
  columns(number) {
    return this.solutions[number - 1];
  }

  /** @param {number} number */
  classNumber(number) {
    return this.classOf[number - 1] + 1;
  }

  /** @param {number} number */
  members(number) {
    return this.classes[this.classOf[number - 1]];
  }

  /** The first of each class. */
  get chosen() {
    return this.classes.map((members) => members[0]).sort((one, other) => one - other);
  }

  /**
   * The number of the solution with a queen on each of these columns, or null.
   * @param {number[]} columns
   */
  find(columns) {
    const index = this.solutions.findIndex((solution) => solution.every((column, row) => column === columns[row]));
    return index < 0 ? null : index + 1;
  }

  /**
   * The number of the solution whose queens stand on these places, or null.
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
 * A walk through some numbers in order, which says when it stands at an end.
 * @param {number[]} numbers ascending
 * @param {number} from where it stands; the nearest number before it counts if it is not among them
 * @param {number} by steps, or -Infinity and Infinity for the ends
 * @returns {{number: number, at: number, end: "first" | "last" | null}} `end`: the walk wanted to go further
 */
export function walk(numbers, from, by) {
  const here = indexIn(numbers, from);
  const wanted = here + by;
  const at = Math.min(Math.max(wanted, 0), numbers.length - 1);
  const stopped = Number.isFinite(by) ? wanted !== at : at === here;
  return { number: numbers[at], at, end: stopped ? (by < 0 ? "first" : "last") : null };
}

/**
 * Where a number stands among others, from 0: itself, or else the nearest before it.
 * @param {number[]} numbers ascending
 * @param {number} number
 */
export function indexIn(numbers, number) {
  const after = numbers.findIndex((other) => other > number);
  return Math.max((after < 0 ? numbers.length : after) - 1, 0);
}

/**
 * The number in a text, brought into 1 to `most`; null if there is none.
 * @param {string | null} text
 * @param {number} most
 */
export function readNumber(text, most) {
  if (text === null || !/^\s*\d{1,9}\s*$/.test(text)) return null;
  return Math.min(Math.max(Number(text), 1), most);
}
