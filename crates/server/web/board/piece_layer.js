// The pieces on the board as elements, which are kept from one position to the next.

import { s } from "../dom.js";
import { changes } from "./position_diff.js";
import { middle } from "./geometry.js";
import { definePiece } from "./pieces.js";
import { tones } from "./colours.js";
import { pile } from "./stacks.js";

/** @typedef {import("../wire.js").Piece} Piece */
/** @typedef {import("../wire.js").Spot} Spot */
/** @typedef {import("../wire.js").Standing} Standing */
/** @typedef {import("./svg_defs.js").SvgDefs} SvgDefs */
/** @typedef {import("./animation.js").Motion} Motion */
/** @typedef {import("./geometry.js").Point} Point */
/**
 * A piece: `element` is where it stands, `body` what it looks like there, `at` where it is seen.
 * @typedef {{element: SVGGElement, body: SVGGElement, piece: Piece, at: Point, carried: boolean}} Man
 */

/** @type {Standing} */
const NOTHING = { pieces: [], stacks: [], tokens: [], marks: [], caption: "" };

export class Troop {
  standers = s("g");
  /** Those who are on their way pass above all others. */
  travellers = s("g");
  counts = s("g", { class: "board-counts" });
  /** @type {Map<number, Man[]>} */
  #stacks = new Map();
  #shown = NOTHING;
  /** @type {Map<number, Spot>} */
  #spots = new Map();
  #cabinet;

  /** @param {SvgDefs} cabinet */
  constructor(cabinet) {
    this.#cabinet = cabinet;
  }

  /**
   * Clears the board for other places.
   * @param {Spot[]} spots
   */
  settle(spots) {
    this.#spots = new Map(spots.map((spot) => [spot.place, spot]));
    this.#stacks.clear();
    this.#shown = NOTHING;
    for (const layer of [this.standers, this.travellers, this.counts]) layer.replaceChildren();
  }

