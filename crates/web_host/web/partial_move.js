// The board while a move is being entered.

/** @typedef {import("./wire.js").BoardLayout} BoardLayout */
/** @typedef {import("./wire.js").Placement} Placement */

/**
 * Colour of the top piece on a place, or null if the place is empty.
 * @param {Placement} placement
 * @param {number} place
 */
export function paintAt(placement, place) {
  const stack = placement.stacks.find(([at]) => at === place);
  return stack && stack.length > 1 ? placement.pieces[stack[stack.length - 1]].paint : null;
}

/**
 * Returns those of the given places that stand for a promotion piece.
 * @param {Placement | null} placement
 * @param {number[]} places
 */
export function promotionChoices(placement, places) {
  const offered = placement?.choices ?? [];
  return places.filter((place) => offered.some(([choice]) => choice === place));
}

/**
 * Applies the picks of an unfinished move to the board.
 *
 * A pick on an occupied place lifts its top piece; the next pick drops it. The pick after that lifts another piece, or
 * moves the same one further if the place is empty. A promotion choice replaces the piece that was dropped last.
 * @param {Placement} placement
 * @param {number[]} picked
 * @param {BoardLayout} [layout] if given, pieces on a place that holds a single piece are captured
 * @returns {{placement: Placement, lifted: number | null, moved: boolean}} the board, the place whose piece is lifted, and
 *   `true` if any piece has moved
 */
export function applyPicks(placement, picked, layout) {
  const stacks = new Map(placement.stacks.map(([place, ...pieces]) => [place, pieces]));
  /** @type {number | null} */
  let lifted = null;
  /** @type {number | null} */
  let last = null;
  let moved = false;
  for (const place of picked) {
    const choice = placement.choices?.find(([at]) => at === place);
    if (choice && last !== null) {
      stacks.set(last, [...(stacks.get(last) ?? []).slice(0, -1), choice[1]]);
      continue;
    }
    if (lifted === null && !stacks.get(place)?.length && last !== null) lifted = last;
    if (lifted === null) {
      lifted = stacks.get(place)?.length ? place : null;
      continue;
    }
    const piece = stacks.get(lifted)?.pop();
    if (piece === undefined) break;
    const stack = layout?.spots.some((spot) => spot.place === place && !spot.growth) ? [] : stacks.get(place) ?? [];
    stacks.set(place, [...stack, piece]);
    last = place;
    lifted = null;
    moved = true;
  }
  const occupied = [...stacks].filter(([, pieces]) => pieces.length > 0).map(([place, pieces]) => [place, ...pieces]);
  return { placement: moved ? { ...placement, stacks: occupied } : placement, lifted, moved };
}
