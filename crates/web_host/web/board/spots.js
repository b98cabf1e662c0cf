// Drawings of empty spots: tiles, points, slots, camps and hollows.

import { s } from "../dom.js";
import { colours, mix, tones } from "./colours.js";
import { centre, corners, expand, polygon, segment } from "./geometry.js";

/** @typedef {import("../wire.js").BoardLayout} BoardLayout */
/** @typedef {import("../wire.js").Spot} Spot */
/** @typedef {import("./svg_defs.js").SvgDefs} SvgDefs */
/** @typedef {import("./geometry.js").Point} Point */

/**
 * Colour and opacity of each camp's tint. They are tuned to the pale wood below.
 * @type {Record<import("../wire.js").Paint, [string, number]>}
 */
const CAMP_TINTS = {
  black: [colours.walnutDeep, 0.36],
  white: [tones.white.body, 0.62],
  green: [tones.green.body, 0.29],
  yellow: [tones.yellow.body, 0.32],
  blue: ["#3a7de0", 0.4],
  red: [tones.red.body, 0.27],
};

/**
 * Tiles with a bevelled edge, lit from the upper left.
 * @param {SvgDefs} defs @param {Spot[]} spots
 */
export function tiles(defs, spots) {
  const [size, bevel] = [1, 0.05];
  const [outer, inner] = [
    corners({ x: 0, y: 0, w: size, h: size }),
    corners({ x: bevel, y: bevel, w: size - 2 * bevel, h: size - 2 * bevel }),
  ];
  for (const [name, body] of [
    ["tile-dark", colours.sage],
    ["tile-light", colours.cream],
  ]) {
    const glaze = defs.linear(
      `glaze-${name}`,
      [0, 0, 0.6, 1],
      [
        [0, mix(body, "#ffffff", 0.16)],
        [0.5, body],
        [1, mix(body, "#2b3a28", 0.06)],
      ],
    );
    defs.define(name, () =>
      s(
        "g",
        {},
        s("rect", { width: size, height: size, fill: mix(body, "#20301e", 0.3) }),
        s("path", {
          d: polygon([outer[3], outer[0], outer[1], inner[1], inner[0], inner[3]]),
          fill: mix(body, "#ffffff", 0.5),
        }),
        s("rect", { x: bevel, y: bevel, width: size - 2 * bevel, height: size - 2 * bevel, rx: 0.015, fill: glaze }),
      ),
    );
  }
  return spots
    .filter((spot) => spot.shape === "square")
    .map((spot) =>
      defs.use(spot.dark ? "tile-dark" : "tile-light", {
        transform: `translate(${spot.x} ${spot.y}) scale(${spot.w} ${spot.h})`,
      }),
    );
}

/**
 * Backgammon points: triangles based on the edge from which their stack grows.
 * @param {SvgDefs} defs @param {BoardLayout} layout
 */
export function points(defs, { spots }) {
  const fills = [colours.turquoise, colours.pomegranate].map((colour, dark) =>
    defs.linear(
      `point${dark}`,
      [0, 0, 1, 0],
      [
        [0, mix(colour, "#ffffff", 0.16)],
        [0.5, colour],
        [1, mix(colour, "#000000", 0.2)],
      ],
    ),
  );
  return spots
    .filter((spot) => spot.shape === "point")
    .map((spot) => {
      const [base, tip] = spot.growth === "down" ? [spot.y, spot.y + spot.h] : [spot.y + spot.h, spot.y];
      const x = spot.x + spot.w / 2;
      /** @param {number} half @param {number} reach */
      const triangle = (half, reach) =>
        polygon([
          [x - half, base],
          [x, base + (tip - base) * reach],
          [x + half, base],
        ]);
      const half = 0.46 * spot.w;
      return s(
        "g",
        {},
        s("path", { d: triangle(half, 0.99), fill: fills[spot.dark ? 1 : 0] }),
        s("path", {
          d: triangle(half, 0.99),
          fill: "none",
          stroke: colours.brass,
          "stroke-opacity": 0.85,
          "stroke-width": 0.028,
          "stroke-linejoin": "round",
        }),
        s("path", {
          d: triangle(0.62 * half, 0.72),
          fill: "none",
          stroke: "#fff3d6",
          "stroke-opacity": 0.28,
          "stroke-width": 0.022,
          "stroke-linejoin": "round",
        }),
      );
    });
}

/**
 * Bars and trays, recessed into wooden columns.
 * @param {SvgDefs} defs @param {BoardLayout} layout
 */
