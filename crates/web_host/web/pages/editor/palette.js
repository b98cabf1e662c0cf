// The palette of the editor: the pieces of the game and an eraser.

import { SvgDefs } from "../../board/svg_defs.js";
import { pieceIcon } from "../../board/pieces.js";
import { h, s } from "../../dom.js";
import { t, tOr } from "../../i18n.js";
import { isSame } from "./arrangement.js";

/** @typedef {import("../../wire.js").Piece} Piece */

/** @param {Piece} piece */
export function pieceLabel(piece) {
  return t("editor.piece", { paint: t(`editor.paint.${piece.paint}`), figure: tOr(`editor.figure.${piece.figure}`, piece.name) });
}

/** Number of pieces that digit keys can select. */
const MAX_DIGITS = 9;

/**
 * Keys that select the pieces: digits, or letters as in FEN if there are too many pieces.
 * @param {Piece[]} pieces
 */
export function keysOf(pieces) {
  return pieces.map((piece, index) => (pieces.length <= MAX_DIGITS ? String(index + 1) : piece.letter));
}

/** @param {Piece | null} brush */
const brushLabel = (brush) => (brush ? pieceLabel(brush) : t("editor.eraser"));

/** @param {Piece | null} brush */
function icon(brush) {
  const frame = { viewBox: "-1 -1 2 2", "aria-hidden": "true" };
  if (!brush) return s("svg", { ...frame, class: "editor-eraser" }, s("path", { d: "M-.62 .22L.12 -.56a.14 .14 0 0 1 .2 0L.66 -.22a.14 .14 0 0 1 0 .2L.06 .6H-.3L-.62 .4zM-.26 -.16L.32 .34M-.6 .6H.7" }));
  const defs = new SvgDefs();
  const drawn = pieceIcon(defs, brush);
  drawn.prepend(defs.element);
  return drawn;
}

/**
 * Creates the palette.
 * @param {Piece[]} pieces
 * @param {Piece | null | undefined} chosen
 * @param {(brush: Piece | null) => void} onchoose
 */
export function palette(pieces, chosen, onchoose) {
  /** @type {(Piece | null)[]} */
  const brushes = [...pieces, null];
  const same = brushes.findIndex((brush) => chosen !== undefined && (brush && chosen ? isSame(brush, chosen) : brush === chosen));
  const keys = [...keysOf(pieces), "0"];
  const inputs = brushes.map((brush, index) => h("input", {
    type: "radio", name: "editor-brush", checked: index === Math.max(same, 0), onchange: () => onchoose(brush),
  }));
  const element = h("fieldset", { class: "editor-palette" }, h("legend", {}, t("editor.palette")),
    h("div", { class: "editor-brushes" }, ...brushes.map((brush, index) => h("label", {}, inputs[index],
      h("span", {}, icon(brush), h("span", { class: "editor-brush-label" }, brushLabel(brush)),
        h("kbd", {}, keys[index]))))));
  return {
    element,
    /** Selected piece, or `null` for the eraser. */
    get brush() {
      return brushes[inputs.findIndex((input) => input.checked)] ?? null;
    },
    /**
     * Selects by key. Returns the label of the selection, or `null` for other keys.
     * @param {string} key
     */
    pick(key) {
      const index = keys.indexOf(key);
      if (index < 0) return null;
      inputs[index].checked = true;
      onchoose(brushes[index]);
      return brushLabel(brushes[index]);
    },
  };
}
