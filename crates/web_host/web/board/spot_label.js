// Accessible names of the spots of a board.

import { hasMessage, t } from "../i18n.js";

/** @typedef {import("../wire.js").Piece} Piece */
/** @typedef {import("../wire.js").Spot} Spot */

/**
 * Accessible name of a spot: "point 8, 3 white checkers, last move".
 * @param {Spot} spot @param {Piece[]} stack @param {string[]} marks
 */
export function spotLabel(spot, stack, marks) {
  const name = spot.shape === "point" ? t("board.point", { name: spot.name }) : spot.name;
  const notes = marks.map((mark) =>
    mark === "target" && stack.length ? t("board.mark.choice") : t(`board.mark.${mark}`),
  );
  return [name, describeStack(stack), ...notes].join(", ");
}

/** @param {Piece[]} stack */
function describeStack(stack) {
  if (!stack.length) return t("board.empty");
  /** @type {Map<string, {piece: Piece, count: number}>} */
  const kinds = new Map();
  for (const piece of stack) {
    const kind = `${piece.figure} ${piece.paint} ${piece.letter}`;
    kinds.set(kind, { piece, count: (kinds.get(kind)?.count ?? 0) + 1 });
  }
  const phrases = [...kinds.values()].map(({ piece, count }) =>
    t(hasMessage(`board.${piece.figure}.one`) ? `board.${piece.figure}` : "board.piece", {
      count,
      paint: t(`board.paint.${piece.paint}`),
      name: piece.name,
    }),
  );
  return phrases.join(", ");
}
