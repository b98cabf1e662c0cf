// Validates the position on the server shortly after the last change.

import { ApiError, postJson } from "../../http.js";
import { stacksOf } from "./arrangement.js";

/** @typedef {import("../../wire.js").Preview} Preview */

/** Time without changes before a request, in milliseconds. */
const DELAY = 150;

export class Validator {
  #timer = 0;
  /** @type {AbortController | null} */
  #abort = null;

  /**
   * @param {object} handlers
   * @param {(preview: Preview) => void} handlers.valid
   * @param {(message: string) => void} handlers.invalid
   * @param {() => void} handlers.unreachable the server did not respond
   */
  constructor(handlers) {
    this.handlers = handlers;
  }

  /**
   * Schedules a validation and cancels the previous one.
   * @param {object} position
   * @param {string} position.game
   * @param {Record<string, string>} position.settings
   * @param {number} position.turn
   * @param {import("./arrangement.js").Arrangement} position.arrangement
   */
  validate({ arrangement, ...rest }) {
    this.stop();
    this.#timer = window.setTimeout(() => void this.#send({ ...rest, stacks: stacksOf(arrangement) }), DELAY);
  }

  /** @param {object} body */
  async #send(body) {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const preview = await postJson("/api/arrange", body, abort.signal);
      if (!abort.signal.aborted) this.handlers.valid(preview);
    } catch (error) {
      if (abort.signal.aborted) return;
      if (error instanceof ApiError && error.status < 500) this.handlers.invalid(error.message);
      else this.handlers.unreachable();
    }
  }

  stop() {
    window.clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
  }
}
