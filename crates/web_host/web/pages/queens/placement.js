// Queens on a board: squares, attacks, the board as sent by the server, and as text. A place is row * size + column.

/** @typedef {import("../../wire.js").BoardLayout} BoardLayout */
/** @typedef {import("../../wire.js").Placement} Placement */

export const SMALLEST = 4;
export const LARGEST = 10;

/**
 * @param {number} place
 * @param {number} size
 */
export function nameOf(place, size) {
  return columnName(place % size) + (Math.floor(place / size) + 1);
}

/** @param {number} column */
export function columnName(column) {
  return String.fromCharCode(97 + column);
}

/**
 * Place of a square, or `null` if the board has no such square.
 * @param {string} name
 * @param {number} size
 */
export function placeOf(name, size) {
  const parts = /^([a-z])([1-9]\d?)$/i.exec(name.trim());
  if (!parts) return null;
  const column = parts[1].toLowerCase().charCodeAt(0) - 97;
  const row = Number(parts[2]) - 1;
  return column < size && row < size ? row * size + column : null;
}

/**
 * @param {number[]} columns column of the queen in each row
 * @returns {number[]} their places
 */
export function placesOf(columns) {
  return columns.map((column, row) => row * columns.length + column);
}

/**
 * @param {number[]} places
 * @param {number} size
 */
export function squaresText(places, size) {
  return [...places].sort((one, other) => one - other).map((place) => nameOf(place, size)).join(",");
}

/**
 * Parses places such as `a1,c2`; unknown squares are skipped.
 * @param {string} text
 * @param {number} size
 */
export function readSquares(text, size) {
  const places = text.split(",").map((name) => placeOf(name, size));
  return [...new Set(/** @type {number[]} */ (places.filter((place) => place !== null)))];
}

/**
 * Line that two squares share, or `null`.
 * @param {number} one
 * @param {number} other
 * @param {number} size
 * @returns {"row" | "column" | "diagonal" | null}
 */
export function line(one, other, size) {
  const rows = Math.abs(Math.floor(one / size) - Math.floor(other / size));
  const columns = Math.abs((one % size) - (other % size));
  if (rows === 0 && columns === 0) return null;
  if (rows === 0) return "row";
  if (columns === 0) return "column";
  return rows === columns ? "diagonal" : null;
}

/**
 * Pairs of queens that attack each other with no queen between them.
 * @param {number[]} places
 * @param {number} size
 * @returns {[number, number][]}
 */
export function attacks(places, size) {
  const sorted = [...places].sort((one, other) => one - other);
  /** @type {[number, number][]} */
  const pairs = [];
  sorted.forEach((one, index) => {
    /**
     * Directions in which a queen was found.
     * @type {Set<string>}
     */
    const seen = new Set();
    for (const other of sorted.slice(index + 1)) {
      if (!line(one, other, size)) continue;
      const direction = `${Math.sign(Math.floor(other / size) - Math.floor(one / size))} ${Math.sign((other % size) - (one % size))}`;
      if (seen.has(direction)) continue;
      seen.add(direction);
      pairs.push([one, other]);
    }
  });
  return pairs;
}

/**
 * Empty squares that no queen attacks.
 * @param {number[]} places
 * @param {number} size
 */
export function freeSquares(places, size) {
  const all = Array.from({ length: size * size }, (_, place) => place);
  return all.filter((place) => places.every((queen) => queen !== place && !line(queen, place, size)));
}

/**
 * Board layout as sent by the server.
 * @param {number} size
 * @returns {BoardLayout}
 */
export function layoutOf(size) {
  const numbers = Array.from({ length: size }, (_, number) => number);
  return {
    material: "tiles",
    width: size,
    height: size,
    spots: numbers.flatMap((row) => numbers.map((column) => ({
      place: row * size + column,
      name: nameOf(row * size + column, size),
      x: column, y: row, w: 1, h: 1,
      shape: /** @type {const} */ ("square"),
      dark: (row + column) % 2 === 1,
    }))),
    labels: [
      ...numbers.flatMap((column) => [-0.5, size + 0.5].map((y) => ({ text: columnName(column), x: column + 0.5, y }))),
      ...numbers.flatMap((row) => [-0.5, size + 0.5].map((x) => ({ text: String(row + 1), x, y: row + 0.5 }))),
    ],
  };
}

/**
 * Position as sent by the server.
 * @param {number[]} places
 * @param {string} [caption]
 * @returns {Placement}
 */
export function placementOf(places, caption = "") {
  return {
    pieces: [{ figure: "crown", paint: "black", letter: "Q", name: "queen" }],
    stacks: places.map((place) => [place, 0]),
    tokens: [],
    marks: [],
    caption,
  };
}

/**
 * Squares of the queens, followed by a text diagram.
 * @param {number[]} places
 * @param {number} size
 */
export function textBoard(places, size) {
  const numbers = Array.from({ length: size }, (_, number) => number);
  const letters = `   ${numbers.map(columnName).join(" ")}`;
  const rows = numbers.map((row) => {
    const squares = numbers.map((column) => (places.includes(row * size + column) ? "Q" : "."));
    return `${String(row + 1).padStart(2)} ${squares.join(" ")}`;
  });
  return [squaresText(places, size), "", letters, ...rows].join("\n") + "\n";
}
