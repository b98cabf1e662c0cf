// The board seen from another side of the table: quarter turns, clockwise.

/** @typedef {import("../wire.js").Ground} Ground */
/** @typedef {import("./geometry.js").Area} Area */
/** @typedef {import("./geometry.js").Point} Point */

/**
 * The turns a board can make: one that is not square, or that has piles which grow up and down, only half turns.
 * @param {Ground} ground @param {number} quarters
 */
export function allowedTurn(ground, quarters) {
  const turn = ((Math.round(quarters) % 4) + 4) % 4;
  const isSquare = ground.width === ground.height && ground.spots.every((spot) => !spot.growth);
  return isSquare || turn % 2 === 0 ? turn : 0;
}

/**
 * @param {Point} point @param {{width: number, height: number}} size @param {number} quarters
 * @returns {Point}
 */
export function turnedPoint([x, y], { width, height }, quarters) {
  switch (quarters) {
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
 * @param {A} area @param {{width: number, height: number}} size @param {number} quarters
 * @returns {A}
 */
export function turnedArea(area, size, quarters) {
  if (quarters === 0) return area;
  const [x1, y1] = turnedPoint([area.x, area.y], size, quarters);
  const [x2, y2] = turnedPoint([area.x + area.w, area.y + area.h], size, quarters);
  return { ...area, x: Math.min(x1, x2), y: Math.min(y1, y2), w: Math.abs(x1 - x2), h: Math.abs(y1 - y2) };
}

/**
 * @param {Ground} ground @param {number} quarters
 * @returns {Ground}
 */
export function turnedGround(ground, quarters) {
  if (quarters === 0) return ground;
  const spots = ground.spots.map((spot) => {
    const turned = turnedArea(spot, ground, quarters);
    if (quarters === 2 && spot.growth) turned.growth = spot.growth === "up" ? "down" : "up";
    return turned;
  });
  const labels = ground.labels.map((label) => {
    const [x, y] = turnedPoint([label.x, label.y], ground, quarters);
    return { ...label, x, y };
  });
  const [width, height] = quarters % 2 ? [ground.height, ground.width] : [ground.width, ground.height];
  return { ...ground, width, height, spots, labels };
}
