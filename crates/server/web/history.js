// What the events of a table amount to.

/** @typedef {import("./wire.js").TableEvent} TableEvent */
/** @typedef {{seat: number, move: string, roll: string | null, number: number}} Ply */

/**
 * The moves that stand, each with the roll it was played with.
 * @param {TableEvent[]} events
 * @returns {Ply[]}
 */
export function movesPlayed(events) {
  /** @type {Ply[]} */
  const moves = [];
  /** @type {string | null} */
  let roll = null;
  for (const event of events) {
    if (event.event === "rolled") {
      roll = event.roll ?? null;
    } else if (event.event === "moved") {
      moves.push({ seat: event.seat ?? 0, move: event.move ?? "", roll, number: event.number });
      roll = null;
    } else if (event.event === "took_back") {
      const taken = moves.splice(Math.max(0, moves.length - (event.moves ?? 0)));
      // Dice are not rolled again: the roll of the first move that was taken back lies there still.
      if (taken.length > 0) roll = taken[0].roll;
    }
  }
  return moves;
}

/**
 * Adds events to those known; nothing is there twice.
 * @param {TableEvent[]} known
 * @param {TableEvent[]} more
 * @returns {TableEvent[]} those that are new
 */
export function appendEvents(known, more) {
  const last = known.length > 0 ? known[known.length - 1].number : -1;
  const fresh = more.filter((event) => event.number > last);
  known.push(...fresh);
  return fresh;
}

const EVENT_OF = { move: "moved", claim: "moved", answer: "answered", offer: "offered", resign: "retired", word: "word" };

/**
 * Whether what an action asked for has happened after the sender saw event `seen`.
 * @param {import("./wire.js").Action} action
 * @param {number} seat
 * @param {number} seen
 * @param {TableEvent[]} events
 */
export function confirmsAction(action, seat, seen, events) {
  const awaited = EVENT_OF[action.do];
  return events.some((event) => event.number > seen && event.seat === seat && event.event === awaited);
}

/**
 * The moves in rows for reading: one column for each seat, and what a seat does in a row in one cell.
 * @param {Ply[]} moves
 * @returns {{seat: number, plies: number[]}[][]} plies are counted from 1
 */
export function moveRows(moves) {
  /** @type {{seat: number, plies: number[]}[][]} */
  const rows = [];
  let before = Infinity;
  moves.forEach((move, index) => {
    const row = rows[rows.length - 1];
    if (row && move.seat === before) row[row.length - 1].plies.push(index + 1);
    else if (row && move.seat > before) row.push({ seat: move.seat, plies: [index + 1] });
    else rows.push([{ seat: move.seat, plies: [index + 1] }]);
    before = move.seat;
  });
  return rows;
}
