// Upright chess pieces, drawn by outlines in a 100 x 100 box.

import { s } from "../dom.js";
import { mix, outlineColour, tones } from "./colours.js";
import { drawings } from "./figures.js";

/** @typedef {import("../wire.js").Piece} Piece */
/** @typedef {import("./svg_defs.js").SvgDefs} SvgDefs */

/**
 * Transform of the letter on pieces that show one.
 * @type {Record<string, string>}
 */
const LETTER_TRANSFORMS = { letter: "translate(50 54) scale(.4)", star: "translate(50 33) scale(.27)" };

/** @param {SvgDefs} defs @param {Piece} piece */
export function chessPiece(defs, { figure, paint, letter }) {
  // A figure unknown to this client is drawn as its letter.
  const shape = figure in drawings ? figure : "letter";
  const { foot, layers } = drawings[shape];
  const { contrast } = tones[paint];
  const styles = {
    body: { fill: bodyFill(defs, paint), stroke: outlineColour(paint), "stroke-width": 2.6 },
    line: { fill: "none", stroke: contrast },
    spot: { fill: contrast },
  };
  const paths = layers.map(([kind, width, d]) =>
    s("path", { d, ...styles[kind], ...(kind === "line" ? { "stroke-width": width } : {}) }),
  );
  const piece = s(
    "g",
    { transform: "scale(.02) translate(-50 -50)", "stroke-linecap": "round", "stroke-linejoin": "round" },
    shadow(defs, foot),
    ...paths,
  );
  if (shape in LETTER_TRANSFORMS) {
    const position = { transform: LETTER_TRANSFORMS[shape], y: 36 };
    piece.append(s("text", { class: "board-digits", ...position, fill: contrast }, letter.toUpperCase()));
  }
  return piece;
}

/**
 * Gradient of a lathe-turned body lit from the left.
 * @param {SvgDefs} defs @param {import("../wire.js").Paint} paint
 */
function bodyFill(defs, paint) {
  const { light, body, deep } = tones[paint];
  return defs.linear(
    `body-${paint}`,
    [0, 0, 1, 0.25],
    [
      [0, mix(body, light, 0.5)],
      [0.3, mix(light, body, 0.1)],
      [0.62, body],
      [1, mix(body, deep, 0.7)],
    ],
  );
}

/**
 * Contact shadow on the board.
 * @param {SvgDefs} defs @param {[number, number]} foot
 */
function shadow(defs, [x, halfWidth]) {
  const fill = defs.radial(
    "contact",
    [0.5, 0.5, 0.5],
    [
      [0, "#0b0603", 0.6],
      [0.6, "#0b0603", 0.42],
      [1, "#0b0603", 0],
    ],
  );
  return s("ellipse", { class: "board-shadow", cx: x + 1.5, cy: 90.5, rx: 1.28 * halfWidth, ry: 6.2, fill });
}
