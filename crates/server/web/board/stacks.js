// Where the pieces of a place stand.

/** @typedef {import("../wire.js").Spot} Spot */
/** @typedef {import("./geometry.js").Point} Point */

/** The distance between two pieces of a pile that has room, as a share of a square. */
const TOUCH = 0.94;

/**
 * @typedef {object} Pile
 * @property {number} reach half a square: as far as a piece may reach
 * @property {boolean} crowded whether the pieces overlap and have to be counted for the reader
 * @property {(level: number) => Point} level the middle of the piece at this level, counted from 0
 * @property {Point} top the middle of the last piece, or of the first that may come
 */

/**
 * The pile of so many pieces on a place. On a square each stands in the middle, so only the last can be seen.
 * @param {Spot} spot @param {number} count
 * @returns {Pile}
 */
export function pile(spot, count) {
  const reach = Math.min(spot.w, spot.h) / 2;
  const x = spot.x + spot.w / 2;
  const last = Math.max(count - 1, 0);
  if (!spot.growth) {
    /** @type {Point} */
    const centre = [x, spot.y + spot.h / 2];
    return { reach, crowded: count > 1, level: () => centre, top: centre };
  }
  const [edge, direction] = spot.growth === "down" ? [spot.y, 1] : [spot.y + spot.h, -1];
  // Pieces touch each other, unless there are so many that they must move together.
  const natural = 2 * reach * TOUCH;
  const room = spot.h - 2 * reach;
  const crowded = last * natural > room + 0.01;
  const step = crowded ? room / last : natural;
  /** @param {number} level @returns {Point} */
  const level = (level) => [x, edge + direction * (reach + step * level)];
  return { reach, crowded, level, top: level(last) };
}
