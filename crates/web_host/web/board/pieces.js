// Drawings of the pieces, each around the origin of a square from -1 to 1.

import { s } from "../dom.js";
import { chessPiece } from "./chess_piece.js";
import { inkColour, mix, tones } from "./colours.js";
import { cross, ring } from "./pen_strokes.js";

/** @typedef {import("../wire.js").Piece} Piece */
/** @typedef {import("./svg_defs.js").SvgDefs} SvgDefs */

/**
 * Defines the drawing of a piece and returns its name in the defs.
 * @param {SvgDefs} defs @param {Piece} piece
 */
export function definePiece(defs, piece) {
  const name = `${piece.figure}-${piece.paint}-${piece.letter.codePointAt(0)}`;
  defs.define(name, () => s("g", {}, ...drawPiece(defs, piece)));
  return name;
}

/**
 * Icon of a piece.
 * @param {SvgDefs} defs @param {Piece} piece @param {Record<string, any>} [attributes]
 */
export function pieceIcon(defs, piece, attributes = {}) {
  return s("svg", { viewBox: "-1 -1 2 2", "aria-hidden": "true", ...attributes }, defs.use(definePiece(defs, piece)));
}

/** @param {SvgDefs} defs @param {Piece} piece */
function drawPiece(defs, piece) {
  switch (piece.figure) {
    case "disc":
      return disc(defs, piece, 0.83);
    case "bead":
      return bead(defs, piece, 0.74);
    case "checker":
      return checker(defs, piece, 0.93);
    case "crown":
      return [...disc(defs, piece, 0.81), ...crown(tones[piece.paint].contrast, 0.81)];
    case "cross":
      return [cross(0.58, inkColour(piece.paint))];
    case "nought":
      return [ring(0.56, inkColour(piece.paint))];
    default:
      return [chessPiece(defs, piece)];
  }
}

/**
 * Soft shadow of a round piece.
 * @param {SvgDefs} defs @param {number} radius
 */
function shadow(defs, radius) {
  const fill = defs.radial(
    "shadow",
    [0.5, 0.5, 0.5],
    [
      [0, "#0b0603", 0.62],
      [0.72, "#0b0603", 0.55],
      [0.86, "#0b0603", 0.2],
      [1, "#0b0603", 0],
    ],
  );
  return s("circle", { class: "board-shadow", cx: 0.05 * radius, cy: 0.13 * radius, r: 1.13 * radius, fill });
}

/**
 * Domed Othello disc. On black and white ones the other side shows at the lower edge.
 * @param {SvgDefs} defs @param {Piece} piece @param {number} r
 */
function disc(defs, { paint }, r) {
  const { light, body, deep } = tones[paint];
  const under = paint === "black" ? "#9b9180" : paint === "white" ? "#4b443c" : deep;
  const rim = defs.linear(
    `rim-${paint}`,
    [0, 0, 0, 1],
    [
      [0, mix(body, light, 0.5)],
      [1, deep],
    ],
  );
  const dome = defs.radial(
    `dome-${paint}`,
    [0.37, 0.28, 0.8],
    [
      [0, light],
      [0.22, mix(light, body, 0.45)],
      [0.55, body],
      [0.86, mix(body, deep, 0.55)],
      [1, mix(body, deep, 0.85)],
    ],
  );
  const shine = defs.radial(
    "shine",
    [0.5, 0.5, 0.5],
    [
      [0, "#ffffff", 0.75],
      [0.45, "#ffffff", 0.28],
      [1, "#ffffff", 0],
    ],
  );
  return [
    shadow(defs, r),
    s("circle", { cy: 0.055 * r, r: r, fill: under }),
    s("circle", { cy: -0.01 * r, r: 0.985 * r, fill: rim }),
    s("circle", { cy: -0.035 * r, r: 0.94 * r, fill: dome }),
    s("ellipse", {
      cx: -0.3 * r,
      cy: -0.46 * r,
      rx: 0.36 * r,
      ry: 0.22 * r,
      fill: shine,
      transform: "rotate(-30)",
      opacity: paint === "white" ? 0.9 : 0.42,
    }),
  ];
}

/**
 * Glossy bead with a highlight on the near side and a glow on the far side.
 * @param {SvgDefs} defs @param {Piece} piece @param {number} r
 */
