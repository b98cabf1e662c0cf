// What the picks of an unfinished move look like on the board.

/** @typedef {import("./wire.js").Ground} Ground */
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
 * Which of these places are pieces to choose from: what a piece becomes.
 * @param {Standing | null} standing
 * @param {number[]} places
 */
export function promotionChoices(standing, places) {
  const offered = standing?.choices ?? [];
  return places.filter((place) => offered.some(([choice]) => choice === place));
}

/**
 * The board with the picked steps made, and the place whose piece is in the hand. A piece is lifted where one stands, and
 * put down at the next pick; the pick after that lifts another one, or carries the same one on if nothing stands there. If
 * it is a choice, the piece that was put down becomes what is chosen.
 * @param {Standing} standing
 * @param {number[]} picked
 * @param {Ground} [ground] where it is known, what is met on a place for one piece only is captured
 * @returns {{standing: Standing, lifted: number | null, moved: boolean}}
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
  const filled = [...stacks].filter(([, pieces]) => pieces.length > 0).map(([place, pieces]) => [place, ...pieces]);
  return { standing: moved ? { ...standing, stacks: filled } : standing, lifted, moved };
}