  /**
   * What would change.
   * @param {Standing} standing @param {number[]} trail
   */
  changes(standing, trail) {
    return changes(this.#shown, standing, trail);
  }

  /**
   * @param {Standing} standing
   * @param {import("./position_diff.js").Changes} changed
   * @param {Motion | null} motion
   * @param {number | undefined} origin where the move ended
   */
  show(standing, changed, motion, origin) {
    const men = this.#shown.stacks.flatMap(([place]) => this.#stacks.get(place) ?? []);
    /** @type {Set<Man>} */
    const newcomers = new Set();
    /** @type {Map<number, Man[]>} */
    const stacks = new Map();
    for (const [place, standers] of changed.stacks) {
      const stack = standers.map(({ who, piece }) => {
        const man = who === null ? this.#recruit(piece) : men[who];
        if (who === null) newcomers.add(man);
        man.piece = piece;
        return man;
      });
      stacks.set(place, stack);
    }
    const before = new Map(men.map((man) => [man, man.at]));
    this.#stacks = stacks;
    this.#shown = standing;
    this.#place();
    const source = origin === undefined ? undefined : this.#spots.get(origin);
    for (const { who, was } of changed.flips) {
      const man = men[who];
      const is = this.#cabinet.use(definePiece(this.#cabinet, man.piece));
      man.body.replaceChildren(is);
      if (!motion) continue;
      const face = this.#cabinet.use(definePiece(this.#cabinet, was));
      man.body.append(face);
      const [x, y] = source ? middle(source) : man.at;
      motion.flip(man.body, face, is, [man.at[0] - x, man.at[1] - y]);
    }
    for (const { who, step } of changed.leavers) {
      const { element, body } = men[who];
      if (motion) motion.vanish(element, body, step);
      else element.remove();
    }
    if (motion) this.#move(changed, men, before, newcomers, motion);
    for (const man of men) {
      man.carried = false;
      man.element.classList.remove("board-dragged");
    }
  }

  /**
   * @param {import("./position_diff.js").Changes} changed
   * @param {Man[]} men
   * @param {Map<Man, Point>} before
   * @param {Set<Man>} newcomers
   * @param {Motion} motion
   */
  #move(changed, men, before, newcomers, motion) {
    const leavers = new Set(changed.leavers.map(({ who }) => who));
    men.forEach((man, who) => {
      if (leavers.has(who)) return;
      const from = before.get(man) ?? man.at;
      const legs = changed.legs.filter((leg) => leg.who === who);
      if (!legs.length || man.carried) return motion.slide(man.element, from, man.at);
      const way = legs.map(({ from, to, step }) => ({ from: this.#stop(from), to: this.#stop(to), step }));
      way[0].from = from;
      way[way.length - 1].to = man.at;
      const home = /** @type {Element} */ (man.element.parentNode);
      const next = man.element.nextSibling;
      this.travellers.append(man.element);
      motion.travel(man.element, man.body, way);
      motion.afterwards(() => home.insertBefore(man.element, next?.parentNode === home ? next : null));
    });
    for (const { body, piece } of newcomers) {
      if (piece.figure === "cross" || piece.figure === "nought") motion.write(body);
      else motion.appear(body);
    }
  }

  /** @param {import("./position_diff.js").Stop} stop @returns {Point} */
  #stop({ place, level, height }) {
    const spot = this.#spots.get(place);
    return spot ? pile(spot, height).level(level) : [0, 0];
  }

  /** @param {Piece} piece @returns {Man} */
  #recruit(piece) {
    const body = s("g", { class: "board-piece-body" }, this.#cabinet.use(definePiece(this.#cabinet, piece)));
    return { element: s("g", { class: "board-piece" }), body, piece, at: [0, 0], carried: false };
  }

  /** Puts everybody where they belong. */
  #place() {
    /** @type {SVGElement[]} */
    const counts = [];
    for (const [place, stack] of this.#stacks) {
      const spot = this.#spots.get(place);
      if (!spot) continue;
      const { level, reach, crowded, top } = pile(spot, stack.length);
      stack.forEach((man, height) => {
        man.at = level(height);
        this.#put(man, man.at, reach);
        this.standers.append(man.element);
      });
      const last = stack[stack.length - 1];
      if (!crowded || !last) continue;
      const fill = tones[last.piece.paint].contrast;
      counts.push(
        s("text", { transform: `translate(${top[0]} ${top[1]}) scale(${reach / 125})`, y: 35, fill }, stack.length),
      );
    }
    this.counts.replaceChildren(...counts);
  }

  /** @param {Man} man @param {Point} point @param {number} reach */
  #put({ element, body }, [x, y], reach) {
    element.setAttribute("transform", `translate(${x} ${y})`);
    if (body.parentNode) return;
    element.append(s("g", { transform: `scale(${reach})` }, body));
  }

  /** @param {number} place */
  height(place) {
    return this.#stacks.get(place)?.length ?? 0;
  }

  /** @param {number} place @returns {Piece[]} */
  pieces(place) {
    return (this.#stacks.get(place) ?? []).map((man) => man.piece);
  }

  /**
   * Takes the uppermost piece of a place into the hand.
   * @param {number} place
   */
  lift(place) {
    const stack = this.#stacks.get(place) ?? [];
    const man = stack[stack.length - 1];
    if (!man) return null;
    man.carried = true;
    for (const animation of man.element.getAnimations()) animation.cancel();
    this.travellers.append(man.element);
    man.element.classList.add("board-dragged");
    return man;
  }

  /** @param {Man} man @param {Point} point */
  carry(man, point) {
    man.at = point;
    man.element.setAttribute("transform", `translate(${point[0]} ${point[1]})`);
  }

  /**
   * Lays down what was in the hand, as if it stood at this place.
   * @param {Man} man @param {number} place
   */
  drop(man, place) {
    man.element.classList.remove("board-dragged");
    const spot = this.#spots.get(place);
    if (spot) this.carry(man, pile(spot, this.height(place) + (spot.growth ? 1 : 0)).top);
  }

  /**
   * Everybody goes home.
   * @param {Motion | null} motion
   */
  goHome(motion) {
    const before = new Map([...this.#stacks.values()].flat().map((man) => [man, man.at]));
    this.#place();
    for (const [man, from] of before) {
      man.carried = false;
      man.element.classList.remove("board-dragged");
      motion?.slide(man.element, from, man.at);
    }
  }
}
