// The position editor: a board, a palette, and validation by the server.

import { Board } from "../../board/board.js";
import { ApiError, postJson } from "../../http.js";
import { asSentence, t } from "../../i18n.js";
import { announceLatest } from "../announce_latest.js";
import { pageUrl, arrangementOf, isStackable, placementOf, brushForStroke, applyBrush, turnOf } from "./arrangement.js";
import { createView } from "./view.js";
import { Validator } from "./validator.js";
import { palette, pieceLabel } from "./palette.js";
import { paintInput } from "./paint_input.js";

/** @typedef {import("../../wire.js").GameEntry} GameEntry */
/** @typedef {import("../../wire.js").Piece} Piece */
/** @typedef {import("../../wire.js").Preview} Preview */
/** @typedef {import("../../wire.js").Spot} Spot */

export class PositionEditor {
  /** @type {import("./arrangement.js").Arrangement} */
  #arrangement = new Map();
  #turn = 1;
  /**
   * States before each change.
   * @type {{arrangement: import("./arrangement.js").Arrangement, turn: number}[]}
   */
  #undoStack = [];
  /**
   * The last valid position; its layout is on display.
   * @type {Preview}
   */
  #preview;
  /** @type {Record<string, string>} */
  #settings;
  /**
   * Brush of the current stroke.
   * @type {Piece | null}
   */
  #stroke = null;
  /** `true` if the state before the stroke is on the undo stack. */
  #isStrokeSaved = false;
  /** `true` if the user has changed the position. */
  #isEdited = false;
  #palette;

