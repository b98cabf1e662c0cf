// Clock times and time controls as text.

import { t } from "./i18n.js";

/**
 * Formats a clock: 1:02:03, 4:12, and below ten seconds 0:09.3.
 * @param {number} left milliseconds
 */
export function formatClock(left) {
  const time = Math.max(0, left);
  if (time < 10_000) {
    const tenths = Math.floor(time / 100);
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.floor(time / 1000);
  const pad = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${pad(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`;
}

/** @typedef {{kind: "none"} | {kind: "game", time: string, increment: string | null} | {kind: "move", time: string}} TimeControl */

/**
 * Parses `none`, `5m`, `5m+3s` or `8s/move`; returns null for anything else.
 * @param {string} text
 * @returns {TimeControl | null}
 */
export function parseTimeControl(text) {
  const control = text.trim().toLowerCase();
  if (control === "none") return { kind: "none" };
  const match = /^((?:\d+(?:\.\d+)?(?:h|ms|m|s))+)(?:\+((?:\d+(?:\.\d+)?(?:h|ms|m|s))+)|(\/move))?$/.exec(control);
  if (!match) return null;
  if (match[3]) return { kind: "move", time: spaceUnits(match[1]) };
  return { kind: "game", time: spaceUnits(match[1]), increment: match[2] ? spaceUnits(match[2]) : null };
}

/**
 * Turns 1h30m into "1 h 30 min".
 * @param {string} time
 */
function spaceUnits(time) {
  return [...time.matchAll(/([\d.]+)(h|ms|m|s)/g)].map(([, count, unit]) => `${count} ${unit === "m" ? "min" : unit}`).join(" ");
}

/**
 * Describes a time control for the user; returns the text unchanged if it cannot be parsed.
 * @param {string} text
 */
export function describeTimeControl(text) {
  const control = parseTimeControl(text);
  if (!control) return text;
  if (control.kind === "none") return t("clock.none");
  if (control.kind === "move") return t("clock.move", { time: control.time });
  return control.increment
    ? t("clock.increment", { time: control.time, increment: control.increment })
    : t("clock.game", { time: control.time });
}

/** Clocks as last received from the server; the running ones count down locally. */
export class Clocks {
  /** @type {{left: number | null, runs: boolean}[]} */
  #clocks = [];
  #receivedAt = 0;

  /**
   * @param {{left: number | null, runs: boolean}[]} clocks
   * @param {number} now
   */
  set(clocks, now) {
    this.#clocks = clocks;
    this.#receivedAt = now;
  }

  /**
   * Time left for a seat in milliseconds, or null if it has no clock.
   * @param {number} seat from 1
   * @param {number} now
   * @returns {number | null}
   */
  left(seat, now) {
    const clock = this.#clocks[seat - 1];
    if (!clock || clock.left === null) return null;
    return Math.max(0, clock.runs ? clock.left - (now - this.#receivedAt) : clock.left);
  }

  /** `true` if any clock is running. */
  get running() {
    return this.#clocks.some((clock) => clock.runs && clock.left !== null);
  }
}
