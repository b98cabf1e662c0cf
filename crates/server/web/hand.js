// What the picks of an unfinished move look like on the board.

/** @typedef {import("./wire.js").Standing} Standing */

/**
 * The paint of the uppermost piece of a place, or null if it is empty.
 * @param {Standing} standing
 * @param {number} place
 */
export function paintAt(standing, place) {
  const stack = standing.stacks.find(([at]) => at === place);
  return stack && stack.length > 1 ? standing.pieces[stack[stack.length - 1]].paint : null;
}

/**
 * The board with the picked steps made, and the place whose piece is in the hand. A piece is lifted where one stands, and
 * put down at the next pick; the pick after that lifts another one, or carries the same one on if nothing stands there.
 * @param {Standing} standing
 * @param {number[]} picked
 * @returns {{standing: Standing, lifted: number | null, moved: boolean}}
 */
export function handOver(standing, picked) {
  const stacks = new Map(standing.stacks.map(([place, ...pieces]) => [place, pieces]));
  /** @type {number | null} */
  let lifted = null;
  /** @type {number | null} */
  let last = null;
  let moved = false;
  for (const place of picked) {
    if (lifted === null && !stacks.get(place)?.length && last !== null) lifted = last;
    if (lifted === null) {
      lifted = stacks.get(place)?.length ? place : null;
      continue;
    }
    const piece = stacks.get(lifted)?.pop();
    if (piece === undefined) break;
    const stack = stacks.get(place) ?? [];
    stacks.set(place, [...stack, piece]);
    last = place;
    lifted = null;
    moved = true;
  }
  const filled = [...stacks].filter(([, pieces]) => pieces.length > 0).map(([place, pieces]) => [place, ...pieces]);
  return { standing: moved ? { ...standing, stacks: filled } : standing, lifted, moved };
}
