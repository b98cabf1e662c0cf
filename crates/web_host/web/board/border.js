// The ornamental border along the sides of the frame.

import { s } from "../dom.js";
import { corners, expand, interpolate, polygon } from "./geometry.js";

/** @typedef {import("./geometry.js").Area} Area */
/** @typedef {import("./geometry.js").Point} Point */

/** Distance from the frame's outer edge and width of the border, as fractions of the frame's width. */
const [OFFSET, BAND] = [0.66, 0.23];

/**
 * One side of the frame. `at` returns the point at a distance along the side and a depth inside it.
 * @param {Point} start @param {Point} end
 */
function side(start, end) {
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
  const [dx, dy] = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
  /**
   * The sides run clockwise, so that inside is on the right.
   * @param {number} along @param {number} depth @returns {Point}
   */
  const at = (along, depth) => [start[0] + dx * along - dy * depth, start[1] + dy * along + dx * depth];
  return { length, at };
}

/**
 * Sides of the frame, clockwise from the top.
 * @param {Area} outer
 */
export function sides(outer) {
  const points = corners(outer);
  return points.map((point, index) => side(point, points[(index + 1) % 4]));
}

/**
 * Draws the border in the style of khatam, a Persian inlay: brass stars with turquoise centres and pale rhombs between.
 * @param {Area} outer @param {number} width
 */
export function border(outer, width) {
  const [near, band] = [OFFSET * width, BAND * width];
  const axis = near + band / 2;
  let [stars, centres, rhombs, squares] = ["", "", "", ""];
  for (const { length, at } of sides(outer)) {
    const start = near + band;
    const room = length - 2 * start;
    const count = Math.max(1, Math.round(room / band));
    const pitch = room / count;
    for (let cell = 0; cell < count; cell++) {
      const centre = at(start + (cell + 0.5) * pitch, axis);
      stars += polygon(star(centre, 0.47 * band));
      centres += polygon(rhomb(centre, 0.19 * band));
      if (cell > 0) rhombs += polygon(rhomb(at(start + cell * pitch, axis), 0.2 * band));
    }
    const corner = at(axis, axis);
    squares += polygon(corners(expand({ x: corner[0], y: corner[1], w: 0, h: 0 }, band / 2)));
    stars += polygon(star(corner, 0.5 * band));
    centres += polygon(rhomb(corner, 0.2 * band));
  }
  const edges = [expand(outer, -near), expand(outer, -near - band)];
  const background = polygon(corners(edges[0])) + polygon(corners(edges[1]).reverse());
  return s(
    "g",
    { class: "board-border" },
    s("path", { d: background, class: "board-border-background" }),
    s("path", { d: squares, class: "board-border-centre" }),
    s("path", { d: rhombs, class: "board-border-rhomb" }),
    s("path", { d: stars, class: "board-border-star" }),
    s("path", { d: centres, class: "board-border-centre" }),
    s("path", {
      d: edges.map((edge) => polygon(corners(edge))).join(""),
      class: "board-border-edge",
      "stroke-width": 0.03 * width,
    }),
  );
}

/** @param {Point} centre @param {number} reach @returns {Point[]} */
function rhomb([x, y], reach) {
  return [
    [x, y - reach],
    [x + reach, y],
    [x, y + reach],
    [x - reach, y],
  ];
}

/**
 * Star of four tips with concave sides.
 * @param {Point} centre @param {number} reach
 */
function star(centre, reach) {
  const tips = rhomb(centre, reach);
  return tips.flatMap((tip, index) => [tip, interpolate(centre, interpolate(tip, tips[(index + 1) % 4], 0.5), 0.62)]);
}
