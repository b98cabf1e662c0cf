// The frame around the board: wood or paper, with an ornamental border and the coordinates.

import { s } from "../dom.js";
import { border, sides } from "./border.js";
import { corners, curve, expand, polygon, pseudoRandom, segment } from "./geometry.js";

/** @typedef {import("../wire.js").BoardLayout} BoardLayout */
/** @typedef {import("./svg_defs.js").SvgDefs} SvgDefs */
/** @typedef {import("./geometry.js").Area} Area */

/** Position of the coordinates, as a fraction of the frame's width from its outer edge. */
const COORDINATES = 0.35;

/**
 * Width of the frame. It is proportional to the board, so that coordinates are equally legible at any board size.
 * @param {BoardLayout} layout
 */
export function frameWidth(layout) {
  return Math.max(0.3, 0.068 * Math.max(layout.width, layout.height));
}

/**
 * Draws the frame.
 * @param {SvgDefs} defs @param {BoardLayout} layout
 */
export function frame(defs, layout) {
  const width = frameWidth(layout);
  const outer = expand({ x: 0, y: 0, w: layout.width, h: layout.height }, width);
  const base = layout.material === "paper" ? mount(defs, outer, width) : woodenFrame(defs, outer, width);
  return s("g", {}, base, border(outer, width));
}

/**
 * Draws the names of files, ranks and points, on the frame or on the board.
 * @param {BoardLayout} layout
 */
export function coordinates(layout) {
  const width = frameWidth(layout);
  const depth = (1 - COORDINATES) * width;
  const size = 0.4 * width;
  const texts = layout.labels.map(({ text, x, y }) => {
    const inside = x > 0 && x < layout.width && y > 0 && y < layout.height;
    const [column, row] = inside ? [x, y] : [ontoFrame(x, layout.width, depth), ontoFrame(y, layout.height, depth)];
    // Drawn large and scaled down, as browsers enforce a minimum font size.
    const attributes = {
      transform: `translate(${column} ${row}) scale(${size / 100})`,
      "data-on": inside ? "board" : "frame",
    };
    return s("text", { ...attributes, y: 35 }, text);
  });
  return s("g", { class: "board-coordinates" }, ...texts);
}

/**
 * Moves a coordinate that lies beside the board to `depth` on the frame.
 * @param {number} at @param {number} length @param {number} depth
 */
function ontoFrame(at, length, depth) {
  if (at < 0) return -depth;
  return at > length ? length + depth : at;
}

/** @param {Area} area @param {number} rx @param {Record<string, any>} attributes */
function roundedRect({ x, y, w, h }, rx, attributes) {
  return s("rect", { x, y, width: w, height: h, rx, ...attributes });
}

/**
 * Paper mount of a paper board.
 * @param {SvgDefs} defs @param {Area} outer @param {number} width
 */
function mount(defs, outer, width) {
  const fill = defs.linear(
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
    roundedRect(outer, 0.12 * width, { fill }),
    roundedRect(expand(outer, -0.02), 0.1 * width, { class: "board-mount-edge" }),
  );
}

/**
 * Wooden frame with mitred corners and a lip around the board.
 * @param {SvgDefs} defs @param {Area} outer @param {number} width
 */
function woodenFrame(defs, outer, width) {
  const rounding = 0.2 * width;
  const clip = defs.define("frame", () => s("clipPath", {}, roundedRect(outer, rounding, {})));
  const inner = expand(outer, -width);
  const [from, to] = [corners(outer), corners(inner)];
  // Light falls from the upper left.
  const lights = [
    ["#fff", 0.16, 0.02],
    ["#000", 0.04, 0.2],
    ["#000", 0.1, 0.34],
    ["#fff", 0.08, 0],
  ];
  const directions = /** @type {[number, number, number, number][]} */ ([
    [0, 0, 0, 1],
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
  ]);
  const sides = lights.map(([colour, begin, end], side) => {
    const fill = defs.linear(`plank${side}`, directions[side], [
      [0, String(colour), Number(begin)],
      [1, String(colour), Number(end)],
    ]);
    const next = (side + 1) % 4;
    return s("path", { d: polygon([from[side], from[next], to[next], to[side]]), fill });
  });
  return s(
    "g",
    { "clip-path": `url(#${clip})` },
    roundedRect(outer, 0, { class: "board-frame-wood" }),
    ...sides,
    grain(outer, width),
    roundedRect(expand(outer, -0.03 * width), rounding, { class: "board-edge-dark", "stroke-width": 0.06 * width }),
    roundedRect(expand(outer, -0.085 * width), 0.85 * rounding, {
      class: "board-edge-light",
      "stroke-width": 0.035 * width,
    }),
    roundedRect(expand(inner, 0.08 * width), 0, { class: "board-lip" }),
  );
}

/**
 * Wood grain along every side, and the mitre joints between them.
 * @param {Area} outer @param {number} width
 */
function grain(outer, width) {
  const paths = { dark: "", light: "" };
  let mitres = "";
  sides(outer).forEach(({ length, at }, number) => {
    for (let line = 1; line <= 15; line++) {
      const seed = 31 * number + line;
      const depth = (width * (line + 0.6 * pseudoRandom(seed))) / 16;
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
