import assert from "node:assert/strict";
import { test } from "node:test";

import { appendEvents, confirmsAction, moveRows, movesPlayed, resignations } from "../history.js";

/** @param {...[string, object]} events */
const eventLog = (...events) => events.map(([event, rest], number) => ({ number, at: number, event, ...rest }));

test("moves carry their rolls", () => {
  const events = eventLog(["opened", {}], ["begun", {}], ["rolled", { roll: "51" }], ["moved", { seat: 1, move: "8/3" }], ["moved", { seat: 2, move: "double" }]);
  assert.deepEqual(movesPlayed(events).map(({ seat, move, roll }) => [seat, move, roll]), [[1, "8/3", "51"], [2, "double", null]]);
});

test("moves taken back are removed and leave their roll", () => {
  const events = eventLog(
    ["rolled", { roll: "42" }], ["moved", { seat: 2, move: "18/16" }], ["rolled", { roll: "66" }], ["moved", { seat: 1, move: "a" }],
    ["took_back", { moves: 2 }], ["moved", { seat: 2, move: "13/9" }],
  );
  assert.deepEqual(movesPlayed(events).map(({ move, roll }) => [move, roll]), [["13/9", "42"]]);
});

test("events are not appended twice", () => {
  const known = eventLog(["opened", {}], ["begun", {}]);
  const fresh = appendEvents(known, eventLog(["opened", {}], ["begun", {}], ["moved", { seat: 1, move: "d3" }]));
  assert.equal(known.length, 3);
  assert.deepEqual(fresh.map((event) => event.event), ["moved"]);
});

test("an action is confirmed by a later event of its seat and kind", () => {
  const events = eventLog(["begun", {}], ["moved", { seat: 1, move: "d3" }], ["moved", { seat: 2, move: "c3" }]);
  assert.equal(confirmsAction({ do: "move", move: "d3" }, 1, 0, events), true);
  assert.equal(confirmsAction({ do: "move", move: "d3" }, 1, 1, events), false);
  assert.equal(confirmsAction({ do: "resign" }, 1, 0, events), false);
});

test("rows have a column for each seat and join consecutive moves of a seat", () => {
  const moves = [2, 1, 1, 2, 1].map((seat, number) => ({ seat, move: "x", roll: null, number }));
  assert.deepEqual(moveRows(moves), [
    [{ seat: 2, plies: [1] }],
    [{ seat: 1, plies: [2, 3] }, { seat: 2, plies: [4] }],
    [{ seat: 1, plies: [5] }],
  ]);
});

test("a resignation ends a row of moves", () => {
  const events = eventLog(["moved", { seat: 1, move: "a" }], ["offered", { seat: 2, offer: "concession" }], ["conceded", { seat: 2, concession: 1 }],
    ["moved", { seat: 2, move: "b" }], ["retired", { seat: 1, why: "resignation" }]);
  const found = resignations(events);
  assert.deepEqual(found.map(({ after, event }) => [after, event.event, event.seat]), [[1, "conceded", 2], [2, "retired", 1]]);
  const rows = moveRows(movesPlayed(events), found.map(({ after }) => after));
  assert.deepEqual(rows, [[{ seat: 1, plies: [1] }], [{ seat: 2, plies: [2] }]]);
});
