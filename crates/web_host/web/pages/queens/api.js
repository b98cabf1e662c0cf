// Requests to the server, with a cache of solutions and steps.

import { fetchJson } from "../../http.js";
import { SolutionSet } from "./solutions.js";

/** @typedef {"recursive" | "iterative"} Solver */

/** Largest board whose search can be replayed. */
export const LARGEST_SEARCH = 8;

/** @type {Map<string, Promise<any>>} */
const cache = new Map();

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
function fetchOnce(path) {
  let response = cache.get(path);
  if (!response) {
    response = fetchJson(path);
    cache.set(path, response);
    // Failed requests are repeated next time.
    response.catch(() => cache.delete(path));
  }
  return response;
}

/**
 * Fetches all solutions for a board size.
 * @param {number} size
 * @returns {Promise<SolutionSet>}
 */
export async function fetchSolutions(size) {
  return new SolutionSet(await fetchOnce(`/api/queens/${size}`));
}

/**
 * Fetches the steps of a solver.
 * @param {number} size
 * @param {Solver} solver
 * @returns {Promise<number[][]>}
 */
export async function fetchSteps(size, solver) {
  return (await fetchOnce(`/api/queens/${size}/steps?solver=${solver}`)).steps;
}

/**
 * Fetches the squares of a solution that contains these queens.
 * @param {number} size
 * @param {string} squares
 * @returns {Promise<string[]>}
 */
export async function fetchCompletion(size, squares) {
  return (await fetchJson(`/api/queens/${size}/complete?queens=${encodeURIComponent(squares)}`)).queens;
}
