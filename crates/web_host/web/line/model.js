// Client-side state of a serial line, or of the two lines of a relay.

import { t } from "../i18n.js";

/** @typedef {import("../wire.js").BoardLayout} BoardLayout */
/** @typedef {import("../wire.js").LineEntry} LineEntry */
/** @typedef {import("../wire.js").LineMessage} LineMessage */
/** @typedef {import("../wire.js").LineView} LineView */
/** @typedef {{element: HTMLElement, update: () => void}} Panel */

/** Number of entries stored. */
export const MAX_ENTRIES = 1000;

/**
 * Name of a line of a relay, and of its device.
 * @param {number} line counted from 0
 */
export const lineName = (line) => (line === 0 ? "A" : "B");

export class LineModel {
  /** @type {LineMessage["about"] | null} */
  about = null;
  /** @type {BoardLayout | null} */
  layout = null;
  /** @type {LineView | null} */
  latestView = null;
  /** @type {LineEntry[]} */
  entries = [];
  /** Arrival time of the latest view, from `performance.now()`. */
  receivedAt = 0;

  /**
   * The latest view. Throws before the first one.
   * @returns {LineView}
   */
  get view() {
    if (!this.latestView) throw new Error("no message from the server yet");
    return this.latestView;
  }

  /** `true` if a person plays on this page. */
  get isInteractive() {
    return !this.isRelay && this.about?.engine === null;
  }

  /** `true` if this program relays between two devices. */
  get isRelay() {
    return this.role === "relay";
  }

  /** Role of this program: PC, device or relay. */
  get role() {
    return this.about?.role ?? "pc";
  }

  /** Role of the other end. */
  get otherRole() {
    return this.role === "device" ? "pc" : "device";
  }

  /**
   * Role of the end that sent an entry; a relay is the PC of each device.
   * @param {"sent" | "received"} kind
   * @returns {"pc" | "device"}
   */
  sender(kind) {
    const ours = this.role === "device" ? "device" : "pc";
    return kind === "sent" ? ours : this.otherRole;
  }

  /** @param {number | null} seat */
  colour(seat) {
    return seat === null ? "" : t(seat === 1 ? "paint.black" : "paint.white");
  }

  /**
   * Name of a side in messages.
   * @param {number | null} seat
   */
  sideName(seat) {
    const colour = this.colour(seat);
    if (!this.isRelay || seat === null) return colour;
    return t("line.relay.side", { device: lineName(seat === this.view.own ? 0 : 1), colour });
  }

  /**
   * Remaining time of a side in milliseconds, or `null` if no time runs.
   * @param {number} seat
   * @param {number} now
   */
  timeLeft(seat, now) {
    const time = this.latestView?.timers[seat - 1];
    return time ? Math.max(0, time.left - (now - this.receivedAt)) : null;
  }

  /**
   * Applies a message from the server.
   * @param {LineMessage} message
   * @param {number} now
   * @returns {LineEntry[]} new entries, including the previous last one if it has grown
   */
  apply(message, now) {
    if (message.about) {
      this.about = message.about;
      this.entries = [];
    }
    if (message.layout) this.layout = message.layout;
    if (message.view) {
      this.latestView = message.view;
      this.receivedAt = now;
    }
    /** @type {LineEntry[]} */
    const fresh = [];
    for (const entry of message.entries) {
      const last = this.entries[this.entries.length - 1];
      if (last?.number === entry.number) this.entries.pop();
      // A jump in the numbers means that entries were dropped.
      else if (entry.number > (last ? last.number + 1 : 0)) this.#add({ ...entry, number: entry.number - 1, kind: "gap", line: null, text: "" }, fresh);
      this.#add(entry, fresh);
    }
    this.entries.splice(0, this.entries.length - MAX_ENTRIES);
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
