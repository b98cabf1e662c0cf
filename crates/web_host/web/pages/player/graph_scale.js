// Scale of the rating graph.

/** Steps between the lines of the rating axis. */
const STEPS = [10, 20, 50, 100, 200, 500, 1000];
/** Largest number of lines of the rating axis. */
const MAX_LINES = 6;

/**
 * Values of the lines of an axis that covers `low` to `high`.
 * @param {number} low
 * @param {number} high
 */
export function axisLines(low, high) {
  const count = (/** @type {number} */ step) => Math.ceil(high / step) - Math.floor(low / step) + 1;
  const step = STEPS.find((each) => count(each) <= MAX_LINES) ?? STEPS[STEPS.length - 1];
  const first = Math.floor(low / step) * step;
  const lines = [];
  for (let value = first; value === first || lines[lines.length - 1] < high; value += step) lines.push(value);
  return lines.length > 1 ? lines : [first - step, first, first + step];
}

/**
 * Horizontal places of `count` points between `left` and `right`; a single point is in the middle.
 * @param {number} count
 * @param {number} left
 * @param {number} right
 */
export const pointPlaces = (count, left, right) =>
  count === 1 ? [(left + right) / 2] : Array.from({ length: count }, (_, index) => left + ((right - left) * index) / (count - 1));
