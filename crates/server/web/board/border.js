// A line of inlay work along the sides of a frame.

import { s } from "../dom.js";
import { between, corners, grown, polygon } from "./geometry.js";

/** @typedef {import("./geometry.js").Area} Area */
/** @typedef {import("./geometry.js").Point} Point */

/** Where the inlay begins and how wide it is, in shares of the frame's width from its outer edge. */
const [INLAY, BAND] = [0.66, 0.23];

/**
 * One side of a frame: the point so far along it and so deep inside.
 * @param {Point} start @param {Point} end
 */
function side(start, end) {
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
  const [dx, dy] = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
  /**
   * Clockwise, with y downwards, inside is to the right of the way.
   * @param {number} along @param {number} depth @returns {Point}
   */
  const at = (along, depth) => [start[0] + dx * along - dy * depth, start[1] + dy * along + dx * depth];
  return { length, at };
}

/** @param {Area} outer */
export function sides(outer) {
  const points = corners(outer);
  return points.map((point, index) => side(point, points[(index + 1) % 4]));
}

/**
 * Khatam: brass stars with a heart of turquoise, and maple rhombs between them, on dark ground.
 * @param {Area} outer @param {number} width
 */
export function inlay(outer, width) {
  const [near, band] = [INLAY * width, BAND * width];
  const axis = near + band / 2;
  let [stars, hearts, rhombs, squares] = ["", "", "", ""];
  for (const { length, at } of sides(outer)) {
    const start = near + band;
    const room = length - 2 * start;
    const count = Math.max(1, Math.round(room / band));
    const pitch = room / count;
    for (let cell = 0; cell < count; cell++) {
      const middle = at(start + (cell + 0.5) * pitch, axis);
      stars += polygon(star(middle, 0.47 * band));
      hearts += polygon(rhomb(middle, 0.19 * band));
      if (cell > 0) rhombs += polygon(rhomb(at(start + cell * pitch, axis), 0.2 * band));
    }
    const corner = at(axis, axis);
    squares += polygon(corners(grown({ x: corner[0], y: corner[1], w: 0, h: 0 }, band / 2)));
    stars += polygon(star(corner, 0.5 * band));
    hearts += polygon(rhomb(corner, 0.2 * band));
  }
  const edges = [grown(outer, -near), grown(outer, -near - band)];
  const ground = polygon(corners(edges[0])) + polygon(corners(edges[1]).reverse());
  return s(
    "g",
    { class: "board-border" },
    s("path", { d: ground, class: "board-border-background" }),
    s("path", { d: squares, class: "board-border-centre" }),
    s("path", { d: rhombs, class: "board-border-rhomb" }),
    s("path", { d: stars, class: "board-border-star" }),
    s("path", { d: hearts, class: "board-border-centre" }),
    s("path", {
      d: edges.map((edge) => polygon(corners(edge))).join(""),
      class: "board-border-edge",
      "stroke-width": 0.03 * width,
    }),
  );
}

/** @param {Point} middle @param {number} reach @returns {Point[]} */
function rhomb([x, y], reach) {
  return [
    [x, y - reach],
    [x + reach, y],
    [x, y + reach],
    [x - reach, y],
  ];
}

/**
 * A star of four tips with hollow sides.
 * @param {Point} middle @param {number} reach
 */
function star(middle, reach) {
  const tips = rhomb(middle, reach);
  return tips.flatMap((tip, index) => [tip, between(middle, between(tip, tips[(index + 1) % 4], 0.5), 0.62)]);
}
