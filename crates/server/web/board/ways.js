// Lines across the board: the way an advised move goes, and who attacks whom.

import { s } from "../dom.js";
import { between, polygon, segment } from "./outline.js";

/** @typedef {import("./outline.js").Point} Point */

/**
 * An arrow through these points.
 * @param {Point[]} points
 */
export function arrow(points) {
  if (points.length < 2) return [];
  const [before, tip] = [points[points.length - 2], points[points.length - 1]];
  const length = Math.hypot(tip[0] - before[0], tip[1] - before[1]) || 1;
  const [dx, dy] = [(tip[0] - before[0]) / length, (tip[1] - before[1]) / length];
  const [long, half] = [0.46, 0.26];
  const neck = /** @type {Point} */ ([tip[0] - long * dx, tip[1] - long * dy]);
  const line = polygon([...points.slice(0, -1), neck]).slice(0, -1);
  const head = polygon([tip, [neck[0] - half * dy, neck[1] + half * dx], [neck[0] + half * dy, neck[1] - half * dx]]);
  return [
    s("path", { d: line + head, class: "board-arrow board-halo" }),
    s("path", { d: line, class: "board-arrow" }),
    s("path", { d: head, class: "board-arrow-head" }),
  ];
}

/**
 * Lines that end a little before the middle of what they connect.
 * @param {[Point, Point][]} lines
 */
export function connections(lines) {
  if (!lines.length) return [];
  const d = lines
    .map(([from, to]) => {
      const inset = Math.min(0.45, 0.3 / (Math.hypot(to[0] - from[0], to[1] - from[1]) || 1));
      return segment(between(from, to, inset), between(to, from, inset));
    })
    .join("");
  return [s("path", { d, class: "board-line board-halo" }), s("path", { d, class: "board-line" })];
}
