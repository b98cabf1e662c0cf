// The board: draws any position and reports the places the player picks.

import { h, s } from "../dom.js";
import { t } from "../i18n.js";
import { Animator, skipsAnimation } from "./animation.js";
import { Buttons } from "./buttons.js";
import { coordinates, frameWidth } from "./frame.js";
import { listenToKeys } from "./keyboard.js";
import { ArrowLayer } from "./move_arrows.js";
import { PieceDrag } from "./piece_drag.js";
import { PieceLayer } from "./piece_layer.js";
import { pieceIcon } from "./pieces.js";
import { listenToPointer } from "./pointer.js";
import { allowedRotation, rotateLayout } from "./rotation.js";
import { spotLabel } from "./spot_label.js";
import { SpotLayer } from "./spot_layer.js";
import { drawSurface } from "./surface.js";
import { SvgDefs } from "./svg_defs.js";
import { TokenLayer } from "./token_layer.js";

/** @typedef {import("../wire.js").BoardLayout} BoardLayout */
/** @typedef {import("../wire.js").Piece} Piece */
/** @typedef {import("../wire.js").Spot} Spot */
/** @typedef {import("../wire.js").Placement} Placement */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./marks.js").Mark} Mark */
/**
 * @typedef {object} Options
 * @property {(place: number) => void} [onpick]
 * @property {() => void} [oncancel]
 * @property {boolean} [readOnly] `true` for a picture without interaction
 * @property {string} [label] accessible name of the board; default: the caption of the position
 * @property {(spot: Spot, stack: Piece[], marks: string[]) => string} [describe] accessible name of a spot
 * @property {(place: number) => boolean} [movable] `true` if the piece on a place can be dragged; default: every piece
 */
/**
 * Lists of places by mark. `premove` is a move entered in advance, `hint` the trail of a suggested move.
 * @typedef {Partial<Record<"targets" | "selected" | "last" | "danger" | "premove" | "hint", number[]>>} Marks
 */

/** @type {Mark[]} */
const MARKS = ["last", "target", "selected", "danger", "premove", "hint"];

export class Board {
  #options;
  #defs = new SvgDefs();
  #pieces = new PieceLayer(this.#defs);
  #tokens = new TokenLayer();
  #buttons;
  #spots;
  #root;
  #background = s("svg", { class: "board-background", "aria-hidden": "true" });
  #foreground = s("svg", { class: "board-interactive" });
  #arrows = new ArrowLayer();
  /** @type {BoardLayout | null} */
  #layout = null;
  /**
   * Layout in its current orientation.
   * @type {BoardLayout | null}
   */
  #rotated = null;
  /** Key of the geometry drawn; empty if it must be drawn again. */
  #geometryKey = "";
  /** Key of the coordinates and spot names drawn. */
  #namesKey = "";
  /** @type {Placement | null} */
  #placement = null;
  #quarterTurns = 0;
  /** @type {Marks} */
  #marks = {};
  /** @type {[number, number][]} */
  #lines = [];
  /** @type {Animator | null} */
  #animator = null;
  #drag = new PieceDrag(this.#pieces);

