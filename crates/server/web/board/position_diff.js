// What has happened between two positions, for any game: who went where, who turned over, who came and who left.

/** @typedef {import("../wire.js").Piece} Piece */
/** @typedef {import("../wire.js").Standing} Standing */
/** @typedef {{place: number, level: number, height: number}} Stop a level of a pile that was then so high */
/** @typedef {{who: number, from: Stop, to: Stop, step: number}} Leg */
/** @typedef {{who: number, piece: Piece, place: number, level: number, step: number}} Man */
/** @typedef {{who: number | null, piece: Piece}} Stander */
/**
 * @typedef {object} Changes
 * @property {Map<number, Stander[]>} stacks who stands where afterwards, the lowest first; null is a newcomer
 * @property {Leg[]} legs what the pieces travel, in steps of equal time
 * @property {{who: number, was: Piece, place: number}[]} flips
 * @property {{who: number, step: number}[]} leavers
 * @property {number} steps how many steps the legs take
 */

/**
 * The pieces of a position in the order of its stacks; each is known by its number in this list.
 * @param {Standing} standing
 */
export function rollCall(standing) {
  /** @type {Man[]} */
  const men = [];
  for (const [place, ...stack] of standing.stacks) {
    stack.forEach((index, level) =>
      men.push({ who: men.length, piece: standing.pieces[index], place, level, step: -1 }),
    );
  }
  return men;
}

/**
 * @param {Standing} before
 * @param {Standing} after
 * @param {number[]} [trail] the places the move passed: one way, or pairs of
 *   from and to
 * @returns {Changes}
 */
export function changes(before, after, trail = []) {
  const goal = stacksOf(rollCall(after));
  const start = rollCall(before);
  const walked = read(trail, start, goal);
  const lost = walked.beaten;
  /** @type {Changes} */
  const result = { stacks: new Map(), legs: walked.legs, flips: [], leavers: [], steps: 0 };
  /** @type {{place: number, level: number, piece: Piece}[]} */
  const gains = [];
  for (const [place, men] of walked.stacks) {
    if (!goal.has(place)) lost.push(...men);
  }
  for (const [place, wanted] of goal) {
    const [standers, left] = matched(wanted, walked.stacks.get(place) ?? []);
    result.stacks.set(place, standers);
    standers.forEach(({ who, piece }, level) => who === null && gains.push({ place, level, piece }));
    lost.push(...left);
  }
  /** @param {(man: Man, gain: {place: number, level: number, piece: Piece}) => boolean} fits */
  const take = (fits) => {
    for (const gain of [...gains]) {
      const at = lost.findIndex((man) => fits(man, gain));
      if (at < 0) continue;
      const [man] = lost.splice(at, 1);
      gains.splice(gains.indexOf(gain), 1);
      const standers = result.stacks.get(gain.place) ?? [];
      standers[gain.level].who = man.who;
      if (!alike(man.piece, gain.piece)) result.flips.push({ who: man.who, was: man.piece, place: gain.place });
      if (man.place !== gain.place) {
        const from = { place: man.place, level: man.level, height: man.level + 1 };
        const to = { place: gain.place, level: gain.level, height: standers.length };
        result.legs.push({ who: man.who, from, to, step: man.step + 1 });
      }
    }
  };
  // A disc turns over where it lies; other pieces rather come from elsewhere than change.
  take((man, gain) => man.place === gain.place && man.step < 0 && man.piece.figure === "disc");
  take((man, gain) => man.place !== gain.place && alike(man.piece, gain.piece));
  take((man, gain) => man.place === gain.place && man.step < 0);
  result.leavers = lost.map((man) => ({ who: man.who, step: man.step + 1 }));
  result.steps = Math.max(0, ...result.legs.map((leg) => leg.step + 1));
  return result;
}

/** @param {Piece} one @param {Piece} other */
function alike(one, other) {
  return one.figure === other.figure && one.paint === other.paint && one.letter === other.letter;
}

/** @param {Man[]} men */
function stacksOf(men) {
  /** @type {Map<number, Man[]>} */
  const stacks = new Map();
  for (const man of men) {
    const stack = stacks.get(man.place);
    if (stack) stack.push(man);
    else stacks.set(man.place, [man]);
  }
  return stacks;
}

/**
 * Who of those on a place fills its levels, and who is left over.
 * @param {Man[]} wanted @param {Man[]} men
 * @returns {[Stander[], Man[]]}
 */
function matched(wanted, men) {
  const left = [...men];
  const standers = wanted.map(({ piece }) => {
    const at = left.findIndex((man) => alike(man.piece, piece));
    return { who: at < 0 ? null : left.splice(at, 1)[0].who, piece };
  });
  return [standers, left];
}

/** @typedef {{stacks: Map<number, Man[]>, beaten: Man[], legs: Leg[]}} Walked */

/**
 * Reads the trail as pairs or as one way, whichever leads to the goal; as nothing if neither does.
 * @param {number[]} trail @param {Man[]} start @param {Map<number, Man[]>} goal
 * @returns {Walked}
 */
function read(trail, start, goal) {
  const pairs = trail.length % 2 ? [] : trail.flatMap((from, at) => (at % 2 ? [] : [[from, trail[at + 1]]]));
  const way = trail.slice(1).map((to, at) => [trail[at], to]);
  for (const legs of [pairs, way]) {
    const walked = walk(legs, start);
    if (legs.length && walked && agrees(walked, goal)) return walked;
  }
  return { stacks: stacksOf(start), beaten: [], legs: [] };
}

/**
 * Lets the uppermost piece of each place go on. What it finds of another colour it beats.
 * @param {number[][]} pairs @param {Man[]} start
 * @returns {Walked | null}
 */
function walk(pairs, start) {
  const stacks = stacksOf(start);
  /** @type {Man[]} */
  const beaten = [];
  /** @type {Leg[]} */
  const legs = [];
  for (const [from, to] of pairs) {
    if (from === to) continue;
    const man = stacks.get(from)?.pop();
    if (!man) return null;
    const step = legs.length;
    const there = stacks.get(to) ?? [];
    const friends = there.filter((other) => other.piece.paint === man.piece.paint);
    beaten.push(...there.filter((other) => !friends.includes(other)).map((other) => ({ ...other, step })));
    const start = { place: from, level: man.level, height: man.level + 1 };
    const end = { place: to, level: friends.length, height: friends.length + 1 };
    legs.push({ who: man.who, from: start, to: end, step });
    stacks.set(to, [...friends, { ...man, place: to, level: friends.length }]);
  }
  return { stacks, beaten, legs };
}

/**
 * Whether those who walked stand where they should; what they have become does not matter.
 * @param {Walked} walked @param {Map<number, Man[]>} goal
 */
function agrees({ stacks, legs }, goal) {
  const walkers = new Set(legs.map((leg) => leg.who));
  const paints = new Set(
    [...stacks.values()]
      .flat()
      .filter((man) => walkers.has(man.who))
      .map((man) => man.piece.paint),
  );
  /** @param {Map<number, Man[]>} map @param {number} place */
  const count = (map, place) => (map.get(place) ?? []).filter((man) => paints.has(man.piece.paint)).length;
  const touched = new Set(legs.flatMap((leg) => [leg.from.place, leg.to.place]));
  return legs.length > 0 && [...touched].every((place) => count(stacks, place) === count(goal, place));
}
