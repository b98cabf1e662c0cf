// The pieces, each drawn once around the origin of a square that reaches from -1 to 1.

import { s } from "../dom.js";
import { cross, ring } from "./pen_strokes.js";
import { chessman } from "./chess_piece.js";
import { ink, mixed, tones } from "./colours.js";

/** @typedef {import("../wire.js").Piece} Piece */
/** @typedef {import("./svg_defs.js").SvgDefs} SvgDefs */

/**
 * The name under which the cabinet keeps a piece.
 * @param {SvgDefs} cabinet @param {Piece} piece
 */
export function definePiece(cabinet, piece) {
  const name = `${piece.figure}-${piece.paint}-${piece.letter.codePointAt(0)}`;
  cabinet.keep(name, () => s("g", {}, ...parts(cabinet, piece)));
  return name;
}

/**
 * A picture of a piece by itself.
 * @param {SvgDefs} cabinet @param {Piece} piece @param {Record<string, any>} [attributes]
 */
export function pieceIcon(cabinet, piece, attributes = {}) {
  return s("svg", { viewBox: "-1 -1 2 2", "aria-hidden": "true", ...attributes }, cabinet.use(definePiece(cabinet, piece)));
}

/** @param {SvgDefs} cabinet @param {Piece} piece */
function parts(cabinet, piece) {
  switch (piece.figure) {
    case "disc":
      return disc(cabinet, piece, 0.83);
    case "bead":
      return bead(cabinet, piece, 0.74);
    case "checker":
      return checker(cabinet, piece, 0.93);
    case "crown":
      return [...disc(cabinet, piece, 0.81), ...crown(tones[piece.paint].contrast, 0.81)];
    case "cross":
      return [cross(0.58, ink(piece.paint))];
    case "nought":
      return [ring(0.56, ink(piece.paint))];
    default:
      return [chessman(cabinet, piece)];
  }
}

/**
 * A soft shadow under something round.
 * @param {SvgDefs} cabinet @param {number} radius
 */
function shadow(cabinet, radius) {
  const fill = cabinet.radial(
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
 * A domed disc; where it is black or white, its other side shows at the lower edge.
 * @param {SvgDefs} cabinet @param {Piece} piece @param {number} r
 */
function disc(cabinet, { paint }, r) {
  const { light, body, deep } = tones[paint];
  const under = paint === "black" ? "#9b9180" : paint === "white" ? "#4b443c" : deep;
  const rim = cabinet.linear(
    `rim-${paint}`,
    [0, 0, 0, 1],
    [
      [0, mixed(body, light, 0.5)],
      [1, deep],
    ],
  );
  const dome = cabinet.radial(
    `dome-${paint}`,
    [0.37, 0.28, 0.8],
    [
      [0, light],
      [0.22, mixed(light, body, 0.45)],
      [0.55, body],
      [0.86, mixed(body, deep, 0.55)],
      [1, mixed(body, deep, 0.85)],
    ],
  );
  const shine = cabinet.radial(
    "shine",
    [0.5, 0.5, 0.5],
    [
      [0, "#ffffff", 0.75],
      [0.45, "#ffffff", 0.28],
      [1, "#ffffff", 0],
    ],
  );
  return [
    shadow(cabinet, r),
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
 * A glossy bead: light that has come through glows on its far side, a window is reflected on the near one.
 * @param {SvgDefs} cabinet @param {Piece} piece @param {number} r
 */
function bead(cabinet, { paint }, r) {
  const { light, body, deep } = tones[paint];
  const ball = cabinet.radial(
    `ball-${paint}`,
    [0.36, 0.3, 0.78],
    [
      [0, mixed(light, "#ffffff", 0.15)],
      [0.4, body],
      [0.86, deep],
      [1, mixed(deep, "#000000", 0.25)],
    ],
  );
  const glow = cabinet.radial(
    `glow-${paint}`,
    [0.5, 0.5, 0.5],
    [
      [0, light, 0.75],
      [1, light, 0],
    ],
  );
  const gloss = cabinet.radial(
    "gloss",
    [0.45, 0.42, 0.55],
    [
      [0, "#ffffff", 0.98],
      [0.45, "#ffffff", 0.6],
      [1, "#ffffff", 0],
    ],
  );
  return [
    shadow(cabinet, r),
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
 * A turned checker: a bevelled edge, a groove, a hollowed face.
 * @param {SvgDefs} cabinet @param {Piece} piece @param {number} r
 */
function checker(cabinet, { paint }, r) {
  const { light, body, deep } = tones[paint];
  const side = cabinet.linear(
    `side-${paint}`,
    [0, 0, 0, 1],
    [
      [0, mixed(body, light, 0.7)],
      [1, mixed(deep, "#000000", paint === "white" ? 0.22 : 0.1)],
    ],
  );
  const face = cabinet.linear(
    `face-${paint}`,
    [0.2, 0, 0.8, 1],
    [
      [0, mixed(body, light, 0.75)],
      [1, mixed(body, deep, 0.2)],
    ],
  );
  // What is hollowed out has its shade where the face has its light.
  const bowl = cabinet.linear(
    `bowl-${paint}`,
    [0.2, 0, 0.8, 1],
    [
      [0, mixed(body, deep, 0.34)],
      [0.6, body],
      [1, mixed(body, light, 0.7)],
    ],
  );
  return [
    shadow(cabinet, r),
    s("circle", { r, fill: side }),
    s("circle", { cy: -0.02 * r, r: 0.92 * r, fill: face }),
    s("circle", { r: 0.71 * r, fill: "none", stroke: mixed(body, deep, 0.75), "stroke-width": 0.045 * r }),
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
 * A crown of five tips, each with a pearl, on a band.
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
