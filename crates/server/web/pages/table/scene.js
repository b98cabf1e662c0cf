// A table as this browser knows it.

import { appendEvents, movesPlayed } from "../../history.js";
import { socket } from "../../socket.js";
import { capitalize, t, tOr } from "../../i18n.js";

/** @typedef {import("../../wire.js").TableMessage} TableMessage */
/** @typedef {import("../../wire.js").TableEvent} TableEvent */
/** @typedef {import("../../wire.js").Seat} Seat */
/** @typedef {import("../../wire.js").Looked} Looked */
/** @typedef {import("../../wire.js").Action} Action */
/** @typedef {{element: HTMLElement, update: () => void, remove?: () => void}} Part */

/**
 * What boards look like, as the server sends it only once.
 * @type {Map<string, import("../../wire.js").Ground>}
 */
const grounds = new Map();

export class Scene {
  /** @type {TableMessage | null} */
  message = null;
  /** @type {NonNullable<TableMessage["about"]> | null} */
  about = null;
  /** @type {TableEvent[]} */
  events = [];
  /** @type {import("../../history.js").Ply[]} */
  moves = [];
  /**
   * The ply that is looked at, null: the present.
   * @type {number | null}
   */
  viewed = null;
  /** When the message came, by the clock that never jumps. */
  heard = 0;
  /** Whether the board is seen from the other side. */
  flipped = false;
  /** @type {Map<number, Looked>} */
  #looks = new Map();

  /** @param {string} id */
  constructor(id) {
    this.id = id;
  }

  /**
   * The latest message. Ask only after the first one.
   * @returns {TableMessage}
   */
  get table() {
    if (!this.message) throw new Error("nothing is known of the table yet");
    return this.message;
  }

  get ground() {
    return grounds.get(this.id) ?? null;
  }

  /** The number of the last event that is known. */
  get latest() {
    return this.events.length > 0 ? this.events[this.events.length - 1].number : null;
  }

  /** The seats held by who looks at the page. */
  get mine() {
    return this.table.seats.filter((seat) => seat.who === "you");
  }

  /** The own seat that is to move. */
  get ownTurn() {
    return this.mine.find((seat) => seat.seat === this.table.turn)?.seat ?? null;
  }

  /** The own seat that acts: the one to move, else the first. */
  get actor() {
    return this.ownTurn ?? this.mine.find((seat) => seat.playing)?.seat ?? this.mine[0]?.seat ?? null;
  }

  /** The ply on the board. */
  get ply() {
    return this.viewed ?? this.table.ply;
  }

  /** @param {number | null} number */
  seat(number) {
    return this.table.seats.find((seat) => seat.seat === number) ?? null;
  }

  /**
   * How a seat is called: "You", a name, or its colour.
   * @param {Seat | null} seat
   */
  nameOf(seat) {
    if (!seat) return "";
    if (seat.who === "you" && this.mine.length === 1) return t("table.you");
    return seat.name ?? capitalize(seat.title);
  }

  /**
   * Whether it is "you" in sentences.
   * @param {Seat | null} seat
   */
  isYou(seat) {
    return seat?.who === "you" && this.mine.length === 1;
  }

  /**
   * Who is to move after so many moves, as far as it is known.
   * @param {number} ply
   */
  turnAt(ply) {
    return this.moves[ply]?.seat ?? (ply === this.table.ply ? this.table.turn : null);
  }

  /**
   * Takes what the server says.
   * @param {TableMessage} message
   * @returns {TableEvent[]} what is new
   */
  take(message) {
    if (message.reset) {
      this.events = [];
      this.#looks.clear();
    }
    if (message.about) this.about = message.about;
    if (message.ground) grounds.set(this.id, message.ground);
    const fresh = appendEvents(this.events, message.events);
    this.moves = movesPlayed(this.events);
    if (fresh.some((event) => event.event === "took_back")) {
      this.#looks.clear();
      if (this.viewed !== null && this.viewed >= message.ply) this.viewed = null;
    }
    this.message = message;
    this.heard = performance.now();
    return fresh;
  }

  /**
   * The position after so many moves.
   * @param {number} ply
   * @returns {Promise<Looked>}
   */
  async look(ply) {
    const known = this.#looks.get(ply);
    if (known) return known;
    const looked = await socket.request({ kind: "look", table: this.id, ply });
    this.#looks.set(ply, looked);
    return looked;
  }

  /**
   * @param {Action} action
   * @param {number | null} [seat]
   */
  act(action, seat = this.actor) {
    return socket.request({ kind: "act", table: this.id, seat, seen: this.latest, action });
  }

  /** How the game ended, in two lines. */
  get verdict() {
    const { ending, seats } = this.table;
    if (!ending) return null;
    const first = seats.filter((_, index) => ending.places[index] === 1);
    const why = tOr(`rule.${ending.rule}`, `${capitalize(ending.rule)}.`);
    if (seats.length === 1) return { headline: t(first.length > 0 ? "result.solved" : "result.stuck"), why };
    const sorted = [...ending.points].sort((one, other) => other - one);
    // Who resigns may have been ahead; then the count says nothing.
    const ahead = first.length > 1 || ending.points[ending.places.indexOf(1)] > sorted[1];
    const score = sorted[0] > 1 && ahead && seats.length === 2 ? t("result.score", { more: sorted[0], fewer: sorted[1] }) : "";
    if (first.length !== 1) return { headline: t("result.draw", { score }), why };
    const words = this.isYou(first[0]) ? "result.you" : "result.wins";
    return { headline: t(words, { name: this.nameOf(first[0]), score }), why };
  }
}
