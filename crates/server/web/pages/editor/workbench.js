// The editor at work: a board, a palette, and what the server thinks of it.

import { Board } from "../../board/board.js";
import { ApiError, postJson } from "../../http.js";
import { t } from "../../i18n.js";
import { speakLast } from "../aloud.js";
import { addressOf, arrangementOf, asSentence, isPile, standingOf, strokeFrom, touched, turnOf } from "./arrangement.js";
import { drawBench } from "./bench.js";
import { Judge } from "./judge.js";
import { palette, pieceWords } from "./palette.js";
import { strokes } from "./strokes.js";

/** @typedef {import("../../wire.js").GameEntry} GameEntry */
/** @typedef {import("../../wire.js").Piece} Piece */
/** @typedef {import("../../wire.js").Preview} Preview */
/** @typedef {import("../../wire.js").Spot} Spot */

export class Workbench {
  /** @type {import("./arrangement.js").Arrangement} */
  #arrangement = new Map();
  #turn = 1;
  /**
   * What was there before each change.
   * @type {{arrangement: import("./arrangement.js").Arrangement, turn: number}[]}
   */
  #past = [];
  /**
   * The last preview; its ground is the board.
   * @type {Preview}
   */
  #preview;
  /** @type {Record<string, string>} */
  #settings;
  /**
   * What the running stroke puts.
   * @type {Piece | null}
   */
  #stroke = null;
  /** Whether what was there before the stroke is kept. */
  #isKept = false;
  /** Whether somebody has changed what was opened. */
  #isOwn = false;
  #palette;

