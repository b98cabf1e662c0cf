// The piece guide: picture, description and move diagram of each kind of piece.

import { definePiece, pieceIcon } from "./board/pieces.js";
import { SvgDefs } from "./board/svg_defs.js";
import { h, s } from "./dom.js";
import { addMessages, capitalize, t } from "./i18n.js";
import { guide as messages } from "./messages/en.guide.js";

addMessages(messages);

/** @typedef {import("./wire.js").BoardLayout} BoardLayout */
/** @typedef {import("./wire.js").Guide} Guide */
/** @typedef {import("./wire.js").PieceGuide} PieceGuide */
/** @typedef {import("./wire.js").Spot} Spot */
/** @typedef {import("./wire.js").TargetKind} TargetKind */

/** @type {TargetKind[]} */
const TARGET_KINDS = ["any", "move", "capture", "hop", "move-or-hop"];

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
    case "hop":
      return s("path", { class: "guide-hop", d: "M0 -.5L.5 .4H-.5Z" });
    default:
      return s("g", {}, targetSymbol("move"), s("path", { class: "guide-hop", d: "M0 -.2L.2 .16H-.2Z" }));
  }
}

/**
 * Text alternative of a move diagram: the targets by kind.
 * @param {PieceGuide} guide @param {BoardLayout} layout
 */
export function describeTargets({ from, targets }, layout) {
  /** @param {number} place */
  const name = (place) => layout.spots.find((spot) => spot.place === place)?.name ?? "";
  const parts = TARGET_KINDS.flatMap((kind) => {
    const places = targets.filter(([, other]) => other === kind).map(([place]) => name(place));
    return places.length ? [t("guide.places", { kind: t(`guide.target.${kind}`), places: places.join(", ") })] : [];
  });
  return t("guide.from", { place: name(from), targets: parts.join("; ") });
}

/** @param {PieceGuide} guide @param {BoardLayout} layout @param {SvgDefs} defs */
function moveDiagram(guide, layout, defs) {
  const name = definePiece(defs, guide.piece);
  const targets = new Map(guide.targets);
  /** @param {Spot} spot @param {SVGElement} content */
  const at = ({ x, y, w, h }, content) => s("g", { transform: `translate(${x + w / 2} ${y + h / 2}) scale(${w / 2})` }, content);
  const squares = layout.spots.map(({ x, y, w, h, dark }) => s("rect", { class: dark ? "guide-dark" : "guide-light", x, y, width: w, height: h }));
  const symbols = layout.spots.flatMap((spot) => {
    const kind = targets.get(spot.place);
    if (spot.place === guide.from) return [at(spot, defs.use(name, { transform: "scale(1.2)" }))];
    return kind ? [at(spot, targetSymbol(kind))] : [];
  });
  const attributes = { class: "guide-board", viewBox: `0 0 ${layout.width} ${layout.height}`, role: "img", "aria-label": describeTargets(guide, layout) };
  return s("svg", attributes, defs.element, ...squares, ...symbols);
}

/** @param {PieceGuide} guide @param {BoardLayout} layout */
function pieceItem(guide, layout) {
  const { piece } = guide;
  const defs = new SvgDefs();
  return h("li", {}, moveDiagram(guide, layout, defs),
    h("div", {}, h("b", {}, pieceIcon(defs, piece, { class: "guide-piece" }), `${capitalize(piece.name)} `, h("span", { class: "muted" }, piece.letter)), h("p", { class: "small" }, guide.text)));
}

/**
 * Collapsible guide to the pieces of a game. It is open if the game has unfamiliar pieces.
 * @param {Guide} guide @param {BoardLayout} layout
 */
export function drawPieceGuide(guide, layout) {
  /** @param {PieceGuide[]} pieces */
  const list = (pieces) => h("ul", { class: "guide-pieces" }, ...pieces.map((piece) => pieceItem(piece, layout)));
  const unfamiliar = guide.pieces.filter(({ familiar }) => !familiar);
  const familiar = guide.pieces.filter(({ familiar }) => familiar);
  const used = TARGET_KINDS.filter((kind) => guide.pieces.some(({ targets }) => targets.some(([, other]) => other === kind)));
  return h("details", { class: "guide", open: !guide.familiar },
    h("summary", {}, t("guide.title")),
    guide.about && h("p", { class: "guide-about" }, guide.about),
    ...(unfamiliar.length && familiar.length
      ? [list(unfamiliar), h("details", {}, h("summary", {}, t("guide.known")), list(familiar))]
      : [list(guide.pieces)]),
    h("p", { class: "guide-legend muted small" }, ...used.map((kind) =>
      h("span", {}, s("svg", { viewBox: "-1 -1 2 2", "aria-hidden": "true" }, targetSymbol(kind)), t(`guide.target.${kind}`)))));
}
