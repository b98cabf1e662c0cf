// The piece guide: picture, description and move diagram of each kind of piece.

import { definePiece, pieceIcon } from "./board/pieces.js";
import { SvgDefs } from "./board/svg_defs.js";
import { h, s } from "./dom.js";
import { addMessages, capitalize, t } from "./i18n.js";
import { guide as messages } from "./messages/en.guide.js";

addMessages(messages);

/** @typedef {import("./wire.js").Ground} Ground */
/** @typedef {import("./wire.js").Guide} Guide */
/** @typedef {import("./wire.js").PieceGuide} PieceGuide */
/** @typedef {import("./wire.js").Spot} Spot */
/** @typedef {import("./wire.js").TargetKind} TargetKind */

/** @type {TargetKind[]} */
const TARGET_KINDS = ["any", "move", "capture", "over", "move-or-over"];

/**
 * Symbol for a target, drawn around the origin of a square from -1 to 1.
 * @param {TargetKind} kind
 * @returns {SVGElement}
 */
function targetSymbol(kind) {
  switch (kind) {
    case "any":
      return s("circle", { class: "guide-any", r: 0.42 });
    case "move":
      return s("circle", { class: "guide-move", r: 0.36 });
    case "capture":
      return s("path", { class: "guide-capture", d: "M-.4 -.4L.4 .4M.4 -.4L-.4 .4" });
    case "over":
      return s("path", { class: "guide-hop", d: "M0 -.5L.5 .4H-.5Z" });
    default:
      return s("g", {}, targetSymbol("move"), s("path", { class: "guide-hop", d: "M0 -.2L.2 .16H-.2Z" }));
  }
}

/**
 * Text alternative of a move diagram: the targets by kind.
 * @param {PieceGuide} guide @param {Ground} ground
 */
export function describeTargets({ from, ways }, ground) {
  /** @param {number} place */
  const name = (place) => ground.spots.find((spot) => spot.place === place)?.name ?? "";
  const parts = TARGET_KINDS.flatMap((kind) => {
    const places = ways.filter(([, other]) => other === kind).map(([place]) => name(place));
    return places.length ? [t("guide.places", { way: t(`guide.way.${kind}`), places: places.join(", ") })] : [];
  });
  return t("guide.from", { place: name(from), ways: parts.join("; ") });
}

/** @param {PieceGuide} guide @param {Ground} ground @param {SvgDefs} defs */
function moveDiagram(guide, ground, defs) {
  const name = definePiece(defs, guide.piece);
  const targets = new Map(guide.ways);
  /** @param {Spot} spot @param {SVGElement} content */
  const at = ({ x, y, w, h }, content) => s("g", { transform: `translate(${x + w / 2} ${y + h / 2}) scale(${w / 2})` }, content);
  const squares = ground.spots.map(({ x, y, w, h, dark }) => s("rect", { class: dark ? "guide-dark" : "guide-light", x, y, width: w, height: h }));
  const symbols = ground.spots.flatMap((spot) => {
    const kind = targets.get(spot.place);
    if (spot.place === guide.from) return [at(spot, defs.use(name, { transform: "scale(1.2)" }))];
    return kind ? [at(spot, targetSymbol(kind))] : [];
  });
  const attributes = { class: "guide-board", viewBox: `0 0 ${ground.width} ${ground.height}`, role: "img", "aria-label": describeTargets(guide, ground) };
  return s("svg", attributes, defs.element, ...squares, ...symbols);
}

/** @param {PieceGuide} guide @param {Ground} ground */
function pieceItem(guide, ground) {
  const { piece } = guide;
  const defs = new SvgDefs();
  return h("li", {}, moveDiagram(guide, ground, defs),
    h("div", {}, h("b", {}, pieceIcon(defs, piece, { class: "guide-piece" }), `${capitalize(piece.name)} `, h("span", { class: "muted" }, piece.letter)), h("p", { class: "small" }, guide.words)));
}

/**
 * Collapsible guide to the pieces of a game. It is open if the game has unfamiliar pieces.
 * @param {Guide} guide @param {Ground} ground
 */
export function drawPieceGuide(guide, ground) {
  /** @param {PieceGuide[]} pieces */
  const list = (pieces) => h("ul", { class: "guide-pieces" }, ...pieces.map((piece) => pieceItem(piece, ground)));
  const unfamiliar = guide.lessons.filter(({ familiar }) => !familiar);
  const familiar = guide.lessons.filter(({ familiar }) => familiar);
  const used = TARGET_KINDS.filter((kind) => guide.lessons.some(({ ways }) => ways.some(([, other]) => other === kind)));
  return h("details", { class: "guide", open: !guide.familiar },
    h("summary", {}, t("guide.title")),
    guide.about && h("p", { class: "guide-about" }, guide.about),
    ...(unfamiliar.length && familiar.length
      ? [list(unfamiliar), h("details", {}, h("summary", {}, t("guide.known")), list(familiar))]
      : [list(guide.lessons)]),
    h("p", { class: "guide-legend muted small" }, ...used.map((kind) =>
      h("span", {}, s("svg", { viewBox: "-1 -1 2 2", "aria-hidden": "true" }, targetSymbol(kind)), t(`guide.way.${kind}`)))));
}
