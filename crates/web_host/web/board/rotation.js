// Rotation of the board by clockwise quarter turns.

/** @typedef {import("../wire.js").Ground} Ground */
/** @typedef {import("./geometry.js").Area} Area */
/** @typedef {import("./geometry.js").Point} Point */

/**
 * Returns a rotation that the board supports. Boards that are not square or have stacks allow only half turns; other
 * rotations become 0.
 * @param {Ground} ground @param {number} quarterTurns
 */
export function allowedRotation(ground, quarterTurns) {
  const rotation = ((Math.round(quarterTurns) % 4) + 4) % 4;
  const isSquare = ground.width === ground.height && ground.spots.every((spot) => !spot.growth);
  return isSquare || rotation % 2 === 0 ? rotation : 0;
}

/**
 * @param {Point} point @param {{width: number, height: number}} size @param {number} quarterTurns
 * @returns {Point}
 */
export function rotatePoint([x, y], { width, height }, quarterTurns) {
  switch (quarterTurns) {
    case 1:
      return [height - y, x];
    case 2:
      return [width - x, height - y];
    case 3:
      return [y, width - x];
    default:
      return [x, y];
  }
}

/**
 * @template {Area} A
 * @param {A} area @param {{width: number, height: number}} size @param {number} quarterTurns
 * @returns {A}
 */
export function rotateArea(area, size, quarterTurns) {
  if (quarterTurns === 0) return area;
  const [x1, y1] = rotatePoint([area.x, area.y], size, quarterTurns);
  const [x2, y2] = rotatePoint([area.x + area.w, area.y + area.h], size, quarterTurns);
  return { ...area, x: Math.min(x1, x2), y: Math.min(y1, y2), w: Math.abs(x1 - x2), h: Math.abs(y1 - y2) };
}

/**
 * @param {Ground} ground @param {number} quarterTurns
 * @returns {Ground}
 */
export function rotateGround(ground, quarterTurns) {
  if (quarterTurns === 0) return ground;
  const spots = ground.spots.map((spot) => {
    const rotated = rotateArea(spot, ground, quarterTurns);
    if (quarterTurns === 2 && spot.growth) rotated.growth = spot.growth === "up" ? "down" : "up";
    return rotated;
  });
  const labels = ground.labels.map((label) => {
    const [x, y] = rotatePoint([label.x, label.y], ground, quarterTurns);
    return { ...label, x, y };
  });
  const [width, height] = quarterTurns % 2 ? [ground.height, ground.width] : [ground.width, ground.height];
  return { ...ground, width, height, spots, labels };
}
