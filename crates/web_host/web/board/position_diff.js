// The difference between two positions of any game: pieces moved, flipped, added and removed.

/** @typedef {import("../wire.js").Piece} Piece */
/** @typedef {import("../wire.js").Placement} Placement */
/** @typedef {{place: number, level: number, height: number}} StackLevel a level of a stack of that height */
/** @typedef {{id: number, from: StackLevel, to: StackLevel, step: number}} Leg one step of a piece's path */
/** @typedef {{id: number, piece: Piece, place: number, level: number, step: number}} PlacedPiece */
/** @typedef {{id: number | null, piece: Piece}} StackEntry the id is null for a new piece */
/**
 * @typedef {object} PositionDiff
 * @property {Map<number, StackEntry[]>} stacks stacks of the new position by place, lowest piece first
 * @property {Leg[]} legs
 * @property {{id: number, was: Piece, place: number}[]} flips pieces that change their kind or colour in place
 * @property {{id: number, step: number}[]} removed
 * @property {number} steps number of steps of equal time that the legs take
 */

/**
 * Lists the pieces of a position in the order of its stacks. A piece's id is its index in this list.
 * @param {Placement} placement
 */
export function listPieces(placement) {
  /** @type {PlacedPiece[]} */
  const pieces = [];
  for (const [place, ...stack] of placement.stacks) {
    stack.forEach((index, level) =>
      pieces.push({ id: pieces.length, piece: placement.pieces[index], place, level, step: -1 }),
    );
  }
  return pieces;
}

/**
 * `true` if a disc has changed its colour in place.
 * @param {Placement} before
 * @param {Placement} after
 */
export function hasFlippedDisc(before, after) {
  const discs = new Map(listPieces(before).filter(({ piece }) => piece.figure === "disc").map(({ place, piece }) => [place, piece.paint]));
  return listPieces(after).some(({ place, piece }) => discs.has(place) && discs.get(place) !== piece.paint);
}

/**
 * @param {Placement} before
 * @param {Placement} after
 * @param {number[]} [trail] places of the move: a single path, or pairs of from and to
 * @returns {PositionDiff}
 */
export function diffPositions(before, after, trail = []) {
  const goal = groupByPlace(listPieces(after));
  const played = followTrail(trail, listPieces(before), goal);
  const unmatched = played.captured;
  /** @type {PositionDiff} */
  const result = { stacks: new Map(), legs: played.legs, flips: [], removed: [], steps: 0 };
  /** @type {{place: number, level: number, piece: Piece}[]} */
  const gaps = [];
  for (const [place, pieces] of played.stacks) {
    if (!goal.has(place)) unmatched.push(...pieces);
  }
  for (const [place, wanted] of goal) {
    const [entries, left] = matchStack(wanted, played.stacks.get(place) ?? []);
    result.stacks.set(place, entries);
    entries.forEach(({ id, piece }, level) => id === null && gaps.push({ place, level, piece }));
    unmatched.push(...left);
  }
  /** @param {(piece: PlacedPiece, gap: {place: number, level: number, piece: Piece}) => boolean} fits */
  const fillGaps = (fits) => {
    for (const gap of [...gaps]) {
      const at = unmatched.findIndex((piece) => fits(piece, gap));
      if (at < 0) continue;
      const [placed] = unmatched.splice(at, 1);
      gaps.splice(gaps.indexOf(gap), 1);
      const entries = result.stacks.get(gap.place) ?? [];
      entries[gap.level].id = placed.id;
      if (!isSameKind(placed.piece, gap.piece)) {
        result.flips.push({ id: placed.id, was: placed.piece, place: gap.place });
      }
      if (placed.place !== gap.place) {
        const from = { place: placed.place, level: placed.level, height: placed.level + 1 };
        const to = { place: gap.place, level: gap.level, height: entries.length };
        result.legs.push({ id: placed.id, from, to, step: placed.step + 1 });
      }
    }
  };
  // Discs flip in place; other pieces rather come from another place than change their kind.
  fillGaps((placed, gap) => placed.place === gap.place && placed.step < 0 && placed.piece.figure === "disc");
  fillGaps((placed, gap) => placed.place !== gap.place && isSameKind(placed.piece, gap.piece));
  fillGaps((placed, gap) => placed.place === gap.place && placed.step < 0);
  result.removed = unmatched.map(({ id, step }) => ({ id, step: step + 1 }));
  result.steps = Math.max(0, ...result.legs.map((leg) => leg.step + 1));
  return result;
}