  /** @param {HTMLElement} host @param {Options} [options] */
  constructor(host, options = {}) {
    this.#options = options;
    const pick = (/** @type {number} */ place) => options.onpick?.(place);
    this.#buttons = new Buttons(pick);
    this.#spots = new SpotLayer(options.readOnly ?? false);
    const layers = h("div", { class: "board-layers" }, this.#background, this.#foreground);
    this.#root = h("div", { class: "board" }, layers, !options.readOnly && this.#buttons.element);
    this.#foreground.setAttribute("role", options.readOnly ? "img" : "group");
    if (!options.readOnly) this.#listen(pick);
    host.append(this.#root);
  }

  /** @param {(place: number) => void} pick */
  #listen(pick) {
    const cancel = () => this.#options.oncancel?.();
    const pointer = listenToPointer(this.#foreground, this.#spots.layer, {
      movable: (place) => this.#isMovable(place),
      placeAt: (point) => this.#placeAt(point),
      lift: (place, at) => {
        this.#finishAnimations();
        if (!this.#marked("selected").includes(place)) pick(place);
        this.#drag.lift(place, at);
      },
      drag: (at) => this.#drag.drag(at),
      drop: (to) => {
        this.#drag.drop(to, to !== null && this.#marked("target").includes(to));
        if (to === null) cancel();
        else pick(to);
      },
      pick: (place) => {
        this.#spots.setCurrent(place);
        pick(place);
      },
      cancel,
    });
    listenToKeys(this.#foreground, {
      targets: () => this.#rotated?.spots ?? [],
      current: () => this.#spots.current,
      focus: (place) => this.#spots.focus(place),
      pick,
      cancel: () => (pointer.isDragging() ? pointer.cancelDrag() : cancel()),
    });
  }

  /**
   * Shows a position. When animated, pieces move along the trail from the position shown before; the promise resolves
   * at the end of the animation. A new call finishes a running animation at once.
   * @param {BoardLayout} layout @param {Placement} placement @param {{trail?: number[], animate?: boolean}} [options]
   */
  async show(layout, placement, options = {}) {
    this.#finishAnimations();
    const isSameBoard = this.#setLayout(layout);
    const trail = options.trail ?? [];
    const diff = this.#pieces.diff(placement, trail);
    const animates = isSameBoard && options.animate !== false && this.#placement !== null && !skipsAnimation();
    const animator = animates ? new Animator(diff.steps) : null;
    this.#animator = animator;
    this.#placement = placement;
    this.#pieces.show(placement, diff, animator, trail[trail.length - 1]);
    this.#tokens.show(this.#defs, placement.tokens, layout, this.#quarterTurns, animator);
    this.#foreground.setAttribute("aria-label", this.#options.label || placement.caption || t("board.title"));
    this.#updateMarks();
    this.#drag.onPositionShown();
    await animator?.finished();
  }

  /**
   * Sets the marks shown in addition to those of the position.
   * @param {Marks} marks
   */
  mark(marks) {
    this.#marks = marks;
    this.#updateMarks();
  }

  /**
   * Sets the lines drawn between places.
   * @param {[number, number][]} lines
   */
  drawLines(lines) {
    this.#lines = lines;
    this.#updateMarks();
  }

