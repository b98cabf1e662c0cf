// The surface of the board and its empty spots, by material.

import { s } from "../dom.js";
import { colours } from "./colours.js";
import { frame } from "./frame.js";
import { curve, pseudoRandom, segment } from "./geometry.js";
import { line } from "./pen_strokes.js";
import { camps, hollows, points, slots, tiles } from "./spots.js";
import { woodSquares } from "./textures.js";

/** @typedef {import("../wire.js").BoardLayout} BoardLayout */
/** @typedef {import("./svg_defs.js").SvgDefs} SvgDefs */

/**
 * Draws the board with its frame and empty spots.
 * @param {SvgDefs} defs @param {BoardLayout} layout
 */
export function drawSurface(defs, layout) {
  const surface = { felt, maple, tiles: background, case: cloth, board: background, paper }[layout.material] ?? felt;
  const board = s("g", { class: "board-surface" }, ...surface(defs, layout));
  if (layout.material === "tiles") board.append(...tiles(defs, layout.spots));
  if (layout.material === "board") board.append(...woodSquares(defs, layout.spots));
  board.append(
    ...points(defs, layout),
    ...slots(defs, layout),
    ...camps(layout.spots),
    ...hollows(defs, layout.spots),
  );
  if (layout.material !== "paper") board.append(...frameShadow(defs, layout));
  return s("g", {}, frame(defs, layout), board);
}

/**
 * Rectangle over the whole board.
 * @param {BoardLayout} layout @param {string} fill @param {Record<string, any>} [more]
 */
function fullRect({ width, height }, fill, more = {}) {
  return s("rect", { width, height, fill, ...more });
}

/**
 * Green felt with grid lines and, on boards of at least six squares, four dots where the second lines cross.
 * @param {SvgDefs} defs @param {BoardLayout} layout
 */
function felt(defs, layout) {
  const fill = defs.radial(
    "felt",
    [0.42, 0.34, 0.86],
    [
      [0, "#399069"],
      [0.5, "#2c7855"],
      [1, "#1c553c"],
    ],
  );
  const { width, height } = layout;
  let lines = "";
  for (let x = 1; x < width; x++) lines += segment([x, 0], [x, height]);
  for (let y = 1; y < height; y++) lines += segment([0, y], [width, y]);
  const dots =
    width < 6 || height < 6 ? [] : [2, width - 2].flatMap((cx) => [2, height - 2].map((cy) => ({ cx, cy })));
  return [
    fullRect(layout, fill),
    ...clothTexture(defs, layout, "#ffffff", "#062014", 0.07),
    // Embossed lines: dark, with a highlight on the lower edge.
    s("path", {
      d: lines,
      stroke: "#7fc7a3",
      "stroke-opacity": 0.22,
      "stroke-width": 0.02,
      transform: "translate(.018 .018)",
    }),
    s("path", { d: lines, stroke: "#123e2b", "stroke-width": 0.026 }),
    ...dots.map((dot) => s("circle", { ...dot, r: 0.075, fill: "#123e2b" })),
  ];
}

/**
 * Cloth texture of short light and dark fibres.
 * @param {SvgDefs} defs @param {BoardLayout} layout @param {string} light @param {string} dark @param {number} strength
 */
function clothTexture(defs, layout, light, dark, strength) {
  const id = defs.define("cloth-texture", () => {
    const fibres = ["", ""];
    for (let fibre = 0; fibre < 320; fibre++) {
      const [x, y, angle] = [2 * pseudoRandom(fibre), 2 * pseudoRandom(fibre + 0.37), 6.3 * pseudoRandom(fibre + 0.71)];
      const length = 0.03 + 0.05 * pseudoRandom(fibre + 0.13);
      fibres[fibre % 2] += segment([x, y], [x + length * Math.cos(angle), y + length * Math.sin(angle)]);
    }
    return s(
      "pattern",
      {
        width: 2,
        height: 2,
        patternUnits: "userSpaceOnUse",
        patternTransform: `scale(${Math.max(layout.width, layout.height) / 8})`,
      },
      s("path", { d: fibres[0], stroke: light, "stroke-width": 0.012, "stroke-opacity": strength }),
      s("path", { d: fibres[1], stroke: dark, "stroke-width": 0.014, "stroke-opacity": 1.5 * strength }),
    );
  });
  return [fullRect(layout, `url(#${id})`)];
}

