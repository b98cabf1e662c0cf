// The layout of the pieces stacked on a spot.

/** @typedef {import("../wire.js").Spot} Spot */
/** @typedef {import("./geometry.js").Point} Point */

/** Distance between the pieces of a stack with enough room, as a fraction of a square. */
const SPACING = 0.94;

/**
 * @typedef {object} StackLayout
 * @property {number} radius half a square: the largest extent of a piece
 * @property {boolean} crowded `true` if the pieces overlap, so that their count must be shown
 * @property {(level: number) => Point} level centre of the piece at a level, from 0
 * @property {Point} top centre of the last piece, or of the first one on an empty spot
 */

/**
 * Layout of `count` pieces on a spot. On a square they all share its centre, so that only the last is visible.
 * @param {Spot} spot @param {number} count
 * @returns {StackLayout}
 */
export function stackLayout(spot, count) {
  const radius = Math.min(spot.w, spot.h) / 2;
  const x = spot.x + spot.w / 2;
  const last = Math.max(count - 1, 0);
  if (!spot.growth) {
    /** @type {Point} */
    const centre = [x, spot.y + spot.h / 2];
    return { radius, crowded: count > 1, level: () => centre, top: centre };
  }
  const [edge, direction] = spot.growth === "down" ? [spot.y, 1] : [spot.y + spot.h, -1];
  // Pieces touch each other, and overlap if there are too many.
  const spacing = 2 * radius * SPACING;
  const room = spot.h - 2 * radius;
  const crowded = last * spacing > room + 0.01;
  const step = crowded ? room / last : spacing;
  /** @param {number} level @returns {Point} */
  const level = (level) => [x, edge + direction * (radius + step * level)];
  return { radius, crowded, level, top: level(last) };
}