  /**
   * @param {HTMLElement} host
   * @param {GameEntry} entry
   * @param {Record<string, string>} settings
   * @param {Preview} preview
   * @param {string} complaint why the address could not be followed
   */
  constructor(host, entry, settings, preview, complaint) {
    this.entry = entry;
    this.#settings = settings;
    this.#preview = preview;
    this.view = drawBench(host, entry, {
      settings: (chosen) => void this.#open("start", chosen),
      clear: () => this.#clear(),
      start: () => void this.#open("start", this.#settings),
      undo: () => this.#undo(),
      read: (text) => void this.#open(text, this.#settings, true),
      turn: (seat) => this.#setTurn(seat),
    });
    this.#palette = palette(preview.pieces, undefined, () => {});
    this.view.palette.append(this.#palette.element);
    this.board = new Board(this.view.board, { onpick: (place) => this.#pick(place), movable: () => false, label: t("editor.board") });
    this.strokes = strokes(this.view.board, {
      placeAt: (x, y) => this.#placeAt(x, y),
      begin: (place) => this.#begin(place),
      pass: (place) => this.#pass(place),
    });
    this.judge = new Judge({
      playable: (answer) => this.#playable(answer),
      wrong: (sentence) => this.#tell("wrong", asSentence(sentence)),
      silent: () => this.#tell("wrong", t("editor.trouble")),
    });
    this.onkeydown = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.onkeydown);
    this.#take(preview);
    if (complaint) this.#tell("wrong", asSentence(complaint));
  }

  remove() {
    document.removeEventListener("keydown", this.onkeydown);
    this.strokes.remove();
    this.judge.stop();
    this.board.remove();
  }

  /**
   * Makes what a preview shows the position on the bench.
   * @param {Preview} preview
   */
  #take(preview) {
    this.#arrangement = arrangementOf(preview.standing);
    this.#turn = 1;
    this.#isOwn = false;
    this.#playable(preview);
    this.#draw();
  }

  /**
   * Opens a position by its text, with settings.
   * @param {string} position
   * @param {Record<string, string>} settings
   * @param {boolean} [isTyped]
   */
  async #open(position, settings, isTyped = false) {
    this.judge.stop();
    try {
      /** @type {Preview} */
      const preview = await postJson("/api/preview", { game: this.entry.name, settings, position });
      // Other settings keep what somebody has put up, where it still has its places.
      const keeps = settings !== this.#settings && this.#isOwn && sameSpots(preview.ground.spots, this.#preview.ground.spots);
      this.#settings = settings;
      this.#remember();
      if (!samePieces(preview.pieces, this.#preview.pieces)) this.#refill(preview.pieces);
      if (keeps) {
        this.#preview = preview;
        this.#draw();
        this.#judgeNow();
      } else this.#take(preview);
    } catch (fault) {
      const isRefused = fault instanceof ApiError && fault.status < 500;
      this.#tell("wrong", isRefused ? asSentence(fault.sentence) : t("editor.trouble"));
      if (isTyped) this.view.complain();
    }
  }

  /** @param {Piece[]} pieces */
  #refill(pieces) {
    const brush = this.#palette.brush;
    this.#palette = palette(pieces, brush, () => {});
    this.view.palette.replaceChildren(this.#palette.element);
  }

  #draw() {
    const { ground, standing } = this.#preview;
    const tokens = standing.tokens.filter((token) => token.kind !== "button");
    void this.board.show(ground, standingOf(this.#arrangement, tokens), { animate: false });
    this.view.show({ ground, seats: this.#preview.seats, turn: this.#turn, mayUndo: this.#past.length > 0 });
  }

  /** @param {Preview} preview */
  #playable(preview) {
    this.#preview = preview;
    // In some games the pieces themselves say whose turn it is.
    this.#turn = turnOf(preview) ?? this.#turn;
    const address = addressOf(`/edit/${this.entry.name}`, preview.position, this.#settings);
    history.replaceState(history.state, "", address);
    this.#draw();
    this.view.playable(preview.position, preview.standing.caption, addressOf(`/new/${this.entry.name}`, preview.position, this.#settings));
  }

  /**
   * @param {"wrong" | "busy"} state
   * @param {string} sentence
   */
  #tell(state, sentence) {
    this.view.unplayable(state, sentence);
    if (state === "wrong") speakLast(sentence);
  }

  #remember() {
    this.#past.push({ arrangement: this.#arrangement, turn: this.#turn });
    if (this.#past.length > 200) this.#past.shift();
  }

  #judgeNow() {
    this.#isOwn = true;
    this.view.unplayable("busy", t("editor.checking"));
    this.judge.look({ game: this.entry.name, settings: this.#settings, turn: this.#turn, arrangement: this.#arrangement });
  }

  #clear() {
    if (!this.#arrangement.size) return;
    this.#remember();
    this.#arrangement = new Map();
    this.#draw();
    this.#judgeNow();
    speakLast(t("editor.cleared"));
  }

  #undo() {
    const before = this.#past.pop();
    if (!before) return speakLast(t("editor.nothing"));
    this.#arrangement = before.arrangement;
    this.#turn = before.turn;
    this.#draw();
    this.#judgeNow();
  }

  /** @param {number} seat */
  #setTurn(seat) {
    this.#remember();
    this.#turn = seat;
    this.#judgeNow();
  }

  /** @param {number} place */
  #spot(place) {
    return this.#preview.ground.spots.find((spot) => spot.place === place);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #placeAt(x, y) {
    const element = document.elementFromPoint(x, y)?.closest("[data-place]");
    const place = element && this.view.board.contains(element) ? Number(element.getAttribute("data-place")) : NaN;
    return this.#spot(place) ? place : null;
  }

  /**
   * Enter on a place; a press of the pointer has painted already.
   * @param {number} place
   */
  #pick(place) {
    if (this.strokes.isPainting()) return;
    this.#begin(place);
  }

  /** @param {number} place */
  #begin(place) {
    const spot = this.#spot(place);
    if (!spot) return;
    this.#stroke = strokeFrom(this.#arrangement, spot, this.#palette.brush);
    this.#isKept = false;
    this.#paint(spot);
  }

  /** @param {number} place */
  #pass(place) {
    const spot = this.#spot(place);
    // Piles grow by touches, not in passing.
    if (!spot || isPile(spot)) return;
    this.#paint(spot);
  }

  /** @param {Spot} spot */
  #paint(spot) {
    const after = touched(this.#arrangement, spot, this.#stroke);
    if (after === this.#arrangement) return;
    // A stroke is undone as a whole.
    if (!this.#isKept) this.#remember();
    this.#isKept = true;
    this.#arrangement = after;
    this.#draw();
    this.#judgeNow();
    speakLast(this.#words(spot, after));
  }

  /**
   * @param {Spot} spot
   * @param {import("./arrangement.js").Arrangement} arrangement
   */
  #words(spot, arrangement) {
    const stack = arrangement.get(spot.place);
    if (!stack) return t("editor.emptied", { square: spot.name });
    if (isPile(spot)) return t("editor.piled", { count: stack.length, square: spot.name });
    return t("editor.put", { piece: pieceWords(stack[0]), square: spot.name });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const isInField = event.target instanceof Element && event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea");
    if (isInField || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (event.key.toLowerCase() === "z" && event.ctrlKey) this.#undo();
    else {
      const piece = event.ctrlKey ? null : this.#palette.pick(event.key);
      if (!piece) return;
      speakLast(t("editor.chosen", { piece }));
    }
    event.preventDefault();
  }
}

/**
 * @param {Spot[]} some
 * @param {Spot[]} others
 */
function sameSpots(some, others) {
  return some.length === others.length && some.every((spot, index) => spot.place === others[index].place && spot.x === others[index].x && spot.y === others[index].y);
}

/**
 * @param {Piece[]} some
 * @param {Piece[]} others
 */
function samePieces(some, others) {
  return JSON.stringify(some) === JSON.stringify(others);
}
