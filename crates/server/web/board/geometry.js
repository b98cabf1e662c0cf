// Outlines as the text of a path: lengths are in squares.

/** @typedef {[number, number]} Point */
/** @typedef {{x: number, y: number, w: number, h: number}} Area */

/** @param {number} length */
export function short(length) {
  return String(Math.round(length * 1000) / 1000);
}

/** @param {Point} point */
function pen([x, y]) {
  return `${short(x)} ${short(y)}`;
}

/** @param {Point[]} points */
export function polygon(points) {
  return `M${points.map(pen).join("L")}Z`;
}

/** @param {Point} from @param {Point} to */
export function segment(from, to) {
  return `M${pen(from)}L${pen(to)}`;
}

/** @param {Point} from @param {Point} first @param {Point} second @param {Point} to */
export function curve(from, first, second, to) {
  return `M${pen(from)}C${pen(first)} ${pen(second)} ${pen(to)}`;
}

/**
 * Goes on from the first of the points, where the pen must be, smoothly through the others.
 * @param {Point[]} points
 */
export function through(points) {
  let path = "";
  for (let leg = 0; leg + 1 < points.length; leg++) {
    const [from, to] = [points[leg], points[leg + 1]];
    const [before, after] = [points[Math.max(leg - 1, 0)], points[Math.min(leg + 2, points.length - 1)]];
    // The tangent in a point is parallel to the line between its neighbours (Catmull and Rom).
    const leave = /** @type {Point} */ ([from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]);
    const arrive = /** @type {Point} */ ([to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]);
    path += `C${pen(leave)} ${pen(arrive)} ${pen(to)}`;
  }
  return path;
}

/**
 * The closed outline between two edges that run the same way.
 * @param {Point[]} front @param {Point[]} back
 */
export function ribbon(front, back) {
  const home = [...back].reverse();
  return `M${pen(front[0])}${through(front)}L${pen(home[0])}${through(home)}Z`;
}

/**
 * A star, the first tip pointing up.
 * @param {Point} middle @param {number} tips @param {number} outer @param {number} inner
 */
export function star([x, y], tips, outer, inner) {
  const points = Array.from({ length: 2 * tips }, (_, corner) => {
    const radius = corner % 2 ? inner : outer;
    const angle = (Math.PI * corner) / tips;
    return /** @type {Point} */ ([x + radius * Math.sin(angle), y - radius * Math.cos(angle)]);
  });
  return polygon(points);
}

/** @param {Area} area @param {number} by */
export function grown(area, by) {
  return { x: area.x - by, y: area.y - by, w: area.w + 2 * by, h: area.h + 2 * by };
}

/**
 * The corners, clockwise from the upper left.
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
export function middle({ x, y, w, h }) {
  return [x + w / 2, y + h / 2];
}

/** @param {Point} from @param {Point} to @param {number} share @returns {Point} */
export function between(from, to, share) {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/**
 * A number from 0 to 1 that looks like chance and is always the same.
 * @param {number} seed
 */
export function chance(seed) {
  const value = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return value - Math.floor(value);
}
