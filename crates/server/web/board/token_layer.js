// Dice and cube, each drawn around the origin of a square that reaches from -1 to 1.

import { s } from "../dom.js";
import { turnedArea } from "./rotation.js";
import { middle } from "./geometry.js";
import { colours, mixed, tones } from "./colours.js";

/** @typedef {import("../wire.js").Token} Token */
/** @typedef {import("../wire.js").Ground} Ground */
/** @typedef {import("../wire.js").Paint} Paint */
/** @typedef {import("./svg_defs.js").SvgDefs} SvgDefs */
/** @typedef {import("./animation.js").Motion} Motion */
/** @typedef {Exclude<Token, {kind: "button"}>} Block */

/** Where the pips of a die lie: in pairs around the middle, on one diagonal, on the other, and beside it. */
const PAIRS = [
  [2, 1, -1],
  [4, 1, 1],
  [6, 1, 0],
];

/**
 * A block with rounded edges and the shadow below it.
 * @param {SvgDefs} cabinet @param {Paint} paint @param {number} r
 */
function block(cabinet, paint, r) {
  const { light, body, deep } = tones[paint];
  const side = cabinet.linear(
    `block-${paint}`,
    [0, 0, 0, 1],
    [
      [0, mixed(body, light, 0.6)],
      [1, deep],
    ],
  );
  const face = cabinet.linear(
    `top-${paint}`,
    [0.1, 0, 0.9, 1],
    [
      [0, light],
      [1, mixed(body, deep, 0.14)],
    ],
  );
  /** @param {number} reach @param {number} rx @param {Record<string, any>} more */
  const square = (reach, rx, more) =>
    s("rect", { x: -reach, y: -reach, width: 2 * reach, height: 2 * reach, rx, ...more });
  return [
    ...[1.12, 1.07, 1.02].map((ring) =>
      square(ring * r, 0.36 * r, {
        transform: `translate(${0.05 * r} ${0.12 * r})`,
        fill: "#0b0603",
        "fill-opacity": 0.16,
      }),
    ),
    square(r, 0.3 * r, { fill: side }),
    square(0.93 * r, 0.26 * r, { transform: `translate(0 ${-0.03 * r})`, fill: face }),
  ];
}

/** @param {SvgDefs} cabinet @param {number} number @param {Paint} paint */
function die(cabinet, number, paint) {
  return cabinet.keep(`die-${paint}-${number}`, () => {
    const ink = paint === "white" || paint === "yellow" ? colours.ink : colours.sheet;
    const spots = number % 2 ? [[0, 0]] : [];
    for (const [least, x, y] of PAIRS) if (number >= least) spots.push([x, y], [-x, -y]);
    const pips = spots.map(([x, y]) => s("circle", { cx: 0.42 * x, cy: 0.42 * y - 0.02, r: 0.145, fill: ink }));
    return s("g", {}, ...block(cabinet, paint, 0.84), ...(number <= 6 ? pips : [figures(number, ink)]));
  });
}

/** @param {number} number @param {string} fill */
function figures(number, fill) {
  const size = String(number).length < 3 ? 0.0072 : 0.0052;
  return s("text", { class: "board-digits", transform: `scale(${size})`, y: 35, fill }, number);
}

/** @param {SvgDefs} cabinet @param {number} number */
function cube(cabinet, number) {
  return cabinet.keep(`cube-${number}`, () => {
    const edge = { x: -0.62, y: -0.64, width: 1.24, height: 1.24, rx: 0.14 };
    const line = s("rect", { ...edge, fill: "none", stroke: colours.brass, "stroke-width": 0.05 });
    return s("g", {}, ...block(cabinet, "white", 0.84), line, figures(number, colours.walnutDeep));
  });
}

/** What lies beside the places, kept from one position to the next. */
export class Tokens {
  layer = s("g", { class: "board-tokens" });
  #shown = "";
  #rolled = "";
  /** @type {{x: number, y: number} | null} */
  #cube = null;

  /**
   * @param {SvgDefs} cabinet
   * @param {Token[]} tokens
   * @param {Ground} ground as it is without being turned
   * @param {number} quarters
   * @param {Motion | null} motion
   */
  show(cabinet, tokens, ground, quarters, motion) {
    const blocks = /** @type {Block[]} */ (tokens.filter((token) => token.kind !== "button"));
    const turned = blocks.map((token) => turnedArea(token, ground, quarters));
    const shown = JSON.stringify(turned);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const rolled = JSON.stringify(blocks.map((token) => token.kind === "die" && [token.number, token.paint]));
    const fresh = rolled !== this.#rolled;
    this.#rolled = rolled;
    this.layer.replaceChildren(
      ...turned.map((token, order) => {
        const [x, y] = middle(token);
        const id = token.kind === "die" ? die(cabinet, token.number, token.paint) : cube(cabinet, token.number);
        const reach = Math.min(token.w, token.h) / 2;
        const body = s("g", {}, s("use", { href: `#${id}` }));
        const place = s("g", { transform: `translate(${x} ${y})` }, s("g", { transform: `scale(${reach})` }, body));
        if (token.kind === "die") {
          // They come to rest at angles of their own.
          body.setAttribute("transform", `rotate(${order % 2 ? 7 : -6})`);
          if (fresh && motion) motion.tumble(body, faces(cabinet, token), order);
        } else {
          if (motion && this.#cube) motion.slide(place, [this.#cube.x, this.#cube.y], [x, y]);
          this.#cube = { x, y };
        }
        return place;
      }),
    );
  }

  clear() {
    this.layer.replaceChildren();
    this.#shown = this.#rolled = "";
    this.#cube = null;
  }
}

/**
 * The numbers a die shows on its way.
 * @param {SvgDefs} cabinet @param {{number: number, paint: Paint}} token
 */
function faces(cabinet, { number, paint }) {
  return [2, 4].map((turn) => {
    const face = ((number + turn - 1) % 6) + 1;
    return s("use", { href: `#${die(cabinet, face, paint)}` });
  });
}
