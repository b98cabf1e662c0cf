// Pieces on the board of the editor, and the changes a brush makes.

/** @typedef {import("../../wire.js").Piece} Piece */
/** @typedef {import("../../wire.js").Spot} Spot */
/** @typedef {import("../../wire.js").Placement} Placement */
/** @typedef {import("../../wire.js").Token} Token */

/**
 * Pieces on each occupied place, from bottom to top.
 * @typedef {Map<number, Piece[]>} Arrangement
 */

/** Largest stack. */
const MAX_STACK = 30;

/**
 * Converts a position of the server.
 * @param {Placement} placement
 * @returns {Arrangement}
 */
export function arrangementOf(placement) {
  return new Map(placement.stacks.map(([place, ...pieces]) => [place, pieces.map((index) => placement.pieces[index])]));
}

/**
 * Converts to the form that the board shows.
 * @param {Arrangement} arrangement
 * @param {Token[]} [tokens]
 * @param {string} [caption]
 * @returns {Placement}
 */
export function placementOf(arrangement, tokens = [], caption = "") {
  /** @type {Piece[]} */
  const pieces = [];
  const indexOf = (/** @type {Piece} */ piece) => {
    const known = pieces.findIndex((other) => isSame(other, piece));
    return known >= 0 ? known : pieces.push(piece) - 1;
  };
  const stacks = [...arrangement].map(([place, stack]) => [place, ...stack.map(indexOf)]);
  return { pieces, stacks, tokens, marks: [], caption };
}

/**
 * Converts to the form that the server expects.
 * @param {Arrangement} arrangement
 * @returns {(number | Piece)[][]}
 */
export function stacksOf(arrangement) {
  return [...arrangement].sort(([one], [other]) => one - other).map(([place, stack]) => [place, ...stack]);
}

/**
 * `true` if the pieces are of the same kind and colour.
 * @param {Piece} one
 * @param {Piece} other
 */
export function isSame(one, other) {
  return one.figure === other.figure && one.paint === other.paint && one.letter === other.letter;
}

/**
 * `true` if pieces can be stacked here.
 * @param {Spot} spot
 */
export function isStackable(spot) {
  return spot.shape === "point" || spot.shape === "slot";
}

/**
 * Brush of a stroke that starts here. Starting on the same piece erases.
 * @param {Arrangement} arrangement
 * @param {Spot} spot
 * @param {Piece | null} brush piece to place, or `null` to erase
 * @returns {Piece | null}
 */
export function brushForStroke(arrangement, spot, brush) {
  const top = arrangement.get(spot.place)?.at(-1);
  return brush && top && !isStackable(spot) && isSame(top, brush) ? null : brush;
}

/**
 * Arrangement after applying a brush; the same object if nothing changes.
 * @param {Arrangement} arrangement
 * @param {Spot} spot
 * @param {Piece | null} brush
 * @returns {Arrangement}
 */
export function applyBrush(arrangement, spot, brush) {
  const before = arrangement.get(spot.place) ?? [];
  const after = brush ? withPiece(before, brush, isStackable(spot)) : isStackable(spot) ? before.slice(0, -1) : [];
  if (after.length === before.length && after.every((piece, index) => isSame(piece, before[index]))) return arrangement;
  const changed = new Map(arrangement);
  if (after.length) changed.set(spot.place, after);
  else changed.delete(spot.place);
  return changed;
}

/**
 * @param {Piece[]} stack
 * @param {Piece} piece
 * @param {boolean} stackable
 */
function withPiece(stack, piece, stackable) {
  // A stack holds one kind of piece; another kind replaces it.
  const grows = stackable && stack.every((other) => isSame(other, piece));
  return grows ? [...stack, piece].slice(0, MAX_STACK) : [piece];
}

/**
 * Seat to move. Before the first roll only the caption names it.
 * @param {import("../../wire.js").Preview} preview
 */
export function turnOf({ turn, seats, placement }) {
  return turn ?? seats.find(({ title }) => placement.caption.startsWith(`${title} `))?.seat ?? null;
}

/**
 * Address of a page with a position and settings; the start position is left out.
 * @param {string} path
 * @param {string} position
 * @param {Record<string, string>} settings
 */
export function pageUrl(path, position, settings) {
  const parts = Object.entries(settings).map(([key, value]) => `setting.${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  if (position && position !== "start") parts.unshift(`position=${encodeURIComponent(position)}`);
  return parts.length ? `${path}?${parts.join("&")}` : path;
}

/**
 * Parses the position and settings of a query.
 * @param {string} query
 * @returns {{position: string, settings: Record<string, string>}}
 */
export function parseQuery(query) {
  const values = new URLSearchParams(query);
  /** @type {Record<string, string>} */
  const settings = {};
  for (const [key, value] of values) if (key.startsWith("setting.")) settings[key.slice(8)] = value;
  return { position: values.get("position") ?? "start", settings };
}
