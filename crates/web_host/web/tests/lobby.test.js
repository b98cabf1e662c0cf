// The lists of the lobby.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LobbyList } from "../lobby_list.js";

/** A game that a message may bring. */
const game = (/** @type {string} */ table, moves = 0) => /** @type {any} */ ({ table, title: "Othello", moves, turn: 1, your_turn: false });

test("changes are applied to the games that are known", () => {
  const list = new LobbyList();
  list.apply({ page: 0, total: 2, tables: ["b", "a"], games: [game("b"), game("a", 3)] });
  list.apply({ page: 0, total: 2, games: [{ table: "a", moves: 4, turn: 2, your_turn: false }] });
  assert.deepEqual(list.games.map(({ table, moves, title }) => [table, moves, title]), [["b", 0, "Othello"], ["a", 4, "Othello"]]);
  list.apply({ page: 0, total: 2, tables: ["c", "b"], games: [game("c")] });
  assert.deepEqual(list.games.map(({ table }) => table), ["c", "b"]);
  list.apply({ page: 0, total: 0, tables: [], games: [] });
  assert.deepEqual(list.games, []);
});

test("a page follows from the number of games", () => {
  const list = new LobbyList();
  assert.equal(list.lastPage, 0);
  for (const [total, last] of [[50, 0], [51, 1], [100, 1], [312, 6]]) {
    list.apply({ page: 0, total, tables: [], games: [] });
    assert.equal(list.lastPage, last);
  }
});

test("a game that was never sent in full is left out", () => {
  const list = new LobbyList();
  list.apply({ page: 0, total: 1, tables: ["a"], games: [] });
  assert.deepEqual(list.games, []);
});
