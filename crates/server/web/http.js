// Requests that are answered once.

/** What the server said when it said no: a sentence for people. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} sentence
   */
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
    this.sentence = sentence;
  }
}

/**
 * @param {string} address
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
async function request(address, init) {
  const answer = await fetch(address, init);
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new ApiError(answer.status, body.sentence ?? answer.statusText);
  return body;
}

/** @param {string} address */
export const fetchJson = (address) => request(address);

/**
 * @param {string} address
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
export const postJson = (address, body, signal) =>
  request(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });

/** @type {Promise<import("./wire.js").GameEntry[]> | null} */
let asked = null;

/** The games of the house; asked for once. */
export function games() {
  asked ??= fetchJson("/api/games").then(
    (answer) => answer.games,
    (fault) => {
      asked = null;
      throw fault;
    },
  );
  return asked;
}

/**
 * Opens a table.
 * @param {import("./wire.js").TableRequest} wish
 * @returns {Promise<string>} its id
 */
export const openTable = (wish) => postJson("/api/tables", wish).then((answer) => answer.table);

/**
 * What to tell people when something failed.
 * @param {unknown} fault
 * @param {string} otherwise
 */
export const errorMessage = (fault, otherwise) => (fault instanceof ApiError && fault.sentence ? fault.sentence : otherwise);
