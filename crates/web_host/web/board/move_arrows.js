// Arrows of a suggested move, and lines between pieces that attack each other.

import { s } from "../dom.js";
import { interpolate, polygon, segment } from "./geometry.js";
import { stackLayout } from "./stacks.js";

/** @typedef {import("../wire.js").Spot} Spot */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./piece_layer.js").PieceLayer} PieceLayer */

/**
 * Splits a trail into one path per moving piece: an occupied place after a completed pair starts another path.
 * @param {number[]} trail @param {(place: number) => boolean} isOccupied
 */
export function splitTrail(trail, isOccupied) {
  /** @type {number[][]} */
  const paths = [];
  trail.forEach((place, at) => {
    const starts = at % 2 === 0 && trail.length % 2 === 0 && place !== trail[at - 1] && isOccupied(place);
    if (at === 0 || starts) paths.push([place]);
    else if (place !== trail[at - 1]) paths[paths.length - 1].push(place);
  });
  return paths;
}

/**
 * Draws an arrow through the points.
 * @param {Point[]} points @param {number} size
 */
function arrow(points, size) {
  if (points.length < 2) return [];
  const [before, tip] = [points[points.length - 2], points[points.length - 1]];
  const length = Math.hypot(tip[0] - before[0], tip[1] - before[1]) || 1;
  const [dx, dy] = [(tip[0] - before[0]) / length, (tip[1] - before[1]) / length];
  const [headLength, headHalf] = [Math.min(0.44 * size, 0.6 * length), 0.24 * size];
  /** @type {Point} */
  const neck = [tip[0] - headLength * dx, tip[1] - headLength * dy];
  const line = polygon([...points.slice(0, -1), neck]).slice(0, -1);
  const head = polygon([
    tip,
    [neck[0] - headHalf * dy, neck[1] + headHalf * dx],
    [neck[0] + headHalf * dy, neck[1] - headHalf * dx],
  ]);
  const [start] = points;
  return [
    s("path", { d: line + head, class: "board-arrow board-halo", "stroke-width": 0.22 * size }),
    s("path", { d: line, class: "board-arrow", "stroke-width": 0.12 * size }),
    s("path", { d: head, class: "board-arrow-head" }),
    s("circle", { cx: start[0], cy: start[1], r: 0.13 * size, class: "board-arrow-head" }),
  ];
}

/**
 * Draws lines that end a little before the points they connect.
 * @param {[Point, Point][]} lines @param {number} size
 */
function connections(lines, size) {
  if (!lines.length) return [];
  const d = lines
    .map(([from, to]) => {
      const inset = Math.min(0.45, 0.3 / (Math.hypot(to[0] - from[0], to[1] - from[1]) || 1));
      return segment(interpolate(from, to, inset), interpolate(to, from, inset));
    })
    .join("");
  return [
    s("path", { d, class: "board-line board-halo", "stroke-width": 0.16 * size }),
    s("path", { d, class: "board-line", "stroke-width": 0.08 * size }),
  ];
}

export class ArrowLayer {
  layer = s("g", { class: "board-arrows" });

  /**
   * @param {Spot[]} spots
   * @param {PieceLayer} pieces
   * @param {[number, number][]} lines pairs of places
   * @param {number[]} hint trail of the suggested move
   */
  show(spots, pieces, lines, hint) {
    if (!lines.length && !hint.length) return this.layer.replaceChildren();
    /** @type {Map<number, Point>} */
    const tops = new Map(spots.map((spot) => [spot.place, stackLayout(spot, pieces.height(spot.place)).top]));
    /** @param {number[]} places */
    const points = (places) =>
      places.flatMap((place) => (tops.has(place) ? [/** @type {Point} */ (tops.get(place))] : []));
    const extent = Math.max(...spots.flatMap(({ x, y, w, h }) => [x + w, y + h]));
    const size = Math.min(1.5, Math.max(0.45, extent / 9));
    const ends = lines.map(points).filter((line) => line.length === 2);
    const paths = splitTrail(hint, (place) => pieces.height(place) > 0);
    const arrows = paths.flatMap((path) => arrow(points(path), size));
    this.layer.replaceChildren(...connections(/** @type {[Point, Point][]} */ (ends), size), ...arrows);
  }
}
