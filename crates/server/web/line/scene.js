// A line, or the two lines of a relay, as this browser knows them.

import { t } from "../i18n.js";

/** @typedef {import("../wire.js").Ground} Ground */
/** @typedef {import("../wire.js").LineEntry} LineEntry */
/** @typedef {import("../wire.js").LineMessage} LineMessage */
/** @typedef {import("../wire.js").LineView} LineView */
/** @typedef {{element: HTMLElement, update: () => void}} Part */

/** How many entries are kept. */
export const KEPT = 1000;

/**
 * What a line of a relay, and the device on it, is called.
 * @param {number} line counted from 0
 */
export const lineName = (line) => (line === 0 ? "A" : "B");

export class Scene {
  /** @type {LineMessage["about"] | null} */
  about = null;
  /** @type {Ground | null} */
  ground = null;
  /** @type {LineView | null} */
  known = null;
  /** @type {LineEntry[]} */
  entries = [];
  /** When the sight came, by the clock that never jumps. */
  heard = 0;

  /**
   * The latest sight. Ask only after the first one.
   * @returns {LineView}
   */
  get sight() {
    if (!this.known) throw new Error("nothing is known of the line yet");
    return this.known;
  }

  /** Whether a person plays here. */
  get isPlayed() {
    return !this.isRelay && this.about?.engine === null;
  }

  /** Whether two devices play each other here, each on a line of its own. */
  get isRelay() {
    return this.part === "relay";
  }

  /** What part is ours. */
  get part() {
    return this.about?.part ?? "pc";
  }

  /** Which end the other one is. */
  get otherPart() {
    return this.part === "device" ? "pc" : "device";
  }

  /**
   * Who says what was sent or heard: a relay is a PC to each of its devices.
   * @param {"sent" | "heard"} what
   * @returns {"pc" | "device"}
   */
  speaker(what) {
    const ours = this.part === "device" ? "device" : "pc";
    return what === "sent" ? ours : this.otherPart;
  }

  /** @param {number | null} seat */
  colour(seat) {
    return seat === null ? "" : t(seat === 1 ? "paint.black" : "paint.white");
  }

  /**
   * What a side is called in a sentence.
   * @param {number | null} seat
   */
  side(seat) {
    const colour = this.colour(seat);
    if (!this.isRelay || seat === null) return colour;
    return t("line.relay.side", { device: lineName(seat === this.sight.own ? 0 : 1), colour });
  }

  /**
   * What is left of the time that runs for a side, in milliseconds.
   * @param {number} seat
   * @param {number} now
   */
  left(seat, now) {
    const time = this.known?.times[seat - 1];
    return time ? Math.max(0, time.left - (now - this.heard)) : null;
  }

  /**
   * Takes what the server says.
   * @param {LineMessage} message
   * @param {number} now
   * @returns {LineEntry[]} what is new; the last one known before is among it if it has grown
   */
  take(message, now) {
    if (message.about) {
      this.about = message.about;
      this.entries = [];
    }
    if (message.ground) this.ground = message.ground;
    if (message.sight) {
      this.known = message.sight;
      this.heard = now;
    }
    /** @type {LineEntry[]} */
    const fresh = [];
    for (const entry of message.entries) {
      const last = this.entries[this.entries.length - 1];
      if (last?.number === entry.number) this.entries.pop();
      // What was forgotten before it could be told is missed in its place.
      else if (entry.number > (last ? last.number + 1 : 0)) this.#add({ ...entry, number: entry.number - 1, what: "gap", line: null, text: "" }, fresh);
      this.#add(entry, fresh);
    }
    this.entries.splice(0, this.entries.length - KEPT);
    return fresh;
  }

  /**
   * @param {LineEntry} entry
   * @param {LineEntry[]} fresh
   */
  #add(entry, fresh) {
    this.entries.push(entry);
    fresh.push(entry);
  }
}
