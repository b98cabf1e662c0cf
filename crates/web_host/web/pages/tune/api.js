// Requests about tuning runs, and the operator key that some of them need.

import { fetchJson, request } from "../../http.js";

/** @typedef {"running" | "stopped" | "interrupted" | "complete" | "failed"} RunState */
/**
 * A run in a list.
 * @typedef {object} RunSummary
 * @property {string} name
 * @property {string} plan
 * @property {string} method
 * @property {number} seed
 * @property {number} generations generations after the first, which is generation 0
 * @property {RunState} state
 * @property {number} complete_generations
 * @property {number} games
 * @property {number} expected_games
 * @property {string | null} error
 * @property {number | null} seconds_left
 * @property {boolean} has_report
 */
/** @typedef {{name: string, about: string, method: string, seed: number, generations: number | null}} Plan */
/** @typedef {{operator: boolean, plans: Plan[], methods: string[], max_generations: number, runs: RunSummary[]}} Overview */
/** @typedef {{name: string, min: number, max: number, start: number, best: number | null}} Parameter */
/**
 * A run in detail; plots are SVG.
 * @typedef {object} RunDetails
 * @property {{number: number}[]} generations
 * @property {Parameter[]} parameters
 * @property {{opponent: string, text: string}[]} confirmations
 * @property {{points: string, spreads: string[], matrix: string | null, family_tree: string | null}} plots
 */
/** @typedef {{plan: string, method: string, seed: number, generations?: number}} RunRequest */

/** Name of the key in the storage of this tab. */
const STORED = "takhteh.operatorKey";

/** Key of this page, also if storage is blocked. */
let operatorKey = "";

/** Moves the key of an operator link from the address into the storage of this tab. */
export function takeOperatorKey() {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  try {
    if (key) sessionStorage.setItem(STORED, key);
    operatorKey = sessionStorage.getItem(STORED) ?? operatorKey;
  } catch {
    operatorKey = key ?? operatorKey;
  }
  if (key) history.replaceState(history.state, "", location.pathname + location.search);
}

/** @returns {Record<string, string>} */
const authorization = () => (operatorKey ? { authorization: `Bearer ${operatorKey}` } : {});

/** @returns {Promise<Overview>} */
export const fetchOverview = () => request("/api/tuning", { headers: authorization() });

/** @param {string} name */
const runUrl = (name) => `/api/tuning/runs/${encodeURIComponent(name)}`;

/**
 * @param {string} name
 * @returns {Promise<RunDetails>}
 */
export const fetchDetails = (name) => fetchJson(runUrl(name));

/**
 * Address of a file of a run.
 * @param {string} name
 * @param {"report.html" | "champion.conf"} file
 */
export const fileUrl = (name, file) => `${runUrl(name)}/${file}`;

/**
 * Sends a request of the operator.
 * @param {string} url
 * @param {unknown} [body]
 * @returns {Promise<string>} name of the run
 */
const post = (url, body = {}) =>
  request(url, { method: "POST", headers: { "content-type": "application/json", ...authorization() }, body: JSON.stringify(body) })
    .then((response) => response.run);

/** @param {RunRequest} run */
export const startRun = (run) => post("/api/tuning/runs", run);

/** @param {string} name */
export const stopRun = (name) => post(`${runUrl(name)}/stop`);

/** @param {string} name */
export const resumeRun = (name) => post(`${runUrl(name)}/resume`);

/**
 * Receives the run that was started last, now and whenever it changes. The browser reconnects by itself.
 * @param {(run: RunSummary | null) => void} onrun
 * @returns {() => void} ends the connection
 */
export function watchRuns(onrun) {
  const events = new EventSource("/api/tuning/events");
  events.onmessage = ({ data }) => onrun(JSON.parse(data));
  return () => events.close();
}
