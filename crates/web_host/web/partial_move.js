// The board while a move is being entered.

/** @typedef {import("./wire.js").Ground} Ground */
/** @typedef {import("./wire.js").Standing} Standing */

/**
 * Colour of the top piece on a place, or null if the place is empty.
 * @param {Standing} standing
 * @param {number} place
 */
export function paintAt(standing, place) {
  const stack = standing.stacks.find(([at]) => at === place);
  return stack && stack.length > 1 ? standing.pieces[stack[stack.length - 1]].paint : null;
}

/**
 * Returns those of the given places that stand for a promotion piece.
 * @param {Standing | null} standing
 * @param {number[]} places
 */
export function promotionChoices(standing, places) {
  const offered = standing?.choices ?? [];
  return places.filter((place) => offered.some(([choice]) => choice === place));
}

/**
 * Applies the picks of an unfinished move to the board.
 *
 * A pick on an occupied place lifts its top piece; the next pick drops it. The pick after that lifts another piece, or
 * moves the same one further if the place is empty. A promotion choice replaces the piece that was dropped last.
 * @param {Standing} standing
 * @param {number[]} picked
 * @param {Ground} [ground] if given, pieces on a place that holds a single piece are captured
 * @returns {{standing: Standing, lifted: number | null, moved: boolean}} the board, the place whose piece is lifted, and
 *   `true` if any piece has moved
 */
export function applyPicks(standing, picked, ground) {
  const stacks = new Map(standing.stacks.map(([place, ...pieces]) => [place, pieces]));
  /** @type {number | null} */
  let lifted = null;
  /** @type {number | null} */
  let last = null;
  let moved = false;
  for (const place of picked) {
    const choice = standing.choices?.find(([at]) => at === place);
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
    const stack = ground?.spots.some((spot) => spot.place === place && !spot.growth) ? [] : stacks.get(place) ?? [];
    stacks.set(place, [...stack, piece]);
    last = place;
    lifted = null;
    moved = true;
  }
  const occupied = [...stacks].filter(([, pieces]) => pieces.length > 0).map(([place, pieces]) => [place, ...pieces]);
  return { standing: moved ? { ...standing, stacks: occupied } : standing, lifted, moved };
}