  /**
   * Rotates the board.
   * @param {number} quarterTurns clockwise
   */
  setOrientation(quarterTurns) {
    const rotation = this.#layout ? allowedRotation(this.#layout, quarterTurns) : quarterTurns;
    if (rotation === this.#quarterTurns) return;
    this.#quarterTurns = rotation;
    this.#geometryKey = "";
    if (this.#layout && this.#placement) this.show(this.#layout, this.#placement, { animate: false });
  }

  /**
   * Focuses the button or spot of a place.
   * @param {number} place
   */
  focus(place) {
    if (!this.#buttons.focus(place)) this.#spots.focus(place);
  }

  /** Layout in its current orientation, and the width of the frame. */
  get view() {
    return { layout: this.#rotated, frame: this.#rotated ? frameWidth(this.#rotated) : 0 };
  }

  /**
   * Adds an element over the board and its frame.
   * @param {HTMLElement} overlay
   */
  addOverlay(overlay) {
    this.#foreground.after(overlay);
  }

  /**
   * Icon of a piece in the style of this board.
   * @param {Piece} piece
   */
  pieceIcon(piece) {
    return pieceIcon(this.#defs, piece);
  }

  remove() {
    this.#finishAnimations();
    this.#root.remove();
  }

  #finishAnimations() {
    this.#drag.finish();
    this.#animator?.finish();
    this.#animator = null;
  }

  /**
   * Sets the layout and draws only what has changed.
   * @param {BoardLayout} layout @returns {boolean} `true` if the geometry is the same as before
   */
  #setLayout(layout) {
    if (layout === this.#layout && this.#geometryKey) return true;
    this.#quarterTurns = allowedRotation(layout, this.#quarterTurns);
    const rotated = rotateLayout(layout, this.#quarterTurns);
    const [geometryKey, namesKey] = [
      JSON.stringify([{ ...rotated, labels: 0 }, this.#quarterTurns], (key, value) => (key === "name" ? 0 : value)),
      JSON.stringify([rotated.labels, rotated.spots.map((spot) => spot.name)]),
    ];
    const [isSameGeometry, hasSameNames] = [geometryKey === this.#geometryKey, namesKey === this.#namesKey];
    if (
      this.#layout &&
      (layout.material !== this.#layout.material || layout.spots.length !== this.#layout.spots.length)
    )
      this.#buttons.clear();
    [this.#layout, this.#rotated, this.#geometryKey, this.#namesKey] = [layout, rotated, geometryKey, namesKey];
    if (!isSameGeometry) this.#build(rotated);
    else if (!hasSameNames) {
      this.#background.querySelector(".board-coordinates")?.replaceWith(coordinates(rotated));
      this.#spots.rename(rotated.spots);
    }
    return isSameGeometry;
  }

  /** @param {BoardLayout} layout */
  #build(layout) {
    const hadFocus = this.#foreground.contains(document.activeElement);
    const frame = frameWidth(layout);
    const at = { transform: `translate(${frame} ${frame})` };
    for (const svg of [this.#background, this.#foreground]) {
      svg.setAttribute("viewBox", `0 0 ${layout.width + 2 * frame} ${layout.height + 2 * frame}`);
    }
    this.#root.dataset.material = layout.material;
    this.#defs.clear();
    this.#tokens.clear();
    this.#pieces.reset(layout.spots);
    this.#spots.reset(layout.spots, layout.material === "board");
    this.#background.replaceChildren(
      this.#defs.element,
      s("g", at, drawSurface(this.#defs, layout), coordinates(layout)),
    );
    const { resting, moving, counts } = this.#pieces;
    this.#foreground.replaceChildren(
      s(
        "g",
        at,
        this.#spots.below,
        resting,
        counts,
        this.#tokens.layer,
        this.#spots.layer,
        this.#arrows.layer,
        moving,
      ),
    );
    if (hadFocus) this.#spots.focus(this.#spots.current);
  }

  /**
   * Places with a mark of this kind.
   * @param {Mark} kind @returns {number[]}
   */
  #marked(kind) {
    const own = this.#placement?.marks.filter(([, mark]) => mark === kind).map(([place]) => place) ?? [];
    return [...own, ...(this.#marks[kind === "target" ? "targets" : kind] ?? [])];
  }

  #updateMarks() {
    if (!this.#placement) return;
    const targets = new Set(this.#marked("target"));
    const lostFocus = this.#buttons.show(this.#placement.tokens, (place) => targets.has(place));
    if (lostFocus) this.#spots.focus(this.#spots.current);
    /** @type {Map<number, Set<Mark>>} */
    const marks = new Map();
    for (const kind of MARKS) {
      for (const place of this.#marked(kind)) marks.set(place, (marks.get(place) ?? new Set()).add(kind));
    }
    this.#spots.show(
      marks,
      (place) => this.#pieces.pieces(place),
      this.#options.describe ?? spotLabel,
      (place) => this.#isMovable(place),
    );
    this.#arrows.show(this.#rotated?.spots ?? [], this.#pieces, this.#lines, this.#marked("hint"));
  }

  /** @param {number} place */
  #isMovable(place) {
    return this.#pieces.height(place) > 0 && (this.#options.movable?.(place) ?? true);
  }

  /** @param {Point} point */
  #placeAt([x, y]) {
    const spot = this.#rotated?.spots.find(
      (spot) => x >= spot.x && x < spot.x + spot.w && y >= spot.y && y < spot.y + spot.h,
    );
    return spot ? spot.place : null;
  }
}
