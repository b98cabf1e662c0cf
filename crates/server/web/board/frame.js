// The frame around the board: walnut, or the mount of a sheet of paper, with a line of inlay work and the names of
// columns and rows.

import { s } from "../dom.js";
import { inlay, sides } from "./border.js";
import { chance, corners, curve, grown, polygon, segment } from "./geometry.js";

/** @typedef {import("../wire.js").Ground} Ground */
/** @typedef {import("./svg_defs.js").SvgDefs} SvgDefs */
/** @typedef {import("./geometry.js").Area} Area */

/** Where names stand, as a share of the frame's width from its outer edge. */
const NAMES = 0.35;

/**
 * Width of the frame: a share of the board, so that names are as legible around three squares as around sixteen.
 * @param {Ground} ground
 */
export function frameWidth(ground) {
  return Math.max(0.3, 0.068 * Math.max(ground.width, ground.height));
}

/** @param {SvgDefs} cabinet @param {Ground} ground */
export function frame(cabinet, ground) {
  const width = frameWidth(ground);
  const outer = grown({ x: 0, y: 0, w: ground.width, h: ground.height }, width);
  const wood = ground.material === "paper" ? mount(cabinet, outer, width) : walnut(cabinet, outer, width);
  return s("g", {}, wood, inlay(outer, width));
}

/**
 * The names of columns, rows and points, on the frame or on the board.
 * @param {Ground} ground
 */
export function names(ground) {
  const width = frameWidth(ground);
  const depth = (1 - NAMES) * width;
  const size = 0.4 * width;
  const texts = ground.labels.map(({ text, x, y }) => {
    const inside = x > 0 && x < ground.width && y > 0 && y < ground.height;
    const [column, row] = inside ? [x, y] : [onto(x, ground.width, depth), onto(y, ground.height, depth)];
    // Letters are written large and made small: browsers refuse very small type.
    const attributes = {
      transform: `translate(${column} ${row}) scale(${size / 100})`,
      "data-on": inside ? "board" : "frame",
    };
    return s("text", { ...attributes, y: 35 }, text);
  });
  return s("g", { class: "board-coordinates" }, ...texts);
}

/**
 * Moves what lies beside the board onto the middle of the frame.
 * @param {number} at @param {number} length @param {number} depth
 */
function onto(at, length, depth) {
  if (at < 0) return -depth;
  return at > length ? length + depth : at;
}

/** @param {Area} area @param {number} rx @param {Record<string, any>} attributes */
function plank({ x, y, w, h }, rx, attributes) {
  return s("rect", { x, y, width: w, height: h, rx, ...attributes });
}

/**
 * The sheet on which a board of paper is drawn.
 * @param {SvgDefs} cabinet @param {Area} outer @param {number} width
 */
function mount(cabinet, outer, width) {
  const fill = cabinet.linear(
    "mount",
    [0, 0, 0.3, 1],
    [
      [0, "#fdf8ec"],
      [1, "#f5e9cf"],
    ],
  );
  return s(
    "g",
    {},
    plank(outer, 0.12 * width, { fill }),
    plank(grown(outer, -0.02), 0.1 * width, { class: "board-mount-edge" }),
  );
}

/**
 * A frame of walnut, mitred at its corners, with a lip around the board.
 * @param {SvgDefs} cabinet @param {Area} outer @param {number} width
 */
function walnut(cabinet, outer, width) {
  const rounding = 0.2 * width;
  const clip = cabinet.keep("frame", () => s("clipPath", {}, plank(outer, rounding, {})));
  const inner = grown(outer, -width);
  const [from, to] = [corners(outer), corners(inner)];
  // Light comes from above and from the left.
  const lights = [
    ["#fff", 0.16, 0.02],
    ["#000", 0.04, 0.2],
    ["#000", 0.1, 0.34],
    ["#fff", 0.08, 0],
  ];
  const ways = /** @type {[number, number, number, number][]} */ ([
    [0, 0, 0, 1],
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
  ]);
  const sides = lights.map(([colour, begin, end], side) => {
    const fill = cabinet.linear(`plank${side}`, ways[side], [
      [0, String(colour), Number(begin)],
      [1, String(colour), Number(end)],
    ]);
    const next = (side + 1) % 4;
    return s("path", { d: polygon([from[side], from[next], to[next], to[side]]), fill });
  });
  return s(
    "g",
    { "clip-path": `url(#${clip})` },
    plank(outer, 0, { class: "board-frame-wood" }),
    ...sides,
    grain(outer, width),
    plank(grown(outer, -0.03 * width), rounding, { class: "board-edge-dark", "stroke-width": 0.06 * width }),
    plank(grown(outer, -0.085 * width), 0.85 * rounding, {
      class: "board-edge-light",
      "stroke-width": 0.035 * width,
    }),
    plank(grown(inner, 0.08 * width), 0, { class: "board-lip" }),
  );
}

/**
 * The grain runs along every side, and the sides meet at a mitre.
 * @param {Area} outer @param {number} width
 */
function grain(outer, width) {
  const paths = { dark: "", light: "" };
  let mitres = "";
  sides(outer).forEach(({ length, at }, number) => {
    for (let line = 1; line <= 15; line++) {
      const seed = 31 * number + line;
      const depth = (width * (line + 0.6 * chance(seed))) / 16;
      const [first, last] = [depth, length - depth];
      const third = (last - first) / 3;
      /** @param {number} phase */
      const sway = (phase) => depth + 0.05 * width * Math.sin(phase + seed * 2.4);
      const tone = line % 4 ? "dark" : "light";
      paths[tone] += curve(at(first, depth), at(first + third, sway(0)), at(last - third, sway(2)), at(last, depth));
    }
    mitres += segment(at(0, 0), at(width, width));
  });
  return s(
    "g",
    { fill: "none" },
    s("path", { d: paths.dark, class: "board-grain-dark", "stroke-width": 0.018 * width }),
    s("path", { d: paths.light, class: "board-grain-light", "stroke-width": 0.02 * width }),
    s("path", { d: mitres, class: "board-mitre", "stroke-width": 0.02 * width }),
  );
}
