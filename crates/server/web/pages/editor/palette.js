// What can be put on the board: the pieces of the game and an eraser.

import { SvgDefs } from "../../board/svg_defs.js";
import { pieceIcon } from "../../board/pieces.js";
import { h, s } from "../../dom.js";
import { t, tOr } from "../../i18n.js";
import { isSame } from "./arrangement.js";

/** @typedef {import("../../wire.js").Piece} Piece */

/** @param {Piece} piece */
export function pieceWords(piece) {
  return t("editor.piece", { paint: t(`editor.paint.${piece.paint}`), figure: tOr(`editor.figure.${piece.figure}`, piece.name) });
}

/** More pieces than this have no number on a keyboard. */
const MOST_NUMBERS = 9;

/**
 * The key that chooses each of these pieces: a number, or where they are many its letter, as it stands in positions.
 * @param {Piece[]} pieces
 */
export function keysOf(pieces) {
  return pieces.map((piece, index) => (pieces.length <= MOST_NUMBERS ? String(index + 1) : piece.letter));
}

/** @param {Piece | null} brush */
const brushWords = (brush) => (brush ? pieceWords(brush) : t("editor.eraser"));

/** @param {Piece | null} brush */
function picture(brush) {
  const frame = { viewBox: "-1 -1 2 2", "aria-hidden": "true" };
  if (!brush) return s("svg", { ...frame, class: "editor-eraser" }, s("path", { d: "M-.62 .22L.12 -.56a.14 .14 0 0 1 .2 0L.66 -.22a.14 .14 0 0 1 0 .2L.06 .6H-.3L-.62 .4zM-.26 -.16L.32 .34M-.6 .6H.7" }));
  const cabinet = new SvgDefs();
  const drawn = pieceIcon(cabinet, brush);
  drawn.prepend(cabinet.defs);
  return drawn;
}

/**
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
      h("span", {}, picture(brush), h("span", { class: "editor-brush-words" }, brushWords(brush)),
        h("kbd", {}, keys[index]))))));
  return {
    element,
    /** What is chosen now. */
    get brush() {
      return brushes[inputs.findIndex((input) => input.checked)] ?? null;
    },
    /**
     * Chooses by a key; says what is chosen, or null if the key means none of them.
     * @param {string} key
     */
    pick(key) {
      const index = keys.indexOf(key);
      if (index < 0) return null;
      inputs[index].checked = true;
      onchoose(brushes[index]);
      return brushWords(brushes[index]);
    },
  };
}
