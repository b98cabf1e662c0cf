// Where the arrow keys lead.

/** @typedef {import("./geometry.js").Area & {place: number}} Stop */
/** @typedef {"left" | "right" | "up" | "down"} Way */

/** How much a step aside counts against a step ahead. */
const ASIDE = 3;

/**
 * The nearest stop in this direction as seen on the screen, or the same if there is none.
 * @param {Stop[]} stops @param {number} place @param {Way} way
 */
export function neighbour(stops, place, way) {
  const here = stops.find((stop) => stop.place === place);
  if (!here) return place;
  const across = way === "left" || way === "right";
  const sign = way === "left" || way === "up" ? -1 : 1;
  let [best, least] = [place, Infinity];
  for (const stop of stops) {
    const [dx, dy] = [stop.x + stop.w / 2 - here.x - here.w / 2, stop.y + stop.h / 2 - here.y - here.h / 2];
    const ahead = sign * (across ? dx : dy);
    if (ahead < 0.2) continue;
    const aside = across ? gap(stop.y, stop.h, here.y, here.h) : gap(stop.x, stop.w, here.x, here.w);
    const cost = ahead + ASIDE * aside + 0.1 * Math.abs(across ? dy : dx);
    // Whatever lies more aside than ahead is not in this direction.
    if (aside < ahead && cost < least) [best, least] = [stop.place, cost];
  }
  return best;
}

/**
 * The first or the last stop of the row, from left to right.
 * @param {Stop[]} stops @param {number} place @param {"first" | "last"} end
 */
export function rowEnd(stops, place, end) {
  const here = stops.find((stop) => stop.place === place);
  if (!here) return place;
  const height = here.y + here.h / 2;
  const row = stops.filter((stop) => stop.y < height && height < stop.y + stop.h);
  row.sort((one, other) => one.x - other.x);
  return (end === "first" ? row[0] : row[row.length - 1]).place;
}

/**
 * How far two stretches are apart.
 * @param {number} a @param {number} long @param {number} b @param {number} wide
 */
function gap(a, long, b, wide) {
  return Math.max(0, b - (a + long), a - (b + wide));
}