  /**
   * @param {HTMLElement} host
   * @param {GameEntry} entry
   * @param {Record<string, string>} settings
   * @param {Preview} preview
   * @param {string} error problem with the address, or an empty string
   */
  constructor(host, entry, settings, preview, error) {
    this.entry = entry;
    this.#settings = settings;
    this.#preview = preview;
    this.view = createView(host, entry, {
      settings: (chosen) => void this.#open("start", chosen),
      clear: () => this.#clear(),
      start: () => void this.#open("start", this.#settings),
      undo: () => this.#undo(),
      load: (text) => void this.#open(text, this.#settings, true),
      turn: (seat) => this.#setTurn(seat),
    });
    this.#palette = palette(preview.pieces, undefined, () => {});
    this.view.palette.append(this.#palette.element);
    this.board = new Board(this.view.board, { onpick: (place) => this.#pick(place), movable: () => false, label: t("editor.board") });
    this.paintInput = paintInput(this.view.board, {
      placeAt: (x, y) => this.#placeAt(x, y),
      start: (place) => this.#startStroke(place),
      enter: (place) => this.#continueStroke(place),
    });
    this.validator = new Validator({
      valid: (preview) => this.#showValid(preview),
      invalid: (message) => this.#showProblem("invalid", asSentence(message)),
      unreachable: () => this.#showProblem("invalid", t("editor.unreachable")),
    });
    this.onkeydown = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.onkeydown);
    this.#load(preview);
    if (error) this.#showProblem("invalid", asSentence(error));
  }

  remove() {
    document.removeEventListener("keydown", this.onkeydown);
    this.paintInput.remove();
    this.validator.stop();
    this.board.remove();
  }

  /**
   * Loads the position of a preview.
   * @param {Preview} preview
   */
  #load(preview) {
    this.#arrangement = arrangementOf(preview.placement);
    this.#turn = 1;
    this.#isEdited = false;
    this.#showValid(preview);
    this.#draw();
  }

  /**
   * Loads a position from its text.
   * @param {string} position
   * @param {Record<string, string>} settings
   * @param {boolean} [isTyped]
   */
  async #open(position, settings, isTyped = false) {
    this.validator.stop();
    try {
      /** @type {Preview} */
      const preview = await postJson("/api/preview", { game: this.entry.name, settings, position });
      // New settings keep an edited position if the board stays the same.
      const keepPosition = settings !== this.#settings && this.#isEdited && sameSpots(preview.layout.spots, this.#preview.layout.spots);
      this.#settings = settings;
      this.#saveUndo();
      if (!samePieces(preview.pieces, this.#preview.pieces)) this.#setPalette(preview.pieces);
      if (keepPosition) {
        this.#preview = preview;
        this.#draw();
        this.#validate();
      } else this.#load(preview);
    } catch (error) {
      const isRejected = error instanceof ApiError && error.status < 500;
      this.#showProblem("invalid", isRejected ? asSentence(error.message) : t("editor.unreachable"));
      if (isTyped) this.view.markTextInvalid();
    }
  }

  /** @param {Piece[]} pieces */
  #setPalette(pieces) {
    const brush = this.#palette.brush;
    this.#palette = palette(pieces, brush, () => {});
    this.view.palette.replaceChildren(this.#palette.element);
  }

  #draw() {
    const { layout, placement } = this.#preview;
    const tokens = placement.tokens.filter((token) => token.kind !== "button");
    void this.board.show(layout, placementOf(this.#arrangement, tokens), { animate: false });
    this.view.show({ layout, seats: this.#preview.seats, turn: this.#turn, canUndo: this.#undoStack.length > 0 });
  }

  /** @param {Preview} preview */
  #showValid(preview) {
    this.#preview = preview;
    // In some games the position determines the turn.
    this.#turn = turnOf(preview) ?? this.#turn;
    const address = pageUrl(`/edit/${this.entry.name}`, preview.position, this.#settings);
    history.replaceState(history.state, "", address);
    this.#draw();
    this.view.showValid(preview.position, preview.placement.caption, pageUrl(`/new/${this.entry.name}`, preview.position, this.#settings));
  }

  /**
   * @param {"invalid" | "checking"} state
   * @param {string} message
   */
  #showProblem(state, message) {
    this.view.showInvalid(state, message);
    if (state === "invalid") announceLatest(message);
  }

  #saveUndo() {
    this.#undoStack.push({ arrangement: this.#arrangement, turn: this.#turn });
    if (this.#undoStack.length > 200) this.#undoStack.shift();
  }

  #validate() {
    this.#isEdited = true;
    this.view.showInvalid("checking", t("editor.checking"));
    this.validator.validate({ game: this.entry.name, settings: this.#settings, turn: this.#turn, arrangement: this.#arrangement });
  }

  #clear() {
    if (!this.#arrangement.size) return;
    this.#saveUndo();
    this.#arrangement = new Map();
    this.#draw();
    this.#validate();
    announceLatest(t("editor.cleared"));
  }

  #undo() {
    const before = this.#undoStack.pop();
    if (!before) return announceLatest(t("editor.nothingToUndo"));
    this.#arrangement = before.arrangement;
    this.#turn = before.turn;
    this.#draw();
    this.#validate();
  }

  /** @param {number} seat */
  #setTurn(seat) {
    this.#saveUndo();
    this.#turn = seat;
    this.#validate();
  }

  /** @param {number} place */
  #spot(place) {
    return this.#preview.layout.spots.find((spot) => spot.place === place);
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
   * Handles Enter on a place; pointer presses are handled as strokes.
   * @param {number} place
   */
  #pick(place) {
    if (this.paintInput.isPainting()) return;
    this.#startStroke(place);
  }

  /** @param {number} place */
  #startStroke(place) {
    const spot = this.#spot(place);
    if (!spot) return;
    this.#stroke = brushForStroke(this.#arrangement, spot, this.#palette.brush);
    this.#isStrokeSaved = false;
    this.#paint(spot);
  }

  /** @param {number} place */
  #continueStroke(place) {
    const spot = this.#spot(place);
    // Stacks grow by clicks only.
    if (!spot || isStackable(spot)) return;
    this.#paint(spot);
  }

  /** @param {Spot} spot */
  #paint(spot) {
    const after = applyBrush(this.#arrangement, spot, this.#stroke);
    if (after === this.#arrangement) return;
    // One undo step for the whole stroke.
    if (!this.#isStrokeSaved) this.#saveUndo();
    this.#isStrokeSaved = true;
    this.#arrangement = after;
    this.#draw();
    this.#validate();
    announceLatest(this.#describe(spot, after));
  }

  /**
   * @param {Spot} spot
   * @param {import("./arrangement.js").Arrangement} arrangement
   */
  #describe(spot, arrangement) {
    const stack = arrangement.get(spot.place);
    if (!stack) return t("editor.emptied", { square: spot.name });
    if (isStackable(spot)) return t("editor.stacked", { count: stack.length, square: spot.name });
    return t("editor.put", { piece: pieceLabel(stack[0]), square: spot.name });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const isInField = event.target instanceof Element && event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea");
    if (isInField || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (event.key.toLowerCase() === "z" && event.ctrlKey) this.#undo();
    else {
      const piece = event.ctrlKey ? null : this.#palette.pick(event.key);
      if (!piece) return;
      announceLatest(t("editor.chosen", { piece }));
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
