// Lines across the board: the way an advised move goes, and who attacks whom.

import { s } from "../dom.js";
import { between, polygon, segment } from "./geometry.js";
import { pile } from "./stacks.js";

/** @typedef {import("../wire.js").Spot} Spot */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./piece_layer.js").Troop} Troop */

/**
 * Divides a trail into the ways of its pieces: where a place already holds a piece, another one begins to move.
 * @param {number[]} trail @param {(place: number) => boolean} occupied
 */
export function ways(trail, occupied) {
  /** @type {number[][]} */
  const ways = [];
  trail.forEach((place, at) => {
    const begins = at % 2 === 0 && trail.length % 2 === 0 && place !== trail[at - 1] && occupied(place);
    if (at === 0 || begins) ways.push([place]);
    else if (place !== trail[at - 1]) ways[ways.length - 1].push(place);
  });
  return ways;
}

/**
 * An arrow through these points.
 * @param {Point[]} points @param {number} size
 */
function arrow(points, size) {
  if (points.length < 2) return [];
  const [before, tip] = [points[points.length - 2], points[points.length - 1]];
  const length = Math.hypot(tip[0] - before[0], tip[1] - before[1]) || 1;
  const [dx, dy] = [(tip[0] - before[0]) / length, (tip[1] - before[1]) / length];
  const [long, half] = [Math.min(0.44 * size, 0.6 * length), 0.24 * size];
  /** @type {Point} */
  const neck = [tip[0] - long * dx, tip[1] - long * dy];
  const line = polygon([...points.slice(0, -1), neck]).slice(0, -1);
  const head = polygon([tip, [neck[0] - half * dy, neck[1] + half * dx], [neck[0] + half * dy, neck[1] - half * dx]]);
  const [start] = points;
  return [
    s("path", { d: line + head, class: "board-arrow board-halo", "stroke-width": 0.22 * size }),
    s("path", { d: line, class: "board-arrow", "stroke-width": 0.12 * size }),
    s("path", { d: head, class: "board-arrow-head" }),
    s("circle", { cx: start[0], cy: start[1], r: 0.13 * size, class: "board-arrow-head" }),
  ];
}

/**
 * Lines that end a little before the middle of what they connect.
 * @param {[Point, Point][]} lines @param {number} size
 */
function connections(lines, size) {
  if (!lines.length) return [];
  const d = lines
    .map(([from, to]) => {
      const inset = Math.min(0.45, 0.3 / (Math.hypot(to[0] - from[0], to[1] - from[1]) || 1));
      return segment(between(from, to, inset), between(to, from, inset));
    })
    .join("");
  return [
    s("path", { d, class: "board-line board-halo", "stroke-width": 0.16 * size }),
    s("path", { d, class: "board-line", "stroke-width": 0.08 * size }),
  ];
}

export class Ways {
  layer = s("g", { class: "board-arrows" });

  /**
   * @param {Spot[]} spots
   * @param {Troop} troop who stands on them
   * @param {[number, number][]} lines
   * @param {number[]} advice
   */
  show(spots, troop, lines, advice) {
    if (!lines.length && !advice.length) return this.layer.replaceChildren();
    /** @type {Map<number, Point>} */
    const tops = new Map(spots.map((spot) => [spot.place, pile(spot, troop.height(spot.place)).top]));
    /** @param {number[]} places */
    const points = (places) =>
      places.flatMap((place) => (tops.has(place) ? [/** @type {Point} */ (tops.get(place))] : []));
    const extent = Math.max(...spots.flatMap(({ x, y, w, h }) => [x + w, y + h]));
    const size = Math.min(1.5, Math.max(0.45, extent / 9));
    const ends = lines.map(points).filter((line) => line.length === 2);
    const arrows = ways(advice, (place) => troop.height(place) > 0).flatMap((way) => arrow(points(way), size));
    this.layer.replaceChildren(...connections(/** @type {[Point, Point][]} */ (ends), size), ...arrows);
  }
}
