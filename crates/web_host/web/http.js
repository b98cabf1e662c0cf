// The HTTP API of the server.

import { asSentence } from "./i18n.js";

/** Error response of the server; its message is for the user. */
export class ApiError extends Error {
  /**
   * @param {number} status HTTP status, 0 if the request was not sent
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * @param {string} url
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
export async function request(url, init) {
  const response = await fetch(url, init);
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, body.message ?? response.statusText);
  return body;
}

/** @param {string} url */
export const fetchJson = (url) => request(url);

/**
 * @param {string} url
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
export const postJson = (url, body, signal) =>
  request(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });

/** @type {Promise<import("./wire.js").GameEntry[]> | null} */
let catalogue = null;

/** Returns the games the server offers. The list is fetched once; a failed request is repeated on the next call. */
export function games() {
  catalogue ??= fetchJson("/api/games").then(
    (response) => response.games,
    (error) => {
      catalogue = null;
      throw error;
    },
  );
  return catalogue;
}

/**
 * Creates a table.
 * @param {import("./wire.js").TableRequest} table
 * @returns {Promise<string>} its id
 */
export const openTable = (table) => postJson("/api/tables", table).then((response) => response.table);

/**
 * Message for the user about a failed request: the server's own, or the fallback.
 * @param {unknown} error
 * @param {string} fallback
 */
export const errorMessage = (error, fallback) => (error instanceof ApiError && error.message ? asSentence(error.message) : fallback);
