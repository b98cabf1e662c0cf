// The pieces on the board as SVG elements, reused from one position to the next.

import { s } from "../dom.js";
import { tones } from "./colours.js";
import { centre } from "./geometry.js";
import { definePiece } from "./pieces.js";
import { diffPositions } from "./position_diff.js";
import { stackLayout } from "./stacks.js";

/** @typedef {import("../wire.js").Piece} Piece */
/** @typedef {import("../wire.js").Spot} Spot */
/** @typedef {import("../wire.js").Placement} Placement */
/** @typedef {import("./animation.js").Animator} Animator */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./position_diff.js").PositionDiff} PositionDiff */
/** @typedef {import("./svg_defs.js").SvgDefs} SvgDefs */
/**
 * A piece on the board: `element` carries its position, `body` its appearance, `at` is where it is drawn.
 * @typedef {{element: SVGGElement, body: SVGGElement, piece: Piece, at: Point, dragged: boolean}} PieceView
 */

/** @type {Placement} */
const EMPTY = { pieces: [], stacks: [], tokens: [], marks: [], caption: "" };

export class PieceLayer {
  resting = s("g");
  /** Moving and dragged pieces, drawn above all others. */
  moving = s("g");
  counts = s("g", { class: "board-counts" });
  /** @type {Map<number, PieceView[]>} */
  #stacks = new Map();
  #shown = EMPTY;
  /** @type {Map<number, Spot>} */
  #spots = new Map();
  #defs;

  /** @param {SvgDefs} defs */
  constructor(defs) {
    this.#defs = defs;
  }

  /**
   * Removes all pieces and sets the spots of another board.
   * @param {Spot[]} spots
   */
  reset(spots) {
    this.#spots = new Map(spots.map((spot) => [spot.place, spot]));
    this.#stacks.clear();
    this.#shown = EMPTY;
    for (const layer of [this.resting, this.moving, this.counts]) layer.replaceChildren();
  }