export function slots(defs, { spots, height }) {
  const recessed = spots.filter((spot) => spot.shape === "slot");
  const wood = defs.linear(
    "bar",
    [0, 0, 1, 0],
    [
      [0, "#3a2314"],
      [0.07, "#7d5231"],
      [0.2, "#6b4528"],
      [0.8, "#5f3c22"],
      [0.94, "#4d2f1a"],
      [1, "#2c190d"],
    ],
  );
  const depth = defs.linear(
    "depth",
    [0, 0, 0, 1],
    [
      [0, "#000000", 0.55],
      [0.14, "#000000", 0.2],
      [1, "#000000", 0.02],
    ],
  );
  const aside = defs.linear(
    "aside",
    [0, 0, 1, 0],
    [
      [0, "#000000", 0.42],
      [0.2, "#000000", 0.05],
      [0.9, "#000000", 0],
      [1, "#ffffff", 0.06],
    ],
  );
  const columns = [...new Map(recessed.map((spot) => [spot.x, spot])).values()];
  const columnsDrawn = columns.map(({ x, w }) => s("rect", { x, width: w, height, fill: wood }));
  const recesses = recessed.flatMap((spot) => {
    const { x, y, w, h } = expand(spot, -0.05);
    /** @param {Record<string, any>} paint */
    const recess = (paint) => s("rect", { x, y, width: w, height: h, rx: 0.09, ...paint });
    return [
      recess({ fill: "#3a2415" }),
      recess({ fill: depth }),
      recess({ fill: aside }),
      recess({ fill: "none", stroke: colours.brass, "stroke-opacity": 0.6, "stroke-width": 0.02 }),
    ];
  });
  return [...columnsDrawn, ...recesses];
}

/**
 * Camps tinted in the colour of their player, with a line where a camp ends.
 * @param {Spot[]} spots
 */
export function camps(spots) {
  const squares = spots.filter((spot) => spot.shape === "square" || spot.shape === "hollow");
  const owners = new Map(squares.map((spot) => [key(centre(spot)), spot.tint]));
  /** @type {Record<string, string>} */
  const areas = {};
  let edges = "";
  for (const spot of squares) {
    if (!spot.tint) continue;
    areas[spot.tint] = (areas[spot.tint] ?? "") + polygon(corners(spot));
    const [points, middle] = [corners(spot), centre(spot)];
    points.forEach((from, index) => {
      const to = points[(index + 1) % 4];
      const beyond = key([from[0] + to[0] - middle[0], from[1] + to[1] - middle[1]]);
      if (owners.has(beyond) && owners.get(beyond) !== spot.tint) edges += segment(from, to);
    });
  }
  const tints = Object.entries(areas).map(([tint, d]) => {
    const paint = /** @type {import("../wire.js").Paint} */ (tint);
    const [fill, opacity] = CAMP_TINTS[paint];
    return s("path", { d, fill, "fill-opacity": opacity });
  });
  if (!edges) return tints;
  const light = s("path", {
    d: edges,
    stroke: "#fff6e0",
    "stroke-opacity": 0.5,
    "stroke-width": 0.03,
    transform: "translate(.025 .025)",
  });
  return [
    ...tints,
    light,
    s("path", { d: edges, stroke: colours.walnut, "stroke-width": 0.038, "stroke-linecap": "round" }),
  ];
}

/** @param {Point} point */
function key([x, y]) {
  return `${Math.round(4 * x)} ${Math.round(4 * y)}`;
}

/**
 * Hollows with a shaded upper and a lit lower edge.
 * @param {SvgDefs} defs @param {Spot[]} spots
 */
export function hollows(defs, spots) {
  const hollowSpots = spots.filter((spot) => spot.shape === "hollow");
  if (!hollowSpots.length) return [];
  const bowl = defs.radial(
    "bowl",
    [0.56, 0.66, 0.7],
    [
      [0, "#7a542a", 0.1],
      [0.55, "#7a542a", 0.3],
      [1, "#4d2d0f", 0.78],
    ],
  );
  defs.define("hollow", () =>
    s(
      "g",
      {},
      s("circle", { cy: 0.075, r: 0.75, fill: "#fffaf0", "fill-opacity": 0.75 }),
      s("circle", { r: 0.74, fill: "#dcc090" }),
      s("circle", { r: 0.74, fill: bowl }),
    ),
  );
  return hollowSpots.map((spot) => {
    const [x, y] = centre(spot);
    return defs.use("hollow", { transform: `translate(${x} ${y}) scale(${Math.min(spot.w, spot.h) / 2})` });
  });
}
