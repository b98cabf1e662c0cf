// Strokes of a broad-nib pen held at a fixed angle: their width depends on their direction.

import { s } from "../dom.js";
import { interpolate, ribbon } from "./geometry.js";

/** @typedef {import("./geometry.js").Point} Point */

/** Vector from the centre of the nib to its end, for a nib of width 1. Downward strokes are broad, others thin. */
const NIB = [0.44, -0.237];
/** Thickness of the nib, as a fraction of its width. */
const EDGE = 0.13;
/** Number of segments of a stroke. */
const SEGMENTS = 16;

/**
 * A slightly curved line.
 * @param {Point} from @param {Point} to @param {number} nib @param {string} ink
 */
export function line(from, to, nib, ink) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  // Perfectly straight lines would not look hand-drawn.
  const bend = 0.006 * length;
  const aside = [(to[1] - from[1]) / length, (from[0] - to[0]) / length];
  return stroke(
    (share) => {
      const [x, y] = interpolate(from, to, share);
      const sway = bend * Math.sin(2 * Math.PI * share);
      return [x + aside[0] * sway, y + aside[1] * sway];
    },
    nib,
    ink,
  );
}

/**
 * Two crossed strokes around the origin.
 * @param {number} reach @param {string} ink
 */
export function cross(reach, ink) {
  const strokes = [1, -1].map((side) =>
    stroke(
      (share) => {
        const along = (2 * share - 1) * reach;
        const bend = 0.07 * reach * Math.sin(2 * Math.PI * share);
        return [side * (along + bend), along - bend];
      },
      0.36 * reach,
      ink,
    ),
  );
  return s("g", {}, ...strokes);
}

/**
 * A ring around the origin, in two strokes from the top.
 * @param {number} radius @param {string} ink
 */
export function ring(radius, ink) {
  const strokes = [1, -1].map((side) =>
    stroke(
      (share) => {
        const angle = Math.PI * share;
        return [side * radius * Math.sin(angle), -radius * Math.cos(angle)];
      },
      0.42 * radius,
      ink,
    ),
  );
  return s("g", {}, ...strokes);
}

/**
 * Draws a stroke along a curve parameterised from 0 to 1.
 * @param {(share: number) => Point} spine @param {number} nib @param {string} ink
 */
function stroke(spine, nib, ink) {
  /** @type {Point[]} */
  const front = [];
  /** @type {Point[]} */
  const back = [];
  for (let index = 0; index <= SEGMENTS; index++) {
    const share = index / SEGMENTS;
    const [x, y] = spine(share);
    const reach = nib * pressure(share);
    front.push([x + NIB[0] * reach, y + NIB[1] * reach]);
    back.push([x - NIB[0] * reach, y - NIB[1] * reach]);
  }
  const d = ribbon(front, back);
  return s("path", { d, fill: ink, stroke: ink, "stroke-width": EDGE * nib, "stroke-linejoin": "round" });
}

/**
 * Pen pressure along a stroke, highest near its start.
 * @param {number} share
 */
function pressure(share) {
  return 1 - 0.22 * share + 0.06 * Math.sin(Math.PI * share);
}
