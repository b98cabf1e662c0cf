// The board: draws any position and is played by touching places.

import { h, s } from "../dom.js";
import { Buttons } from "./buttons.js";
import { SvgDefs } from "./svg_defs.js";
import { frameWidth, names } from "./frame.js";
import { drawGround } from "./surface.js";
import { Hand } from "./piece_drag.js";
import { listenToKeys } from "./keyboard.js";
import { calm, Motion } from "./animation.js";
import { pieceIcon } from "./pieces.js";
import { Places } from "./spot_layer.js";
import { listenToPointer } from "./pointer.js";
import { description } from "./spot_label.js";
import { t } from "../i18n.js";
import { Tokens } from "./token_layer.js";
import { Troop } from "./piece_layer.js";
import { allowedTurn, turnedGround } from "./rotation.js";
import { Ways } from "./move_arrows.js";

/** @typedef {import("../wire.js").Ground} Ground */
/** @typedef {import("../wire.js").Piece} Piece */
/** @typedef {import("../wire.js").Spot} Spot */
/** @typedef {import("../wire.js").Standing} Standing */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {import("./geometry.js").Point} Point */
/**
 * @typedef {object} Options
 * @property {(place: number) => void} [onpick]
 * @property {() => void} [oncancel]
 * @property {boolean} [readOnly] a picture only, without interaction
 * @property {string} [label] what the board is called; else the caption of the position
 * @property {(spot: Spot, stack: Piece[], marks: string[]) => string} [describe]
 * @property {(place: number) => boolean} [movable] whether a piece here can be dragged; else every piece can
 */
/**
 * Lists of places; `premove` is a move made in advance, `advice` an arrow along its places.
 * @typedef {Partial<Record<"targets" | "selected" | "last" | "danger" | "premove" | "advice", number[]>>} Marks
 */

export class Board {
  #options;
  #cabinet = new SvgDefs();
  #troop = new Troop(this.#cabinet);
  #tokens = new Tokens();
  #buttons;
  #places;
  #root;
  #surface = s("svg", { class: "board-background", "aria-hidden": "true" });
  #live = s("svg", { class: "board-interactive" });
  #ways = new Ways();
  /** @type {Ground | null} */
  #ground = null;
  /**
   * The ground as it is seen.
   * @type {Ground | null}
   */
  #turned = null;
  #laid = "";
  #named = "";
  /** @type {Standing | null} */
  #standing = null;
  #quarters = 0;
  /** @type {Marks} */
  #marks = {};
  /** @type {[number, number][]} */
  #lines = [];
  /** @type {Motion | null} */
  #motion = null;
  #hand = new Hand(this.#troop);

  /** @param {HTMLElement} host @param {Options} [options] */
  constructor(host, options = {}) {
    this.#options = options;
    const pick = (/** @type {number} */ place) => options.onpick?.(place);
    this.#buttons = new Buttons(pick);
    this.#places = new Places(options.readOnly ?? false);
    const table = h("div", { class: "board-layers" }, this.#surface, this.#live);
    this.#root = h("div", { class: "board" }, table, !options.readOnly && this.#buttons.strip);
    this.#live.setAttribute("role", options.readOnly ? "img" : "group");
    if (!options.readOnly) this.#listen(pick);
    host.append(this.#root);
  }

  /** @param {(place: number) => void} pick */
  #listen(pick) {
    const cancel = () => this.#options.oncancel?.();
    const pointer = listenToPointer(this.#live, this.#places.layer, {
      movable: (place) => this.#isMovable(place),
      placeAt: (point) => this.#placeAt(point),
      lift: (place, at) => {
        this.#rest();
        if (!this.#all("selected").includes(place)) pick(place);
        this.#hand.lift(place, at);
      },
      carry: (at) => this.#hand.carry(at),
      drop: (to) => {
        this.#hand.drop(to, to !== null && this.#all("target").includes(to));
        if (to === null) cancel();
        else pick(to);
      },
      pick: (place) => {
        this.#places.pointTo(place);
        pick(place);
      },
      cancel,
    });
    listenToKeys(this.#live, {
      stops: () => this.#turned?.spots ?? [],
      here: () => this.#places.current,
      go: (place) => this.#places.focus(place),
      pick,
      cancel: () => (pointer.holds() ? pointer.letGo() : cancel()),
    });
  }

  /**
   * Shows a position. With motion, pieces travel along the trail from what was shown before; resolves when the
   * motion is over. A new call finishes the old motion at once.
   * @param {Ground} ground @param {Standing} standing @param {{trail?: number[], animate?: boolean}} [options]
   */
  async show(ground, standing, options = {}) {
    this.#rest();
    const same = this.#lay(ground);
    const changed = this.#troop.changes(standing, options.trail ?? []);
    const moves = same && options.animate !== false && this.#standing !== null && !calm();
    const motion = moves ? new Motion(changed.steps) : null;
    this.#motion = motion;
    this.#standing = standing;
    this.#troop.show(standing, changed, motion, options.trail?.[options.trail.length - 1]);
    this.#tokens.show(this.#cabinet, standing.tokens, ground, this.#quarters, motion);
    this.#live.setAttribute("aria-label", this.#options.label || standing.caption || t("board.title"));
    this.#remark();
    this.#hand.shown();
    await motion?.rest();
  }

  /**
   * Marks on top of the standing's own.
   * @param {Marks} marks
   */
  mark(marks) {
    this.#marks = marks;
    this.#remark();
  }

