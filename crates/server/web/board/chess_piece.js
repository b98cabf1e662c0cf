// The pieces that stand upright, by their outlines, which lie in a box of 100 x 100.

import { s } from "../dom.js";
import { drawings } from "./figures.js";
import { edge, mixed, tones } from "./colours.js";

/** @typedef {import("../wire.js").Piece} Piece */
/** @typedef {import("./svg_defs.js").SvgDefs} SvgDefs */

/**
 * Where the pieces that bear their letter have it.
 * @type {Record<string, string>}
 */
const lettered = { letter: "translate(50 54) scale(.4)", star: "translate(50 33) scale(.27)" };

/** @param {SvgDefs} cabinet @param {Piece} piece */
export function chessman(cabinet, { figure, paint, letter }) {
  // A figure that only a newer server knows is at least its letter.
  const shape = figure in drawings ? figure : "letter";
  const { foot, layers } = drawings[shape];
  const { contrast } = tones[paint];
  const looks = {
    body: { fill: turned(cabinet, paint), stroke: edge(paint), "stroke-width": 2.6 },
    line: { fill: "none", stroke: contrast },
    spot: { fill: contrast },
  };
  const paths = layers.map(([kind, width, d]) =>
    s("path", { d, ...looks[kind], ...(kind === "line" ? { "stroke-width": width } : {}) }),
  );
  const piece = s(
    "g",
    { transform: "scale(.02) translate(-50 -50)", "stroke-linecap": "round", "stroke-linejoin": "round" },
    shadow(cabinet, foot),
    ...paths,
  );
  if (shape in lettered) {
    const place = { transform: lettered[shape], y: 36 };
    piece.append(s("text", { class: "board-digits", ...place, fill: contrast }, letter.toUpperCase()));
  }
  return piece;
}

/**
 * Light from the left on something turned on a lathe.
 * @param {SvgDefs} cabinet @param {import("../wire.js").Paint} paint
 */
function turned(cabinet, paint) {
  const { light, body, deep } = tones[paint];
  return cabinet.linear(
    `turned-${paint}`,
    [0, 0, 1, 0.25],
    [
      [0, mixed(body, light, 0.5)],
      [0.3, mixed(light, body, 0.1)],
      [0.62, body],
      [1, mixed(body, deep, 0.7)],
    ],
  );
}

/**
 * The shadow where a piece touches the board.
 * @param {SvgDefs} cabinet @param {[number, number]} foot
 */
function shadow(cabinet, [middle, half]) {
  const fill = cabinet.radial(
    "contact",
    [0.5, 0.5, 0.5],
    [
      [0, "#0b0603", 0.6],
      [0.6, "#0b0603", 0.42],
      [1, "#0b0603", 0],
    ],
  );
  return s("ellipse", { class: "board-shadow", cx: middle + 1.5, cy: 90.5, rx: 1.28 * half, ry: 6.2, fill });
}
