import assert from "node:assert/strict";
import { test } from "node:test";

import { appendEvents, movesPlayed, moveRows, confirmsAction } from "../history.js";

/** @param {...[string, object]} events */
const told = (...events) => events.map(([event, rest], number) => ({ number, at: number, event, ...rest }));

test("moves come with their rolls", () => {
  const events = told(["opened", {}], ["begun", {}], ["rolled", { roll: "51" }], ["moved", { seat: 1, move: "8/3" }], ["moved", { seat: 2, move: "double" }]);
  assert.deepEqual(movesPlayed(events).map(({ seat, move, roll }) => [seat, move, roll]), [[1, "8/3", "51"], [2, "double", null]]);
});

test("what was taken back does not stand, and its dice lie there still", () => {
  const events = told(
    ["rolled", { roll: "42" }], ["moved", { seat: 2, move: "18/16" }], ["rolled", { roll: "66" }], ["moved", { seat: 1, move: "a" }],
    ["took_back", { moves: 2 }], ["moved", { seat: 2, move: "13/9" }],
  );
  assert.deepEqual(movesPlayed(events).map(({ move, roll }) => [move, roll]), [["13/9", "42"]]);
});

test("events are not added twice", () => {
  const known = told(["opened", {}], ["begun", {}]);
  const fresh = appendEvents(known, told(["opened", {}], ["begun", {}], ["moved", { seat: 1, move: "d3" }]));
  assert.equal(known.length, 3);
  assert.deepEqual(fresh.map((event) => event.event), ["moved"]);
});

test("an action is settled by an event of its seat and kind that came after it", () => {
  const events = told(["begun", {}], ["moved", { seat: 1, move: "d3" }], ["moved", { seat: 2, move: "c3" }]);
  assert.equal(confirmsAction({ do: "move", move: "d3" }, 1, 0, events), true);
  assert.equal(confirmsAction({ do: "move", move: "d3" }, 1, 1, events), false);
  assert.equal(confirmsAction({ do: "resign" }, 1, 0, events), false);
});

test("rows have a column for each seat and keep together what one seat does in a row", () => {
  const moves = [2, 1, 1, 2, 1].map((seat, number) => ({ seat, move: "x", roll: null, number }));
  assert.deepEqual(moveRows(moves), [
    [{ seat: 2, plies: [1] }],
    [{ seat: 1, plies: [2, 3] }, { seat: 2, plies: [4] }],
    [{ seat: 1, plies: [5] }],
  ]);
});