  /**
   * Lines between places.
   * @param {[number, number][]} lines
   */
  drawLines(lines) {
    this.#lines = lines;
    this.#remark();
  }

  /**
   * Shows the board from another side: quarter turns, clockwise.
   * @param {number} quarters
   */
  setOrientation(quarters) {
    const turn = this.#ground ? allowedTurn(this.#ground, quarters) : quarters;
    if (turn === this.#quarters) return;
    this.#quarters = turn;
    this.#laid = "";
    if (this.#ground && this.#standing) this.show(this.#ground, this.#standing, { animate: false });
  }

  /**
   * Gives a place the keyboard.
   * @param {number} place
   */
  focus(place) {
    if (!this.#buttons.focus(place)) this.#places.focus(place);
  }

  /** The ground as it is seen now, and options wide its frame is. */
  get view() {
    return { ground: this.#turned, frame: this.#turned ? frameWidth(this.#turned) : 0 };
  }

  /**
   * Lays something over the board and its frame.
   * @param {HTMLElement} cover
   */
  cover(cover) {
    this.#live.after(cover);
  }

  /**
   * A picture of a piece as it looks on this board.
   * @param {Piece} piece
   */
  drawn(piece) {
    return pieceIcon(this.#cabinet, piece);
  }

  remove() {
    this.#rest();
    this.#root.remove();
  }

  /** Ends what moves. */
  #rest() {
    this.#hand.rest();
    this.#motion?.finish();
    this.#motion = null;
  }

  /**
   * Lays the ground; only what differs is drawn anew.
   * @param {Ground} ground @returns {boolean} whether the places are the same as before
   */
  #lay(ground) {
    if (ground === this.#ground && this.#laid) return true;
    this.#quarters = allowedTurn(ground, this.#quarters);
    const turned = turnedGround(ground, this.#quarters);
    const [laid, named] = [
      JSON.stringify([{ ...turned, labels: 0 }, this.#quarters], (key, value) => (key === "name" ? 0 : value)),
      JSON.stringify([turned.labels, turned.spots.map((spot) => spot.name)]),
    ];
    const [sameGround, sameNames] = [laid === this.#laid, named === this.#named];
    if (
      this.#ground &&
      (ground.material !== this.#ground.material || ground.spots.length !== this.#ground.spots.length)
    )
      this.#buttons.clear();
    [this.#ground, this.#turned, this.#laid, this.#named] = [ground, turned, laid, named];
    if (!sameGround) this.#build(turned);
    else if (!sameNames) {
      this.#surface.querySelector(".board-coordinates")?.replaceWith(names(turned));
      this.#places.rename(turned.spots);
    }
    return sameGround;
  }

  /** @param {Ground} ground */
  #build(ground) {
    const hadFocus = this.#live.contains(document.activeElement);
    const frame = frameWidth(ground);
    const at = { transform: `translate(${frame} ${frame})` };
    for (const svg of [this.#surface, this.#live]) {
      svg.setAttribute("viewBox", `0 0 ${ground.width + 2 * frame} ${ground.height + 2 * frame}`);
    }
    this.#root.dataset.material = ground.material;
    this.#cabinet.clear();
    this.#tokens.clear();
    this.#troop.settle(ground.spots);
    this.#places.settle(ground.spots, ground.material === "board");
    this.#surface.replaceChildren(this.#cabinet.defs, s("g", at, drawGround(this.#cabinet, ground), names(ground)));
    const { standers, travellers, counts } = this.#troop;
    this.#live.replaceChildren(
      s(
        "g",
        at,
        this.#places.below,
        standers,
        counts,
        this.#tokens.layer,
        this.#places.layer,
        this.#ways.layer,
        travellers,
      ),
    );
    if (hadFocus) this.#places.focus(this.#places.current);
  }

  /**
   * The places with a mark of this kind.
   * @param {Mark} kind @returns {number[]}
   */
  #all(kind) {
    const own = this.#standing?.marks.filter(([, mark]) => mark === kind).map(([place]) => place) ?? [];
    return [...own, ...(this.#marks[kind === "target" ? "targets" : kind] ?? [])];
  }

  #remark() {
    if (!this.#standing) return;
    const targets = new Set(this.#all("target"));
    const left = this.#buttons.show(this.#standing.tokens, (place) => targets.has(place));
    if (left) this.#places.focus(this.#places.current);
    /** @type {Map<number, Set<Mark>>} */
    const marks = new Map();
    for (const kind of /** @type {Mark[]} */ (["last", "target", "selected", "danger", "premove", "advice"])) {
      for (const place of this.#all(kind)) marks.set(place, (marks.get(place) ?? new Set()).add(kind));
    }
    const describe = this.#options.describe ?? description;
    this.#places.show(
      marks,
      (place) => this.#troop.pieces(place),
      describe,
      (place) => this.#isMovable(place),
    );
    this.#ways.show(this.#turned?.spots ?? [], this.#troop, this.#lines, this.#all("advice"));
  }

  /** @param {number} place */
  #isMovable(place) {
    return this.#troop.height(place) > 0 && (this.#options.movable?.(place) ?? true);
  }

  /** @param {Point} point */
  #placeAt([x, y]) {
    const spot = this.#turned?.spots.find(
      (spot) => x >= spot.x && x < spot.x + spot.w && y >= spot.y && y < spot.y + spot.h,
    );
    return spot ? spot.place : null;
  }
}
