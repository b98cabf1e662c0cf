// Geometry and SVG path data. The unit of length is a square of the board.

/** @typedef {[number, number]} Point */
/** @typedef {{x: number, y: number, w: number, h: number}} Area */

/**
 * Formats a length with at most three decimals.
 * @param {number} length
 */
export function formatLength(length) {
  return String(Math.round(length * 1000) / 1000);
}

/**
 * Formats a point for path data.
 * @param {Point} point
 */
function formatPoint([x, y]) {
  return `${formatLength(x)} ${formatLength(y)}`;
}

/** @param {Point[]} points */
export function polygon(points) {
  return `M${points.map(formatPoint).join("L")}Z`;
}

/** @param {Point} from @param {Point} to */
export function segment(from, to) {
  return `M${formatPoint(from)}L${formatPoint(to)}`;
}

/** @param {Point} from @param {Point} first @param {Point} second @param {Point} to */
export function curve(from, first, second, to) {
  return `M${formatPoint(from)}C${formatPoint(first)} ${formatPoint(second)} ${formatPoint(to)}`;
}

/**
 * Path data of a smooth curve through the points; the current point must be the first of them.
 * @param {Point[]} points
 */
export function smoothCurve(points) {
  let path = "";
  for (let leg = 0; leg + 1 < points.length; leg++) {
    const [from, to] = [points[leg], points[leg + 1]];
    const [before, after] = [points[Math.max(leg - 1, 0)], points[Math.min(leg + 2, points.length - 1)]];
    // Catmull-Rom spline: the tangent in a point is parallel to the line between its neighbours.
    const leave = /** @type {Point} */ ([from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]);
    const arrive = /** @type {Point} */ ([to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]);
    path += `C${formatPoint(leave)} ${formatPoint(arrive)} ${formatPoint(to)}`;
  }
  return path;
}

/**
 * Closed outline between two edges that run in the same direction.
 * @param {Point[]} front @param {Point[]} back
 */
export function ribbon(front, back) {
  const returning = [...back].reverse();
  return `M${formatPoint(front[0])}${smoothCurve(front)}L${formatPoint(returning[0])}${smoothCurve(returning)}Z`;
}

/**
 * Star with its first tip pointing up.
 * @param {Point} centre @param {number} tips @param {number} outer @param {number} inner
 */
export function star([x, y], tips, outer, inner) {
  const points = Array.from({ length: 2 * tips }, (_, corner) => {
    const radius = corner % 2 ? inner : outer;
    const angle = (Math.PI * corner) / tips;
    return /** @type {Point} */ ([x + radius * Math.sin(angle), y - radius * Math.cos(angle)]);
  });
  return polygon(points);
}

/**
 * Area enlarged by a margin on every side; a negative one shrinks it.
 * @param {Area} area @param {number} by
 */
export function expand(area, by) {
  return { x: area.x - by, y: area.y - by, w: area.w + 2 * by, h: area.h + 2 * by };
}

/**
 * Corners of an area, clockwise from the upper left.
 * @param {Area} area @returns {Point[]}
 */
export function corners({ x, y, w, h }) {
  return [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ];
}

/** @param {Area} area @returns {Point} */
export function centre({ x, y, w, h }) {
  return [x + w / 2, y + h / 2];
}

/**
 * Linear interpolation between two points.
 * @param {Point} from @param {Point} to @param {number} share from 0 to 1 @returns {Point}
 */
export function interpolate(from, to, share) {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/**
 * Deterministic pseudo-random number from 0 to 1.
 * @param {number} seed
 */
export function pseudoRandom(seed) {
  const value = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return value - Math.floor(value);
}
