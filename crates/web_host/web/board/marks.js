// Marks on spots. Each kind has its own shape, so that none depends on colour alone: corners for the last move, a dot
// or ring for a target, a frame for the selection, a dashed one for a premove, a star for danger.

import { s } from "../dom.js";
import { corners, expand, polygon, star } from "./geometry.js";
import { stackLayout } from "./stacks.js";

/** @typedef {import("../wire.js").Spot} Spot */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {"last" | "target" | "selected" | "danger" | "premove" | "hint"} Mark */

/**
 * Marks in drawing order, lowest first.
 * @type {Mark[]}
 */
export const MARK_ORDER = ["last", "target", "premove", "selected", "danger", "hint"];

/**
 * Marks drawn below upright pieces, which they would cover.
 * @type {Mark[]}
 */
export const MARKS_BELOW_PIECES = ["last", "premove", "selected", "danger"];

/**
 * Draws the marks of a spot.
 * @param {Spot} spot
 * @param {number} count number of pieces on it
 * @param {Mark[]} marks
 * @param {boolean} hasSelection `true` if a piece is selected, so that an occupied target is a capture
 */
export function drawMarks(spot, count, marks, hasSelection) {
  const { top, radius } = stackLayout(spot, count);
  const drawn = marks.map((kind) => draw(kind, count > 0, hasSelection));
  const at = `translate(${top[0]} ${top[1]}) scale(${radius})`;
  return s("g", { class: "board-marks", transform: at, "data-shape": spot.shape }, ...drawn.flat());
}

/** @param {Mark} kind @param {boolean} isOccupied @param {boolean} hasSelection */
function draw(kind, isOccupied, hasSelection) {
  switch (kind) {
    case "last":
      return [
        s("rect", { x: -1, y: -1, width: 2, height: 2, class: "board-last-fill" }),
        s("path", { d: cornerTriangles(), class: "board-last" }),
      ];
    case "target":
      if (!isOccupied) return [s("circle", { r: 0.23, class: "board-target" })];
      return ring(hasSelection ? "board-capture-target" : "board-selectable", 0.93);
    case "premove":
      return withHalo("rect", { ...frame(), class: "board-premove" });
    case "selected":
      return withHalo("rect", { ...frame(), class: "board-selected" });
    case "danger":
      return withHalo("path", { d: star([0, 0], 8, 1.0, 0.85), class: "board-danger" });
    default:
      return ring("board-hint", 0.62);
  }
}

/** @param {string} className @param {number} r */
function ring(className, r) {
  return withHalo("circle", { r, class: className });
}

/**
 * Draws a shape over a wider halo, so that it is visible on any surface.
 * @param {"rect" | "path" | "circle"} tag @param {Record<string, any>} shape
 */
function withHalo(tag, shape) {
  return [s(tag, { ...shape, class: `${shape.class} board-halo` }), s(tag, shape)];
}

/** Attributes of the frame around a spot. */
function frame() {
  return { x: -0.93, y: -0.93, width: 1.86, height: 1.86, rx: 0.18 };
}

/** Path of a small triangle in each corner. */
function cornerTriangles() {
  const size = 0.34;
  const points = corners(expand({ x: 0, y: 0, w: 0, h: 0 }, 0.94));
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
