// How the pieces move: each kind with its picture, what it does in words, and where it gets to on an empty board.

import { SvgDefs } from "./board/svg_defs.js";
import { definePiece, pieceIcon } from "./board/pieces.js";
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
const WAYS = ["any", "move", "capture", "over", "move-or-over"];

/**
 * The sign for what a piece may do there, around the origin of a square that reaches from -1 to 1.
 * @param {TargetKind} way
 * @returns {SVGElement}
 */
function sign(way) {
  switch (way) {
    case "any":
      return s("circle", { class: "guide-any", r: 0.42 });
    case "move":
      return s("circle", { class: "guide-move", r: 0.36 });
    case "capture":
      return s("path", { class: "guide-capture", d: "M-.4 -.4L.4 .4M.4 -.4L-.4 .4" });
    case "over":
      return s("path", { class: "guide-hop", d: "M0 -.5L.5 .4H-.5Z" });
    default:
      return s("g", {}, sign("move"), s("path", { class: "guide-hop", d: "M0 -.2L.2 .16H-.2Z" }));
  }
}

/**
 * Which places there are for each way, in words: "goes there or captures: a1, b2".
 * @param {PieceGuide} lesson @param {Ground} ground
 */
export function describeTargets({ from, ways }, ground) {
  /** @param {number} place */
  const name = (place) => ground.spots.find((spot) => spot.place === place)?.name ?? "";
  const parts = WAYS.flatMap((way) => {
    const places = ways.filter(([, other]) => other === way).map(([place]) => name(place));
    return places.length ? [t("guide.places", { way: t(`guide.way.${way}`), places: places.join(", ") })] : [];
  });
  return t("guide.from", { place: name(from), ways: parts.join("; ") });
}

/** @param {PieceGuide} lesson @param {Ground} ground @param {SvgDefs} cabinet */
function diagram(lesson, ground, cabinet) {
  const name = definePiece(cabinet, lesson.piece);
  const ways = new Map(lesson.ways);
  /** @param {Spot} spot @param {SVGElement} thing */
  const at = ({ x, y, w, h }, thing) => s("g", { transform: `translate(${x + w / 2} ${y + h / 2}) scale(${w / 2})` }, thing);
  const squares = ground.spots.map(({ x, y, w, h, dark }) => s("rect", { class: dark ? "guide-dark" : "guide-light", x, y, width: w, height: h }));
  const things = ground.spots.flatMap((spot) => {
    const way = ways.get(spot.place);
    if (spot.place === lesson.from) return [at(spot, cabinet.use(name, { transform: "scale(1.2)" }))];
    return way ? [at(spot, sign(way))] : [];
  });
  const attributes = { class: "guide-board", viewBox: `0 0 ${ground.width} ${ground.height}`, role: "img", "aria-label": describeTargets(lesson, ground) };
  return s("svg", attributes, cabinet.defs, ...squares, ...things);
}

/** @param {PieceGuide} lesson @param {Ground} ground */
function chapter(lesson, ground) {
  const { piece } = lesson;
  const cabinet = new SvgDefs();
  return h("li", {}, diagram(lesson, ground, cabinet),
    h("div", {}, h("b", {}, pieceIcon(cabinet, piece, { class: "guide-piece" }), `${capitalize(piece.name)} `, h("span", { class: "muted" }, piece.letter)), h("p", { class: "small" }, lesson.words)));
}

/**
 * A part of a page that can be closed; open where not everybody knows the pieces.
 * @param {Guide} guide @param {Ground} ground
 */
export function drawPieceGuide(guide, ground) {
  /** @param {PieceGuide[]} lessons */
  const list = (lessons) => h("ul", { class: "guide-pieces" }, ...lessons.map((lesson) => chapter(lesson, ground)));
  const news = guide.lessons.filter(({ familiar }) => !familiar);
  const known = guide.lessons.filter(({ familiar }) => familiar);
  const used = WAYS.filter((way) => guide.lessons.some(({ ways }) => ways.some(([, other]) => other === way)));
  return h("details", { class: "guide", open: !guide.familiar },
    h("summary", {}, t("guide.title")),
    guide.about && h("p", { class: "guide-about" }, guide.about),
    ...(news.length && known.length
      ? [list(news), h("details", {}, h("summary", {}, t("guide.known")), list(known))]
      : [list(guide.lessons)]),
    h("p", { class: "guide-legend muted small" }, ...used.map((way) =>
      h("span", {}, s("svg", { viewBox: "-1 -1 2 2", "aria-hidden": "true" }, sign(way)), t(`guide.way.${way}`)))));
}
