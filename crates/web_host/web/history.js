// The move list of a table, derived from its events.

/** @typedef {import("./wire.js").TableEvent} TableEvent */
/** @typedef {{seat: number, move: string, roll: string | null, number: number}} Ply */

/**
 * Returns the moves played, without those taken back, each with its roll.
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
      // Dice are not rolled again after a takeback: the first move taken back leaves its roll.
      if (taken.length > 0) roll = taken[0].roll;
    }
  }
  return moves;
}

/** @typedef {{after: number, event: TableEvent}} Resignation a resignation, and the number of moves before it */

/**
 * Returns the resignations, and what else makes a player leave. In a match the next game follows.
 * @param {TableEvent[]} events
 * @returns {Resignation[]}
 */
export function resignations(events) {
  return events.flatMap((event, index) =>
    event.event === "conceded" || event.event === "retired" ? [{ after: movesPlayed(events.slice(0, index)).length, event }] : []);
}

/**
 * Appends the events that are not known yet.
 * @param {TableEvent[]} known
 * @param {TableEvent[]} more
 * @returns {TableEvent[]} the events appended
 */
export function appendEvents(known, more) {
  const last = known.length > 0 ? known[known.length - 1].number : -1;
  const fresh = more.filter((event) => event.number > last);
  known.push(...fresh);
  return fresh;
}

const EVENT_OF = { move: "moved", claim: "moved", answer: "answered", offer: "offered", claim_absence: "absence_claimed", resign: "retired", client_seed: "client_seed" };

/**
 * `true` if an event after number `seen` shows that the action was carried out.
 * @param {import("./wire.js").Action} action
 * @param {number} seat
 * @param {number} seen
 * @param {TableEvent[]} events
 */
export function confirmsAction(action, seat, seen, events) {
  const expected = EVENT_OF[action.do];
  return events.some((event) => event.number > seen && event.seat === seat && event.event === expected);
}

/**
 * Groups the moves into rows with one column for each seat. Consecutive moves of a seat share a cell.
 * @param {Ply[]} moves
 * @param {number[]} [breaks] numbers of moves after which a row ends
 * @returns {{seat: number, plies: number[]}[][]} plies are counted from 1
 */
export function moveRows(moves, breaks = []) {
  /** @type {{seat: number, plies: number[]}[][]} */
  const rows = [];
  let before = Infinity;
  moves.forEach((move, index) => {
    const row = rows[rows.length - 1];
    if (breaks.includes(index)) before = Infinity;
    if (row && move.seat === before) row[row.length - 1].plies.push(index + 1);
    else if (row && move.seat > before) row.push({ seat: move.seat, plies: [index + 1] });
    else rows.push([{ seat: move.seat, plies: [index + 1] }]);
    before = move.seat;
  });
  return rows;
}
