// Client-side state of a table.

import { appendEvents, movesPlayed, resignations } from "../../history.js";
import { socket } from "../../socket.js";
import { capitalize, t, tOr } from "../../i18n.js";

/** @typedef {import("../../wire.js").TableMessage} TableMessage */
/** @typedef {import("../../wire.js").TableEvent} TableEvent */
/** @typedef {import("../../wire.js").Seat} Seat */
/** @typedef {import("../../wire.js").PlyPosition} PlyPosition */
/** @typedef {import("../../wire.js").Action} Action */
/** @typedef {{element: HTMLElement, update: () => void, remove?: () => void}} Panel */

/**
 * Board layouts by table; the server sends each layout only once.
 * @type {Map<string, import("../../wire.js").BoardLayout>}
 */
const layouts = new Map();

export class TableModel {
  /** @type {TableMessage | null} */
  message = null;
  /** @type {NonNullable<TableMessage["about"]> | null} */
  about = null;
  /** @type {TableEvent[]} */
  events = [];
  /** @type {import("../../history.js").Ply[]} */
  moves = [];
  /** @type {import("../../history.js").Resignation[]} */
  resignations = [];
  /**
   * Ply on display; `null` for the current position.
   * @type {number | null}
   */
  viewedPly = null;
  /** Arrival time of the latest message, from `performance.now()`. */
  receivedAt = 0;
  /** `true` if the player flipped the board. */
  flipped = false;
  /** @type {Map<number, PlyPosition>} */
  #positions = new Map();

  /** @param {string} id */
  constructor(id) {
    this.id = id;
  }

  /**
   * The latest message. Throws before the first one.
   * @returns {TableMessage}
   */
  get table() {
    if (!this.message) throw new Error("no message from the server yet");
    return this.message;
  }

  get layout() {
    return layouts.get(this.id) ?? null;
  }

  /** Number of the last event received. */
  get lastEvent() {
    return this.events.length > 0 ? this.events[this.events.length - 1].number : null;
  }

  /** Seats of the player at this browser. */
  get ownSeats() {
    return this.table.seats.filter((seat) => seat.who === "you");
  }

  /** Own seat to move, or `null`. */
  get ownTurn() {
    return this.ownSeats.find((seat) => seat.seat === this.table.turn)?.seat ?? null;
  }

  /** Own seat that acts: the seat to move, otherwise the first one still playing. */
  get actingSeat() {
    return this.ownTurn ?? this.ownSeats.find((seat) => seat.playing)?.seat ?? this.ownSeats[0]?.seat ?? null;
  }

  /** The ply on the board. */
  get ply() {
    return this.viewedPly ?? this.table.ply;
  }

  /** @param {number | null} number */
  seat(number) {
    return this.table.seats.find((seat) => seat.seat === number) ?? null;
  }

  /**
   * Display name of a seat: "You", a name, or its colour.
   * @param {Seat | null} seat
   */
  seatName(seat) {
    if (!seat) return "";
    if (seat.who === "you" && this.ownSeats.length === 1) return t("table.you");
    return seat.name ?? capitalize(seat.title);
  }

  /**
   * `true` if messages address this seat as "you".
   * @param {Seat | null} seat
   */
  isYou(seat) {
    return seat?.who === "you" && this.ownSeats.length === 1;
  }

  /**
   * Seat to move after `ply` moves, or `null` if unknown.
   * @param {number} ply
   */
  turnAt(ply) {
    return this.moves[ply]?.seat ?? (ply === this.table.ply ? this.table.turn : null);
  }

  /**
   * Applies a message from the server.
   * @param {TableMessage} message
   * @returns {TableEvent[]} the new events
   */
  apply(message) {
    if (message.reset) {
      this.events = [];
      this.#positions.clear();
    }
    if (message.about) this.about = message.about;
    if (message.layout) layouts.set(this.id, message.layout);
    const fresh = appendEvents(this.events, message.events);
    this.moves = movesPlayed(this.events);
    this.resignations = resignations(this.events);
    if (fresh.some((event) => event.event === "took_back")) {
      this.#positions.clear();
      if (this.viewedPly !== null && this.viewedPly >= message.ply) this.viewedPly = null;
    }
    this.message = message;
    this.receivedAt = performance.now();
    return fresh;
  }

  /**
   * Fetches the position after `ply` moves.
   * @param {number} ply
   * @returns {Promise<PlyPosition>}
   */
  async positionAt(ply) {
    const known = this.#positions.get(ply);
    if (known) return known;
    const position = await socket.request({ kind: "position", table: this.id, ply });
    this.#positions.set(ply, position);
    return position;
  }

  /**
   * Sends an action to the server.
   * @param {Action} action
   * @param {number | null} [seat]
   */
  act(action, seat = this.actingSeat) {
    return socket.request({ kind: "act", table: this.id, seat, seen: this.lastEvent, action });
  }

  /** Points of each seat in a match, or `null` if the game is no match. */
  get matchPoints() {
    const { ending, placement } = this.table;
    return placement.match ? (ending?.points ?? placement.match.points) : null;
  }

  /** Headline and reason of the result, or `null` while the game runs. */
  get resultText() {
    const { ending, seats } = this.table;
    if (!ending) return null;
    const first = seats.filter((_, index) => ending.places[index] === 1);
    const reason = tOr(`rule.${ending.rule}`, `${capitalize(ending.rule)}.`);
    if (seats.length === 1) return { headline: t(first.length > 0 ? "result.solved" : "result.stuck"), reason };
    const sorted = [...ending.points].sort((one, other) => other - one);
    // A player who resigns may be ahead on points; then the score is misleading.
    const ahead = first.length > 1 || ending.points[ending.places.indexOf(1)] > sorted[1];
    const score = sorted[0] > 1 && ahead && seats.length === 2 ? t("result.score", { more: sorted[0], fewer: sorted[1] }) : "";
    if (first.length !== 1) return { headline: t("result.draw", { score }), reason };
    const key = this.isYou(first[0]) ? "result.you" : "result.wins";
    return { headline: t(key, { name: this.seatName(first[0]), score }), reason };
  }
}
