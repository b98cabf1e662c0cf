// Strokes of a reed pen. Its nib is cut broad and held at one angle, so a stroke is broad or fine by its direction.

import { s } from "../dom.js";
import { between, ribbon } from "./geometry.js";

/** @typedef {import("./geometry.js").Point} Point */

/** From the middle of the nib to its end, for a nib of width 1: what goes down becomes broad, what goes across fine. */
const NIB = [0.44, -0.237];
/** The thickness of the nib, as a share of its width. */
const EDGE = 0.13;
/** Into how many pieces a stroke is divided. */
const PIECES = 16;

/** @param {Point} from @param {Point} to @param {number} nib @param {string} ink */
export function line(from, to, nib, ink) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  // A hand does not draw a ruler's line.
  const bend = 0.006 * length;
  const aside = [(to[1] - from[1]) / length, (from[0] - to[0]) / length];
  return stroke(
    (share) => {
      const [x, y] = between(from, to, share);
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
 * A ring around the origin, in two strokes from the top, as scribes do.
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
 * Draws along a curve, given by its point at every share of the way.
 * @param {(share: number) => Point} spine @param {number} nib @param {string} ink
 */
function stroke(spine, nib, ink) {
  /** @type {Point[]} */
  const front = [];
  /** @type {Point[]} */
  const back = [];
  for (let piece = 0; piece <= PIECES; piece++) {
    const share = piece / PIECES;
    const [x, y] = spine(share);
    const reach = nib * pressure(share);
    front.push([x + NIB[0] * reach, y + NIB[1] * reach]);
    back.push([x - NIB[0] * reach, y - NIB[1] * reach]);
  }
  const d = ribbon(front, back);
  return s("path", { d, fill: ink, stroke: ink, "stroke-width": EDGE * nib, "stroke-linejoin": "round" });
}

/**
 * How hard the pen is pressed: firmly set down, lightly lifted.
 * @param {number} share
 */
function pressure(share) {
  return 1 - 0.22 * share + 0.06 * Math.sin(Math.PI * share);
}