  /**
   * Difference between the position shown and another one.
   * @param {Placement} placement @param {number[]} trail
   */
  diff(placement, trail) {
    return diffPositions(this.#shown, placement, trail);
  }

  /**
   * @param {Placement} placement
   * @param {PositionDiff} diff
   * @param {Animator | null} animator
   * @param {number | undefined} origin last place of the move, from which flips spread
   */
  show(placement, diff, animator, origin) {
    const views = this.#shown.stacks.flatMap(([place]) => this.#stacks.get(place) ?? []);
    /** @type {Set<PieceView>} */
    const added = new Set();
    /** @type {Map<number, PieceView[]>} */
    const stacks = new Map();
    for (const [place, entries] of diff.stacks) {
      const stack = entries.map(({ id, piece }) => {
        const view = id === null ? this.#create(piece) : views[id];
        if (id === null) added.add(view);
        view.piece = piece;
        return view;
      });
      stacks.set(place, stack);
    }
    const before = new Map(views.map((view) => [view, view.at]));
    this.#stacks = stacks;
    this.#shown = placement;
    this.#layOut();
    const source = origin === undefined ? undefined : this.#spots.get(origin);
    for (const { id, was } of diff.flips) {
      const view = views[id];
      const is = this.#defs.use(definePiece(this.#defs, view.piece));
      view.body.replaceChildren(is);
      if (!animator) continue;
      const face = this.#defs.use(definePiece(this.#defs, was));
      view.body.append(face);
      const [x, y] = source ? centre(source) : view.at;
      animator.flip(view.body, face, is, [view.at[0] - x, view.at[1] - y]);
    }
    for (const { id, step } of diff.removed) {
      const { element, body } = views[id];
      if (animator) animator.disappear(element, body, step);
      else element.remove();
    }
    if (animator) this.#animate(diff, views, before, added, animator);
    for (const view of views) {
      view.dragged = false;
      view.element.classList.remove("board-dragged");
    }
  }

  /**
   * @param {PositionDiff} diff
   * @param {PieceView[]} views
   * @param {Map<PieceView, Point>} before
   * @param {Set<PieceView>} added
   * @param {Animator} animator
   */
  #animate(diff, views, before, added, animator) {
    const removed = new Set(diff.removed.map(({ id }) => id));
    views.forEach((view, id) => {
      if (removed.has(id)) return;
      const start = before.get(view) ?? view.at;
      const legs = diff.legs.filter((leg) => leg.id === id);
      if (!legs.length || view.dragged) return animator.slide(view.element, start, view.at);
      const path = legs.map(({ from, to, step }) => ({ from: this.#pointOf(from), to: this.#pointOf(to), step }));
      path[0].from = start;
      path[path.length - 1].to = view.at;
      const parent = /** @type {Element} */ (view.element.parentNode);
      const next = view.element.nextSibling;
      this.moving.append(view.element);
      animator.move(view.element, view.body, path);
      animator.onFinish(() => parent.insertBefore(view.element, next?.parentNode === parent ? next : null));
    });
    for (const { body, piece } of added) {
      if (piece.figure === "cross" || piece.figure === "nought") animator.write(body);
      else animator.appear(body);
    }
  }

  /** @param {import("./position_diff.js").StackLevel} level @returns {Point} */
  #pointOf({ place, level, height }) {
    const spot = this.#spots.get(place);
    return spot ? stackLayout(spot, height).level(level) : [0, 0];
  }

  /** @param {Piece} piece @returns {PieceView} */
  #create(piece) {
    const body = s("g", { class: "board-piece-body" }, this.#defs.use(definePiece(this.#defs, piece)));
    return { element: s("g", { class: "board-piece" }), body, piece, at: [0, 0], dragged: false };
  }

  /** Moves every piece to its place and draws the counts of crowded stacks. */
  #layOut() {
    /** @type {SVGElement[]} */
    const counts = [];
    for (const [place, stack] of this.#stacks) {
      const spot = this.#spots.get(place);
      if (!spot) continue;
      const { level, radius, crowded, top } = stackLayout(spot, stack.length);
      stack.forEach((view, height) => {
        view.at = level(height);
        this.#setPosition(view, view.at, radius);
        this.resting.append(view.element);
      });
      const last = stack[stack.length - 1];
      if (!crowded || !last) continue;
      const fill = tones[last.piece.paint].contrast;
      counts.push(
        s("text", { transform: `translate(${top[0]} ${top[1]}) scale(${radius / 125})`, y: 35, fill }, stack.length),
      );
    }
    this.counts.replaceChildren(...counts);
  }

  /** @param {PieceView} view @param {Point} point @param {number} radius */
  #setPosition({ element, body }, [x, y], radius) {
    element.setAttribute("transform", `translate(${x} ${y})`);
    if (body.parentNode) return;
    element.append(s("g", { transform: `scale(${radius})` }, body));
  }

  /**
   * Number of pieces on a place.
   * @param {number} place
   */
  height(place) {
    return this.#stacks.get(place)?.length ?? 0;
  }

  /** @param {number} place @returns {Piece[]} */
  pieces(place) {
    return (this.#stacks.get(place) ?? []).map((view) => view.piece);
  }

  /**
   * Starts dragging the top piece of a place.
   * @param {number} place
   */
  lift(place) {
    const stack = this.#stacks.get(place) ?? [];
    const view = stack[stack.length - 1];
    if (!view) return null;
    view.dragged = true;
    for (const animation of view.element.getAnimations()) animation.cancel();
    this.moving.append(view.element);
    view.element.classList.add("board-dragged");
    return view;
  }

  /** @param {PieceView} view @param {Point} point */
  drag(view, point) {
    view.at = point;
    view.element.setAttribute("transform", `translate(${point[0]} ${point[1]})`);
  }

  /**
   * Drops a dragged piece onto a place. The position itself does not change.
   * @param {PieceView} view @param {number} place
   */
  drop(view, place) {
    view.element.classList.remove("board-dragged");
    const spot = this.#spots.get(place);
    if (spot) this.drag(view, stackLayout(spot, this.height(place) + (spot.growth ? 1 : 0)).top);
  }

  /**
   * Returns every piece to its place in the position shown.
   * @param {Animator | null} animator
   */
  restore(animator) {
    const before = new Map([...this.#stacks.values()].flat().map((view) => [view, view.at]));
    this.#layOut();
    for (const [view, from] of before) {
      view.dragged = false;
      view.element.classList.remove("board-dragged");
      animator?.slide(view.element, from, view.at);
    }
  }
}
