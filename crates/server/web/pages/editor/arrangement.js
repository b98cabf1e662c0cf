// What stands where while a position is put together, and how a touch changes it.

/** @typedef {import("../../wire.js").Piece} Piece */
/** @typedef {import("../../wire.js").Spot} Spot */
/** @typedef {import("../../wire.js").Standing} Standing */
/** @typedef {import("../../wire.js").Token} Token */

/**
 * The pieces on each place that has some, the lowest first.
 * @typedef {Map<number, Piece[]>} Arrangement
 */

/** More than any game piles up. */
const HIGHEST = 30;

/**
 * @param {Standing} standing
 * @returns {Arrangement}
 */
export function arrangementOf(standing) {
  return new Map(standing.stacks.map(([place, ...pieces]) => [place, pieces.map((index) => standing.pieces[index])]));
}

/**
 * @param {Arrangement} arrangement
 * @param {Token[]} [tokens]
 * @param {string} [caption]
 * @returns {Standing}
 */
export function standingOf(arrangement, tokens = [], caption = "") {
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
 * The arrangement as the server wants it.
 * @param {Arrangement} arrangement
 * @returns {(number | Piece)[][]}
 */
export function stacksOf(arrangement) {
  return [...arrangement].sort(([one], [other]) => one - other).map(([place, stack]) => [place, ...stack]);
}

/**
 * @param {Piece} one
 * @param {Piece} other
 */
export function isSame(one, other) {
  return one.figure === other.figure && one.paint === other.paint && one.letter === other.letter;
}

/**
 * Whether pieces pile up here.
 * @param {Spot} spot
 */
export function isPile(spot) {
  return spot.shape === "point" || spot.shape === "slot";
}

/**
 * What a stroke that begins here does to the squares it passes: a piece put where it already stands is taken away.
 * @param {Arrangement} arrangement
 * @param {Spot} spot
 * @param {Piece | null} brush the piece to put, or null to take away
 * @returns {Piece | null}
 */
export function strokeFrom(arrangement, spot, brush) {
  const top = arrangement.get(spot.place)?.at(-1);
  return brush && top && !isPile(spot) && isSame(top, brush) ? null : brush;
}

/**
 * The arrangement after a touch, or the same one if the touch changes nothing.
 * @param {Arrangement} arrangement
 * @param {Spot} spot
 * @param {Piece | null} brush
 * @returns {Arrangement}
 */
export function touched(arrangement, spot, brush) {
  const before = arrangement.get(spot.place) ?? [];
  const after = brush ? withPiece(before, brush, isPile(spot)) : isPile(spot) ? before.slice(0, -1) : [];
  if (after.length === before.length && after.every((piece, index) => isSame(piece, before[index]))) return arrangement;
  const changed = new Map(arrangement);
  if (after.length) changed.set(spot.place, after);
  else changed.delete(spot.place);
  return changed;
}

/**
 * @param {Piece[]} stack
 * @param {Piece} piece
 * @param {boolean} piles
 */
function withPiece(stack, piece, piles) {
  // A pile is of one kind: another piece begins a new one.
  const goesOn = piles && stack.every((other) => isSame(other, piece));
  return goesOn ? [...stack, piece].slice(0, HIGHEST) : [piece];
}

/**
 * Whose turn it is; where the dice come first, only the caption names the side.
 * @param {import("../../wire.js").Preview} preview
 */
export function turnOf({ turn, seats, standing }) {
  return turn ?? seats.find(({ title }) => standing.caption.startsWith(`${title} `))?.seat ?? null;
}

/**
 * What the server says, as a sentence of its own.
 * @param {string} words
 */
export function asSentence(words) {
  const first = words.slice(0, 1).toLocaleUpperCase();
  return first + words.slice(1) + (/[.!?…]$/.test(words) ? "" : ".");
}

/**
 * The address of a page with a position and settings in its query; what is usual is left out.
 * @param {string} path
 * @param {string} position
 * @param {Record<string, string>} settings
 */
export function addressOf(path, position, settings) {
  const parts = Object.entries(settings).map(([key, value]) => `setting.${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  if (position && position !== "start") parts.unshift(`position=${encodeURIComponent(position)}`);
  return parts.length ? `${path}?${parts.join("&")}` : path;
}

/**
 * The position and settings in a query.
 * @param {string} query
 * @returns {{position: string, settings: Record<string, string>}}
 */
export function readAddress(query) {
  const values = new URLSearchParams(query);
  /** @type {Record<string, string>} */
  const settings = {};
  for (const [key, value] of values) if (key.startsWith("setting.")) settings[key.slice(8)] = value;
  return { position: values.get("position") ?? "start", settings };
}
