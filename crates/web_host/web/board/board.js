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
import { allowedRotation, rotateGround } from "./rotation.js";
import { spotLabel } from "./spot_label.js";
import { SpotLayer } from "./spot_layer.js";
import { drawSurface } from "./surface.js";
import { SvgDefs } from "./svg_defs.js";
import { TokenLayer } from "./token_layer.js";

/** @typedef {import("../wire.js").Ground} Ground */
/** @typedef {import("../wire.js").Piece} Piece */
/** @typedef {import("../wire.js").Spot} Spot */
/** @typedef {import("../wire.js").Standing} Standing */
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
 * Lists of places by mark. `premove` is a move entered in advance, `advice` the trail of a suggested move.
 * @typedef {Partial<Record<"targets" | "selected" | "last" | "danger" | "premove" | "advice", number[]>>} Marks
 */

/** @type {Mark[]} */
const MARKS = ["last", "target", "selected", "danger", "premove", "advice"];

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
  /** @type {Ground | null} */
  #ground = null;
  /**
   * Ground in its current orientation.
   * @type {Ground | null}
   */
  #rotated = null;
  /** Key of the geometry drawn; empty if it must be drawn again. */
  #geometryKey = "";
  /** Key of the coordinates and spot names drawn. */
  #namesKey = "";
  /** @type {Standing | null} */
  #standing = null;
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
   * @param {Ground} ground @param {Standing} standing @param {{trail?: number[], animate?: boolean}} [options]
   */
  async show(ground, standing, options = {}) {
    this.#finishAnimations();
    const isSameBoard = this.#setGround(ground);
    const trail = options.trail ?? [];
    const diff = this.#pieces.diff(standing, trail);
    const animates = isSameBoard && options.animate !== false && this.#standing !== null && !skipsAnimation();
    const animator = animates ? new Animator(diff.steps) : null;
    this.#animator = animator;
    this.#standing = standing;
    this.#pieces.show(standing, diff, animator, trail[trail.length - 1]);
    this.#tokens.show(this.#defs, standing.tokens, ground, this.#quarterTurns, animator);
    this.#foreground.setAttribute("aria-label", this.#options.label || standing.caption || t("board.title"));
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
    const rotation = this.#ground ? allowedRotation(this.#ground, quarterTurns) : quarterTurns;
    if (rotation === this.#quarterTurns) return;
    this.#quarterTurns = rotation;
    this.#geometryKey = "";
    if (this.#ground && this.#standing) this.show(this.#ground, this.#standing, { animate: false });
  }

  /**
   * Focuses the button or spot of a place.
   * @param {number} place
   */
  focus(place) {
    if (!this.#buttons.focus(place)) this.#spots.focus(place);
  }

  /** Ground in its current orientation, and the width of the frame. */
  get view() {
    return { ground: this.#rotated, frame: this.#rotated ? frameWidth(this.#rotated) : 0 };
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
   * Sets the ground and draws only what has changed.
   * @param {Ground} ground @returns {boolean} `true` if the geometry is the same as before
   */
  #setGround(ground) {
    if (ground === this.#ground && this.#geometryKey) return true;
    this.#quarterTurns = allowedRotation(ground, this.#quarterTurns);
    const rotated = rotateGround(ground, this.#quarterTurns);
    const [geometryKey, namesKey] = [
      JSON.stringify([{ ...rotated, labels: 0 }, this.#quarterTurns], (key, value) => (key === "name" ? 0 : value)),
      JSON.stringify([rotated.labels, rotated.spots.map((spot) => spot.name)]),
    ];
    const [isSameGeometry, hasSameNames] = [geometryKey === this.#geometryKey, namesKey === this.#namesKey];
    if (
      this.#ground &&
      (ground.material !== this.#ground.material || ground.spots.length !== this.#ground.spots.length)
    )
      this.#buttons.clear();
    [this.#ground, this.#rotated, this.#geometryKey, this.#namesKey] = [ground, rotated, geometryKey, namesKey];
    if (!isSameGeometry) this.#build(rotated);
    else if (!hasSameNames) {
      this.#background.querySelector(".board-coordinates")?.replaceWith(coordinates(rotated));
      this.#spots.rename(rotated.spots);
    }
    return isSameGeometry;
  }

  /** @param {Ground} ground */
  #build(ground) {
    const hadFocus = this.#foreground.contains(document.activeElement);
    const frame = frameWidth(ground);
    const at = { transform: `translate(${frame} ${frame})` };
    for (const svg of [this.#background, this.#foreground]) {
      svg.setAttribute("viewBox", `0 0 ${ground.width + 2 * frame} ${ground.height + 2 * frame}`);
    }
    this.#root.dataset.material = ground.material;
    this.#defs.clear();
    this.#tokens.clear();
    this.#pieces.reset(ground.spots);
    this.#spots.reset(ground.spots, ground.material === "board");
    this.#background.replaceChildren(
      this.#defs.element,
      s("g", at, drawSurface(this.#defs, ground), coordinates(ground)),
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
    const own = this.#standing?.marks.filter(([, mark]) => mark === kind).map(([place]) => place) ?? [];
    return [...own, ...(this.#marks[kind === "target" ? "targets" : kind] ?? [])];
  }

  #updateMarks() {
    if (!this.#standing) return;
    const targets = new Set(this.#marked("target"));
    const lostFocus = this.#buttons.show(this.#standing.tokens, (place) => targets.has(place));
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
    this.#arrows.show(this.#rotated?.spots ?? [], this.#pieces, this.#lines, this.#marked("advice"));
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
