// Dice and doubling cube, each drawn around the origin of a square from -1 to 1.

import { s } from "../dom.js";
import { colours, mix, tones } from "./colours.js";
import { centre } from "./geometry.js";
import { rotateArea } from "./rotation.js";

/** @typedef {import("../wire.js").Token} Token */
/** @typedef {import("../wire.js").BoardLayout} BoardLayout */
/** @typedef {import("../wire.js").Paint} Paint */
/** @typedef {import("./svg_defs.js").SvgDefs} SvgDefs */
/** @typedef {import("./animation.js").Animator} Animator */
/** @typedef {Exclude<Token, {kind: "button"}>} Block */

/** Pairs of pips opposite each other: the smallest number that shows them, and the position of one of them. */
const PIP_PAIRS = [
  [2, 1, -1],
  [4, 1, 1],
  [6, 1, 0],
];

/**
 * Block with rounded edges and a shadow.
 * @param {SvgDefs} defs @param {Paint} paint @param {number} r
 */
function block(defs, paint, r) {
  const { light, body, deep } = tones[paint];
  const side = defs.linear(
    `block-${paint}`,
    [0, 0, 0, 1],
    [
      [0, mix(body, light, 0.6)],
      [1, deep],
    ],
  );
  const face = defs.linear(
    `top-${paint}`,
    [0.1, 0, 0.9, 1],
    [
      [0, light],
      [1, mix(body, deep, 0.14)],
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

/** @param {SvgDefs} defs @param {number} number @param {Paint} paint */
function die(defs, number, paint) {
  return defs.define(`die-${paint}-${number}`, () => {
    const ink = paint === "white" || paint === "yellow" ? colours.ink : colours.sheet;
    const positions = number % 2 ? [[0, 0]] : [];
    for (const [least, x, y] of PIP_PAIRS) if (number >= least) positions.push([x, y], [-x, -y]);
    const pips = positions.map(([x, y]) => s("circle", { cx: 0.42 * x, cy: 0.42 * y - 0.02, r: 0.145, fill: ink }));
    return s("g", {}, ...block(defs, paint, 0.84), ...(number <= 6 ? pips : [digits(number, ink)]));
  });
}

/** @param {number} number @param {string} fill */
function digits(number, fill) {
  const size = String(number).length < 3 ? 0.0072 : 0.0052;
  return s("text", { class: "board-digits", transform: `scale(${size})`, y: 35, fill }, number);
}

/** @param {SvgDefs} defs @param {number} number */
function cube(defs, number) {
  return defs.define(`cube-${number}`, () => {
    const edge = { x: -0.62, y: -0.64, width: 1.24, height: 1.24, rx: 0.14 };
    const line = s("rect", { ...edge, fill: "none", stroke: colours.brass, "stroke-width": 0.05 });
    return s("g", {}, ...block(defs, "white", 0.84), line, digits(number, colours.walnutDeep));
  });
}

/** Dice and cube, redrawn when they change. */
export class TokenLayer {
  layer = s("g", { class: "board-tokens" });
  #shown = "";
  #rolled = "";
  /** @type {{x: number, y: number} | null} */
  #cube = null;

  /**
   * @param {SvgDefs} defs
   * @param {Token[]} tokens
   * @param {BoardLayout} layout in its original orientation
   * @param {number} quarterTurns
   * @param {Animator | null} animator
   */
  show(defs, tokens, layout, quarterTurns, animator) {
    const blocks = /** @type {Block[]} */ (tokens.filter((token) => token.kind !== "button"));
    const rotated = blocks.map((token) => rotateArea(token, layout, quarterTurns));
    const shown = JSON.stringify(rotated);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const rolled = JSON.stringify(blocks.map((token) => token.kind === "die" && [token.number, token.paint]));
    const isNewRoll = rolled !== this.#rolled;
    this.#rolled = rolled;
    this.layer.replaceChildren(
      ...rotated.map((token, order) => {
        const [x, y] = centre(token);
        const id = token.kind === "die" ? die(defs, token.number, token.paint) : cube(defs, token.number);
        const radius = Math.min(token.w, token.h) / 2;
        const body = s("g", {}, s("use", { href: `#${id}` }));
        const place = s("g", { transform: `translate(${x} ${y})` }, s("g", { transform: `scale(${radius})` }, body));
        if (token.kind === "die") {
          // Dice come to rest at slightly different angles.
          body.setAttribute("transform", `rotate(${order % 2 ? 7 : -6})`);
          if (isNewRoll && animator) animator.roll(body, faces(defs, token), order);
        } else {
          if (animator && this.#cube) animator.slide(place, [this.#cube.x, this.#cube.y], [x, y]);
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
 * Faces a die shows while it rolls.
 * @param {SvgDefs} defs @param {{number: number, paint: Paint}} token
 */
function faces(defs, { number, paint }) {
  return [2, 4].map((offset) => {
    const face = ((number + offset - 1) % 6) + 1;
    return s("use", { href: `#${die(defs, face, paint)}` });
  });
}
