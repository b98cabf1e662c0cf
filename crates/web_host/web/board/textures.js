// Wooden squares of maple and walnut with varying grain.

import { s } from "../dom.js";
import { colours, mix } from "./colours.js";
import { curve, pseudoRandom } from "./geometry.js";

/** @typedef {import("../wire.js").Spot} Spot */
/** @typedef {import("./svg_defs.js").SvgDefs} SvgDefs */

/** Number of different grains of each wood. */
const VARIANTS = 5;

/** Woods of the light and dark squares. */
const WOODS = [
  { body: colours.maple, grain: "#96662a", strength: 0.2, light: "#fff8e6" },
  { body: colours.walnutPale, grain: "#46270f", strength: 0.3, light: "#d9ab7c" },
];

/**
 * Draws the squares in wood.
 * @param {SvgDefs} defs @param {Spot[]} spots
 */
export function woodSquares(defs, spots) {
  return spots
    .filter((spot) => spot.shape === "square")
    .map((spot) => {
      const variant = Math.floor(VARIANTS * pseudoRandom(3.7 * spot.x + 8.3 * spot.y));
      const name = defineSquare(defs, spot.dark ? 1 : 0, variant);
      return defs.use(name, { transform: `translate(${spot.x} ${spot.y}) scale(${spot.w} ${spot.h})` });
    });
}

/** @param {SvgDefs} defs @param {number} wood @param {number} variant */
function defineSquare(defs, wood, variant) {
  const { body, grain, strength, light } = WOODS[wood];
  const name = `wood-${wood}-${variant}`;
  const shade = mix(body, "#3a2010", 0.05 * pseudoRandom(11 * wood + variant));
  const fill = defs.linear(
    `${name}-fill`,
    [0, 0, 1, 1],
    [
      [0, mix(shade, light, 0.22)],
      [1, shade],
    ],
  );
  defs.define(name, () => {
    const [dark, bright] = grainLines(17 * wood + variant);
    return s(
      "g",
      { fill: "none" },
      s("rect", { width: 1, height: 1, fill }),
      s("path", { d: dark, stroke: grain, "stroke-opacity": strength, "stroke-width": 0.012 }),
      s("path", { d: bright, stroke: light, "stroke-opacity": 0.3, "stroke-width": 0.022 }),
      s("rect", { width: 1, height: 1, stroke: "#2d1a0c", "stroke-opacity": 0.16, "stroke-width": 0.016 }),
    );
  });
  return name;
}

/**
 * Path data of the dark and the bright grain lines.
 * @param {number} seed
 */
function grainLines(seed) {
  const bands = ["", ""];
  for (let line = 0; line < 9; line++) {
    const y = 0.05 + (0.9 * (line + pseudoRandom(13 * seed + line))) / 9;
    /** @param {number} phase */
    const sway = (phase) => y + 0.04 * Math.sin(phase + 1.9 * seed + 2 * y);
    bands[line % 3 ? 0 : 1] += curve([0, y], [0.33, sway(0)], [0.67, sway(1.7)], [1, y]);
  }
  return bands;
}