function bead(defs, { paint }, r) {
  const { light, body, deep } = tones[paint];
  const ball = defs.radial(
    `ball-${paint}`,
    [0.36, 0.3, 0.78],
    [
      [0, mix(light, "#ffffff", 0.15)],
      [0.4, body],
      [0.86, deep],
      [1, mix(deep, "#000000", 0.25)],
    ],
  );
  const glow = defs.radial(
    `glow-${paint}`,
    [0.5, 0.5, 0.5],
    [
      [0, light, 0.75],
      [1, light, 0],
    ],
  );
  const gloss = defs.radial(
    "gloss",
    [0.45, 0.42, 0.55],
    [
      [0, "#ffffff", 0.98],
      [0.45, "#ffffff", 0.6],
      [1, "#ffffff", 0],
    ],
  );
  return [
    shadow(defs, r),
    s("circle", { r, fill: ball }),
    s("ellipse", {
      cx: 0.3 * r,
      cy: 0.46 * r,
      rx: 0.56 * r,
      ry: 0.42 * r,
      fill: glow,
      transform: `rotate(-35 ${0.3 * r} ${0.46 * r})`,
    }),
    s("ellipse", {
      cx: -0.34 * r,
      cy: -0.43 * r,
      rx: 0.34 * r,
      ry: 0.25 * r,
      fill: gloss,
      transform: `rotate(-38 ${-0.34 * r} ${-0.43 * r})`,
    }),
  ];
}

/**
 * Backgammon checker with a bevelled edge, a groove and a concave face.
 * @param {SvgDefs} defs @param {Piece} piece @param {number} r
 */
function checker(defs, { paint }, r) {
  const { light, body, deep } = tones[paint];
  const side = defs.linear(
    `side-${paint}`,
    [0, 0, 0, 1],
    [
      [0, mix(body, light, 0.7)],
      [1, mix(deep, "#000000", paint === "white" ? 0.22 : 0.1)],
    ],
  );
  const face = defs.linear(
    `face-${paint}`,
    [0.2, 0, 0.8, 1],
    [
      [0, mix(body, light, 0.75)],
      [1, mix(body, deep, 0.2)],
    ],
  );
  // The concave part has its shadow where the face has its highlight.
  const bowl = defs.linear(
    `bowl-${paint}`,
    [0.2, 0, 0.8, 1],
    [
      [0, mix(body, deep, 0.34)],
      [0.6, body],
      [1, mix(body, light, 0.7)],
    ],
  );
  return [
    shadow(defs, r),
    s("circle", { r, fill: side }),
    s("circle", { cy: -0.02 * r, r: 0.92 * r, fill: face }),
    s("circle", { r: 0.71 * r, fill: "none", stroke: mix(body, deep, 0.75), "stroke-width": 0.045 * r }),
    s("circle", {
      cy: 0.03 * r,
      r: 0.71 * r,
      fill: "none",
      stroke: light,
      "stroke-opacity": 0.5,
      "stroke-width": 0.025 * r,
    }),
    s("circle", { r: 0.56 * r, fill: bowl }),
    s("circle", { r: 0.56 * r, fill: "none", stroke: deep, "stroke-opacity": 0.55, "stroke-width": 0.035 * r }),
  ];
}

/**
 * Crown with five tips, each with a pearl, on a band.
 * @param {string} fill @param {number} r
 */
function crown(fill, r) {
  const body =
    "M-.42 .3 L-.58 -.2 Q-.42 -.02 -.3 .02 L-.31 -.4 Q-.2 -.12 -.13 -.05 L0 -.48" +
    "L.13 -.05 Q.2 -.12 .31 -.4 L.3 .02 Q.42 -.02 .58 -.2 L.42 .3 Q0 .22 -.42 .3 Z";
  const pearls = [
    [-0.59, -0.25],
    [-0.32, -0.46],
    [0, -0.55],
    [0.32, -0.46],
    [0.59, -0.25],
  ];
  return [
    s(
      "g",
      { transform: `scale(${r})`, fill },
      s("path", { d: body, stroke: fill, "stroke-width": 0.05, "stroke-linejoin": "round" }),
      ...pearls.map(([cx, cy]) => s("circle", { cx, cy, r: 0.075 })),
      s("path", {
        d: "M-.4 .46 Q0 .38 .4 .46",
        fill: "none",
        stroke: fill,
        "stroke-width": 0.11,
        "stroke-linecap": "round",
      }),
    ),
  ];
}