/** @param {Piece} a @param {Piece} b */
function isSameKind(a, b) {
  return a.figure === b.figure && a.paint === b.paint && a.letter === b.letter;
}

/** @param {PlacedPiece[]} pieces */
function groupByPlace(pieces) {
  /** @type {Map<number, PlacedPiece[]>} */
  const stacks = new Map();
  for (const piece of pieces) {
    const stack = stacks.get(piece.place);
    if (stack) stack.push(piece);
    else stacks.set(piece.place, [piece]);
  }
  return stacks;
}

/**
 * Assigns the pieces of a place to the levels of its new stack. Returns the new stack and the pieces left over.
 * @param {PlacedPiece[]} wanted @param {PlacedPiece[]} pieces
 * @returns {[StackEntry[], PlacedPiece[]]}
 */
function matchStack(wanted, pieces) {
  const left = [...pieces];
  const entries = wanted.map(({ piece }) => {
    const at = left.findIndex((placed) => isSameKind(placed.piece, piece));
    return { id: at < 0 ? null : left.splice(at, 1)[0].id, piece };
  });
  return [entries, left];
}

/** @typedef {{stacks: Map<number, PlacedPiece[]>, captured: PlacedPiece[], legs: Leg[]}} Played */

/**
 * Plays the trail as pairs or as a single path, whichever leads to the goal. Plays nothing if neither does.
 * @param {number[]} trail @param {PlacedPiece[]} start @param {Map<number, PlacedPiece[]>} goal
 * @returns {Played}
 */
function followTrail(trail, start, goal) {
  const pairs = trail.length % 2 ? [] : trail.flatMap((from, at) => (at % 2 ? [] : [[from, trail[at + 1]]]));
  const path = trail.slice(1).map((to, at) => [trail[at], to]);
  for (const steps of [pairs, path]) {
    const played = playSteps(steps, start);
    if (steps.length && played && reachesGoal(played, goal)) return played;
  }
  return { stacks: groupByPlace(start), captured: [], legs: [] };
}

/**
 * Moves the top piece of each `from` to its `to`. Pieces of another colour there are captured.
 * @param {number[][]} steps @param {PlacedPiece[]} start
 * @returns {Played | null} null if a `from` is empty
 */
function playSteps(steps, start) {
  const stacks = groupByPlace(start);
  /** @type {PlacedPiece[]} */
  const captured = [];
  /** @type {Leg[]} */
  const legs = [];
  for (const [from, to] of steps) {
    if (from === to) continue;
    const moved = stacks.get(from)?.pop();
    if (!moved) return null;
    const step = legs.length;
    const there = stacks.get(to) ?? [];
    const own = there.filter((other) => other.piece.paint === moved.piece.paint);
    captured.push(...there.filter((other) => !own.includes(other)).map((other) => ({ ...other, step })));
    const start = { place: from, level: moved.level, height: moved.level + 1 };
    const end = { place: to, level: own.length, height: own.length + 1 };
    legs.push({ id: moved.id, from: start, to: end, step });
    stacks.set(to, [...own, { ...moved, place: to, level: own.length }]);
  }
  return { stacks, captured, legs };
}

/**
 * `true` if the places of the legs hold as many pieces of the moved colours as in the goal; promotions do not matter.
 * @param {Played} played @param {Map<number, PlacedPiece[]>} goal
 */
function reachesGoal({ stacks, legs }, goal) {
  const moved = new Set(legs.map((leg) => leg.id));
  const paints = new Set(
    [...stacks.values()]
      .flat()
      .filter(({ id }) => moved.has(id))
      .map(({ piece }) => piece.paint),
  );
  /** @param {Map<number, PlacedPiece[]>} map @param {number} place */
  const count = (map, place) => (map.get(place) ?? []).filter(({ piece }) => paints.has(piece.paint)).length;
  const places = new Set(legs.flatMap((leg) => [leg.from.place, leg.to.place]));
  return legs.length > 0 && [...places].every((place) => count(stacks, place) === count(goal, place));
}
