// Squares of maple and walnut, each with a grain and a shade of its own.

import { s } from "../dom.js";
import { chance, curve } from "./geometry.js";
import { colours, mixed } from "./colours.js";

/** @typedef {import("../wire.js").Spot} Spot */
/** @typedef {import("./svg_defs.js").SvgDefs} SvgDefs */

/** How many pieces of veneer are cut from each wood before the grain is the same again. */
const CUTS = 5;

/** The woods of light and dark squares. */
const WOODS = [
  { body: colours.maple, grain: "#96662a", strength: 0.2, light: "#fff8e6" },
  { body: colours.walnutPale, grain: "#46270f", strength: 0.3, light: "#d9ab7c" },
];

/** @param {SvgDefs} cabinet @param {Spot[]} spots */
export function veneers(cabinet, spots) {
  return spots
    .filter((spot) => spot.shape === "square")
    .map((spot) => {
      const name = veneer(cabinet, spot.dark ? 1 : 0, Math.floor(CUTS * chance(3.7 * spot.x + 8.3 * spot.y)));
      return cabinet.use(name, { transform: `translate(${spot.x} ${spot.y}) scale(${spot.w} ${spot.h})` });
    });
}

/** @param {SvgDefs} cabinet @param {number} wood @param {number} cut */
function veneer(cabinet, wood, cut) {
  const { body, grain, strength, light } = WOODS[wood];
  const name = `veneer-${wood}-${cut}`;
  const shade = mixed(body, "#3a2010", 0.05 * chance(11 * wood + cut));
  const fill = cabinet.linear(
    `${name}-fill`,
    [0, 0, 1, 1],
    [
      [0, mixed(shade, light, 0.22)],
      [1, shade],
    ],
  );
  cabinet.keep(name, () => {
    const [dark, bright] = lines(17 * wood + cut);
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
 * The grain of a piece: its dark and its bright lines.
 * @param {number} seed
 */
function lines(seed) {
  const bands = ["", ""];
  for (let line = 0; line < 9; line++) {
    const y = 0.05 + (0.9 * (line + chance(13 * seed + line))) / 9;
    /** @param {number} phase */
    const sway = (phase) => y + 0.04 * Math.sin(phase + 1.9 * seed + 2 * y);
    bands[line % 3 ? 0 : 1] += curve([0, y], [0.33, sway(0)], [0.67, sway(1.7)], [1, y]);
  }
  return bands;
}
