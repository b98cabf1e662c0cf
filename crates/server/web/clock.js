// Time as it is shown: what is left, and what was agreed on.

import { t } from "./i18n.js";

/**
 * 1:02:03, 4:12, and below ten seconds 0:09.3.
 * @param {number} left milliseconds
 */
export function formatClock(left) {
  const time = Math.max(0, left);
  if (time < 10_000) {
    const tenths = Math.floor(time / 100);
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.floor(time / 1000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** @typedef {{kind: "none"} | {kind: "game", time: string, bonus: string | null} | {kind: "move", time: string}} TimeControl */

/**
 * Reads `none`, `5m`, `5m+3s` or `8s/move`; null for anything else.
 * @param {string} text
 * @returns {TimeControl | null}
 */
export function parseTimeControl(text) {
  const words = text.trim().toLowerCase();
  if (words === "none") return { kind: "none" };
  const match = /^((?:\d+(?:\.\d+)?(?:h|ms|m|s))+)(?:\+((?:\d+(?:\.\d+)?(?:h|ms|m|s))+)|(\/move))?$/.exec(words);
  if (!match) return null;
  if (match[3]) return { kind: "move", time: spaced(match[1]) };
  return { kind: "game", time: spaced(match[1]), bonus: match[2] ? spaced(match[2]) : null };
}

/**
 * 1h30m as "1 h 30 min".
 * @param {string} time
 */
function spaced(time) {
  return [...time.matchAll(/([\d.]+)(h|ms|m|s)/g)].map(([, count, unit]) => `${count} ${unit === "m" ? "min" : unit}`).join(" ");
}

/**
 * The agreement in words, as people say it.
 * @param {string} clock
 */
export function describeTimeControl(clock) {
  const agreed = parseTimeControl(clock);
  if (!agreed) return clock;
  if (agreed.kind === "none") return t("clock.none");
  if (agreed.kind === "move") return t("clock.move", { time: agreed.time });
  return agreed.bonus ? t("clock.bonus", { time: agreed.time, bonus: agreed.bonus }) : t("clock.game", { time: agreed.time });
}

/** Clocks as the server last told them, running on by themselves. */
export class Clocks {
  /** @type {{left: number | null, runs: boolean}[]} */
  #told = [];
  #at = 0;

  /**
   * @param {{left: number | null, runs: boolean}[]} clocks
   * @param {number} now
   */
  set(clocks, now) {
    this.#told = clocks;
    this.#at = now;
  }

  /**
   * @param {number} seat from 1
   * @param {number} now
   * @returns {number | null}
   */
  left(seat, now) {
    const clock = this.#told[seat - 1];
    if (!clock || clock.left === null) return null;
    return Math.max(0, clock.runs ? clock.left - (now - this.#at) : clock.left);
  }

  /** Whether any clock runs. */
  get running() {
    return this.#told.some((clock) => clock.runs && clock.left !== null);
  }
}
