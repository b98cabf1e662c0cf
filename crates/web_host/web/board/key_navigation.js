// Spatial navigation with the arrow keys.

/** @typedef {import("./geometry.js").Area & {place: number}} NavigationTarget */
/** @typedef {"left" | "right" | "up" | "down"} Direction */

/** Cost of a sideways distance relative to a distance ahead. */
const SIDEWAYS_COST = 3;

/**
 * Returns the nearest target in a direction on the screen, or the place itself if there is none.
 * @param {NavigationTarget[]} targets @param {number} place @param {Direction} direction
 */
export function neighbour(targets, place, direction) {
  const current = targets.find((target) => target.place === place);
  if (!current) return place;
  const isHorizontal = direction === "left" || direction === "right";
  const sign = direction === "left" || direction === "up" ? -1 : 1;
  let [best, least] = [place, Infinity];
  for (const target of targets) {
    const dx = target.x + target.w / 2 - current.x - current.w / 2;
    const dy = target.y + target.h / 2 - current.y - current.h / 2;
    const ahead = sign * (isHorizontal ? dx : dy);
    if (ahead < 0.2) continue;
    const sideways = isHorizontal
      ? gap(target.y, target.h, current.y, current.h)
      : gap(target.x, target.w, current.x, current.w);
    const cost = ahead + SIDEWAYS_COST * sideways + 0.1 * Math.abs(isHorizontal ? dy : dx);
    // A target further sideways than ahead does not count as in this direction.
    if (sideways < ahead && cost < least) [best, least] = [target.place, cost];
  }
  return best;
}

/**
 * Returns the first or the last target of the row, from left to right.
 * @param {NavigationTarget[]} targets @param {number} place @param {"first" | "last"} end
 */
export function rowEnd(targets, place, end) {
  const current = targets.find((target) => target.place === place);
  if (!current) return place;
  const height = current.y + current.h / 2;
  const row = targets.filter((target) => target.y < height && height < target.y + target.h);
  row.sort((a, b) => a.x - b.x);
  return (end === "first" ? row[0] : row[row.length - 1]).place;
}

/**
 * Distance between two intervals, 0 if they overlap.
 * @param {number} a @param {number} lengthA @param {number} b @param {number} lengthB
 */
function gap(a, lengthA, b, lengthB) {
  return Math.max(0, b - (a + lengthA), a - (b + lengthB));
}
