// What should catch the eye, each by a form of its own, so that nobody needs to tell colours apart: corners for the
// last move, a dot or a ring for a target, a frame for what is selected, a broken one for what is planned, a star for
// danger.

import { s } from "../dom.js";
import { corners, grown, polygon, star } from "./geometry.js";
import { pile } from "./stacks.js";

/** @typedef {import("../wire.js").Spot} Spot */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {"last" | "target" | "selected" | "danger" | "premove" | "advice"} Mark */

/**
 * In the order in which they lie upon each other.
 * @type {Mark[]}
 */
export const kinds = ["last", "target", "premove", "selected", "danger", "advice"];

/**
 * Those that lie below pieces which stand upright: else the heads would be crossed out.
 * @type {Mark[]}
 */
export const beneath = ["last", "premove", "selected", "danger"];

/**
 * The marks of a place.
 * @param {Spot} spot
 * @param {number} count how many pieces stand there
 * @param {Mark[]} marks
 * @param {boolean} begun whether something is
 *   selected already, so that a target is where it may go
 */
export function drawMarks(spot, count, marks, begun) {
  const { top, reach } = pile(spot, count);
  const drawn = marks.map((kind) => draw(kind, count > 0, begun));
  const at = `translate(${top[0]} ${top[1]}) scale(${reach})`;
  return s("g", { class: "board-marks", transform: at, "data-shape": spot.shape }, ...drawn.flat());
}

/** @param {Mark} kind @param {boolean} occupied @param {boolean} begun */
function draw(kind, occupied, begun) {
  switch (kind) {
    case "last":
      return [
        s("rect", { x: -1, y: -1, width: 2, height: 2, class: "board-last-fill" }),
        s("path", { d: brackets(), class: "board-last" }),
      ];
    case "target":
      if (!occupied) return [s("circle", { r: 0.23, class: "board-target" })];
      return ring(begun ? "board-capture-target" : "board-selectable", 0.93);
    case "premove":
      return twice("rect", { ...frame(), class: "board-premove" });
    case "selected":
      return twice("rect", { ...frame(), class: "board-selected" });
    case "danger":
      return twice("path", { d: star([0, 0], 8, 1.0, 0.85), class: "board-danger" });
    default:
      return ring("board-hint", 0.62);
  }
}

/** @param {string} name @param {number} r */
function ring(name, r) {
  return twice("circle", { r, class: name });
}

/**
 * The same twice, the lower one broader, so that it is seen on any ground.
 * @param {"rect" | "path" | "circle"} tag @param {Record<string, any>} shape
 */
function twice(tag, shape) {
  return [s(tag, { ...shape, class: `${shape.class} board-halo` }), s(tag, shape)];
}

function frame() {
  return { x: -0.93, y: -0.93, width: 1.86, height: 1.86, rx: 0.18 };
}

/** A small triangle in each corner. */
function brackets() {
  const size = 0.34;
  const points = corners(grown({ x: 0, y: 0, w: 0, h: 0 }, 0.94));
  return points
    .map(([x, y]) =>
      polygon([
        [x, y],
        [x - Math.sign(x) * size, y],
        [x, y - Math.sign(y) * size],
      ]),
    )
    .join("");
}
