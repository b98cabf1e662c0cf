// Asks the server what a position comes to, a moment after the last change.

import { ApiError, postJson } from "../../http.js";
import { stacksOf } from "./arrangement.js";

/** @typedef {import("../../wire.js").Preview} Preview */

/** So long nothing must change before it is looked at, in milliseconds. */
const CALM = 150;

export class Judge {
  #timer = 0;
  /** @type {AbortController | null} */
  #asking = null;

  /**
   * @param {object} hears
   * @param {(preview: Preview) => void} hears.playable
   * @param {(sentence: string) => void} hears.wrong
   * @param {() => void} hears.silent the server did not answer
   */
  constructor(hears) {
    this.hears = hears;
  }

  /**
   * @param {object} position
   * @param {string} position.game
   * @param {Record<string, string>} position.settings
   * @param {number} position.turn
   * @param {import("./arrangement.js").Arrangement} position.arrangement
   */
  look({ arrangement, ...rest }) {
    this.stop();
    this.#timer = window.setTimeout(() => void this.#ask({ ...rest, stacks: stacksOf(arrangement) }), CALM);
  }

  /** @param {object} question */
  async #ask(question) {
    const asking = new AbortController();
    this.#asking = asking;
    try {
      const preview = await postJson("/api/arrange", question, asking.signal);
      if (!asking.signal.aborted) this.hears.playable(preview);
    } catch (fault) {
      if (asking.signal.aborted) return;
      if (fault instanceof ApiError && fault.status < 500) this.hears.wrong(fault.sentence);
      else this.hears.silent();
    }
  }

  stop() {
    window.clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#asking = null;
  }
}
