// Rotation of the board by clockwise quarter turns.

/** @typedef {import("../wire.js").BoardLayout} BoardLayout */
/** @typedef {import("./geometry.js").Area} Area */
/** @typedef {import("./geometry.js").Point} Point */

/**
 * Returns a rotation that the board supports. Boards that are not square or have stacks allow only half turns; other
 * rotations become 0.
 * @param {BoardLayout} layout @param {number} quarterTurns
 */
export function allowedRotation(layout, quarterTurns) {
  const rotation = ((Math.round(quarterTurns) % 4) + 4) % 4;
  const isSquare = layout.width === layout.height && layout.spots.every((spot) => !spot.growth);
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
 * @param {BoardLayout} layout @param {number} quarterTurns
 * @returns {BoardLayout}
 */
export function rotateLayout(layout, quarterTurns) {
  if (quarterTurns === 0) return layout;
  const spots = layout.spots.map((spot) => {
    const rotated = rotateArea(spot, layout, quarterTurns);
    if (quarterTurns === 2 && spot.growth) rotated.growth = spot.growth === "up" ? "down" : "up";
    return rotated;
  });
  const labels = layout.labels.map((label) => {
    const [x, y] = rotatePoint([label.x, label.y], layout, quarterTurns);
    return { ...label, x, y };
  });
  const [width, height] = quarterTurns % 2 ? [layout.height, layout.width] : [layout.width, layout.height];
  return { ...layout, width, height, spots, labels };
}
