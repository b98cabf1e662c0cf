// What the server knows about queens, asked once for each size.

import { fetchJson } from "../../http.js";
import { Catalogue } from "./catalogue.js";

/** @typedef {"recursive" | "iterative"} Solver */

/** The search is told step by step up to this size. */
export const LARGEST_SEARCH = 8;

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
function once(path) {
  let answer = known.get(path);
  if (!answer) {
    answer = fetchJson(path);
    known.set(path, answer);
    // What failed is asked anew the next time.
    answer.catch(() => known.delete(path));
  }
  return answer;
}

/**
 * All solutions for a size.
 * @param {number} size
 * @returns {Promise<Catalogue>}
 */
export async function catalogueOf(size) {
  return new Catalogue(await once(`/api/queens/${size}`));
}

/**
 * The steps of a solver.
 * @param {number} size
 * @param {Solver} solver
 * @returns {Promise<number[][]>}
 */
export async function stepsOf(size, solver) {
  return (await once(`/api/queens/${size}/steps?solver=${solver}`)).steps;
}

/**
 * The squares of a solution that has these queens.
 * @param {number} size
 * @param {string} squares
 * @returns {Promise<string[]>}
 */
export async function completionOf(size, squares) {
  return (await fetchJson(`/api/queens/${size}/complete?queens=${encodeURIComponent(squares)}`)).queens;
}