/**
 * Maple with a subtle grain.
 * @param {SvgDefs} defs @param {BoardLayout} layout
 */
function maple(defs, layout) {
  const { width, height } = layout;
  const fill = defs.linear(
    "maple",
    [0, 0, 1, 1],
    [
      [0, "#f3e4c6"],
      [0.5, "#ecd9b4"],
      [1, "#e0c797"],
    ],
  );
  const bands = ["", "", ""];
  const count = Math.round(height * 6);
  for (let number = 0; number < count; number++) {
    const y = ((number + pseudoRandom(number)) / count) * height;
    /** @param {number} phase */
    const sway = (phase) => y + 0.16 * Math.sin(phase + 0.9 * y);
    bands[number % 3] += curve([0, y], [width / 3, sway(0)], [(2 * width) / 3, sway(2.1)], [width, y + 0.05]);
  }
  const strokes = [
    ["#a9762f", 0.02, 0.16],
    ["#8a5a22", 0.012, 0.14],
    ["#fff6e0", 0.03, 0.28],
  ];
  return [
    fullRect(layout, fill),
    ...strokes.map(([stroke, thick, opacity], band) =>
      s("path", { d: bands[band], fill: "none", stroke, "stroke-width": thick, "stroke-opacity": opacity }),
    ),
  ];
}

/**
 * Background below tiles and wooden squares.
 * @param {SvgDefs} _defs @param {BoardLayout} layout
 */
function background(_defs, layout) {
  return [fullRect(layout, layout.material === "board" ? colours.walnut : "#5f7a5b")];
}

/**
 * Cloth of a backgammon case.
 * @param {SvgDefs} defs @param {BoardLayout} layout
 */
function cloth(defs, layout) {
  const fill = defs.radial(
    "cloth",
    [0.45, 0.4, 0.8],
    [
      [0, "#f7eed9"],
      [0.6, "#eee1c2"],
      [1, "#dcc9a0"],
    ],
  );
  return [fullRect(layout, fill), ...clothTexture(defs, layout, "#ffffff", "#7a5a2a", 0.07)];
}

/**
 * Paper with hand-drawn lines between the squares.
 * @param {SvgDefs} defs @param {BoardLayout} layout
 */
function paper(defs, layout) {
  const { width, height } = layout;
  const fill = defs.radial(
    "paper",
    [0.45, 0.4, 0.9],
    [
      [0, "#fffbf0"],
      [1, "#f8edd5"],
    ],
  );
  const nib = 0.075;
  const down = Array.from({ length: width - 1 }, (_, x) =>
    line([x + 1.012, 0.12], [x + 0.988, height - 0.12], nib, colours.ink),
  );
  const across = Array.from({ length: height - 1 }, (_, y) =>
    line([0.12, y + 1.02], [width - 0.12, y + 0.98], nib, colours.ink),
  );
  return [fullRect(layout, fill), ...clothTexture(defs, layout, "#ffffff", "#b08d55", 0.16), ...down, ...across];
}

/**
 * Shadow of the frame on the board.
 * @param {SvgDefs} defs @param {BoardLayout} layout
 */
function frameShadow(defs, layout) {
  const depth = 0.032 * Math.max(layout.width, layout.height);
  const above = defs.linear(
    "above",
    [0, 0, 0, 1],
    [
      [0, "#000000", 0.42],
      [0.35, "#000000", 0.16],
      [1, "#000000", 0],
    ],
  );
  const left = defs.linear(
    "left",
    [0, 0, 1, 0],
    [
      [0, "#000000", 0.34],
      [0.35, "#000000", 0.12],
      [1, "#000000", 0],
    ],
  );
  const { width, height } = layout;
  return [
    s("rect", { width, height: depth, fill: above }),
    s("rect", { width: depth, height, fill: left }),
    s("path", {
      d: segment([0, height], [width, height]) + segment([width, 0], [width, height]),
      stroke: "#fff",
      "stroke-opacity": 0.16,
      "stroke-width": 0.03,
    }),
  ];
}
