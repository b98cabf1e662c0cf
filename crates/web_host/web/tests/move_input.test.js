import assert from "node:assert/strict";
import { test } from "node:test";

import { applyPicks } from "../partial_move.js";
import { MoveInput } from "../move_input.js";

/** @type {import("../wire.js").Piece[]} */
const PIECES = [{ figure: "bead", paint: "green", letter: "g" }, { figure: "bead", paint: "blue", letter: "b" }];
/** @param {number[][]} stacks */
const placement = (stacks) => ({ pieces: PIECES, stacks, tokens: [], marks: [], caption: "" });

function setUp() {
  /** @type {{moves: string[], problems: string[], requests: number[][], state: any}} */
  const seen = { moves: [], problems: [], requests: [], state: null };
  /** @type {Record<string, any>} */
  const answers = { "1 9": "a-i", "2 9": "b-i", "5 6 7": [8], "5 6 7 8": "far" };
  const input = new MoveInput({
    resolve: async (picked) => {
      seen.requests.push(picked);
      return answers[picked.join(" ")] ?? [];
    },
    play: (move) => seen.moves.push(move),
    show: (state) => (seen.state = state),
    notify: (problem) => seen.problems.push(problem),
  });
  return { seen, input };
}

const BEADS = placement([[1, 0], [2, 0], [3, 1]]);
const TOUCHES = { "": [1, 2], 1: [9, 10], 2: [9] };

test("a piece is picked, replaced by another and moved", async () => {
  const { seen, input } = setUp();
  input.enable(BEADS, TOUCHES);
  assert.deepEqual(seen.state.targets, []);
  await input.pick(1);
  assert.deepEqual([seen.state.selected, seen.state.targets], [1, [9, 10]]);
  await input.pick(2);
  assert.deepEqual([seen.state.selected, seen.state.targets], [2, [9]]);
  await input.pick(9);
  assert.deepEqual(seen.moves, ["b-i"]);
});

test("a second pick deselects the piece, an illegal target is reported", async () => {
  const { seen, input } = setUp();
  input.enable(BEADS, TOUCHES);
  await input.pick(1);
  await input.pick(44);
  assert.deepEqual([seen.state.selected, seen.problems], [1, ["nowhere"]]);
  await input.pick(1);
  assert.equal(seen.state.selected, null);
  assert.equal(input.cancel(), false);
});

test("if moves are a single pick, all targets are shown at once", async () => {
  const { seen, input } = setUp();
  input.enable(placement([]), { "": [4, 5], 4: "d1", 5: "e1" });
  assert.deepEqual(seen.state.targets, [4, 5]);
  input.pick(4);
  await input.pick(5);
  assert.deepEqual(seen.moves, ["d1"]);
});

test("two quick picks are processed in order, as in a drag", async () => {
  const { seen, input } = setUp();
  input.enable(BEADS, TOUCHES);
  input.pick(1);
  await input.pick(9);
  assert.deepEqual(seen.moves, ["a-i"]);
});

test("a premove is played on the player's turn", async () => {
  const { seen, input } = setUp();
  input.enablePremove(BEADS, ["green"]);
  await input.pick(1);
  await input.pick(9);
  assert.deepEqual(seen.state.premove, [1, 9]);
  await input.enable(BEADS, TOUCHES);
  assert.deepEqual([seen.moves, seen.problems], [["a-i"], []]);
});

test("a piece selected in advance is selected on the player's turn", async () => {
  const { seen, input } = setUp();
  input.enablePremove(BEADS, ["green"]);
  await input.pick(1);
  await input.enable(BEADS, TOUCHES);
  assert.deepEqual([seen.state.selected, seen.problems], [1, []]);
  await input.pick(9);
  assert.deepEqual(seen.moves, ["a-i"]);
});

test("an illegal premove is dropped and reported", async () => {
  const { seen, input } = setUp();
  input.enablePremove(BEADS, ["green"]);
  await input.pick(2);
  await input.pick(10);
  await input.enable(BEADS, TOUCHES);
  assert.deepEqual([seen.moves, seen.problems], [[], ["dropped"]]);
});

test("a premove is cancelled by picking it again", async () => {
  const { seen, input } = setUp();
  input.enablePremove(BEADS, ["green"]);
  await input.pick(1);
  await input.pick(1);
  assert.deepEqual(seen.state.premove, []);
  await input.pick(30);
  assert.deepEqual(seen.state.premove, [30]);
});

test("picks so far are applied to the board", () => {
  const board = placement([[1, 0, 0], [5, 0]]);
  const { placement: after, lifted, moved } = applyPicks(board, [1, 5, 1]);
  assert.deepEqual([after.stacks, lifted, moved], [[[1, 0], [5, 0, 0]], 1, true]);
  assert.deepEqual(applyPicks(board, [5, 6, 7]).placement.stacks, [[1, 0, 0], [7, 0]]);
  assert.equal(applyPicks(board, []).placement, board);
});

/** A pawn on 8 that can move to 0 or capture on 1 with different promotions, and a rook. */
const CHESS = {
  ...placement([[8, 0], [1, 1], [30, 0]]),
  choices: [[64, 2], [65, 3], [66, 4]],
};
const PROMOTING = { "": [8, 30], 8: [0, 1], "8 0": [64, 66], "8 1": [65], "8 0 66": "a8=N", "8 1 65": "axb8=R", 30: [31] };

test("promotion choices appear after the move to the last rank, only legal ones", async () => {
  const { seen, input } = setUp();
  input.enable(CHESS, PROMOTING);
  assert.deepEqual(seen.state.choices, []);
  await input.pick(8);
  assert.deepEqual([seen.state.choices, seen.state.targets], [[], [0, 1]]);
  await input.pick(0);
  assert.deepEqual([seen.state.choices, seen.state.targets], [[64, 66], []]);
  await input.pick(66);
  assert.deepEqual([seen.moves, seen.state.choices, seen.state.done], [["a8=N"], [], true]);
});

test("picking another place or cancelling hides the promotion choices", async () => {
  const { seen, input } = setUp();
  input.enable(CHESS, PROMOTING);
  for (const back of [() => input.pick(30), () => input.pick(0), () => input.cancel()]) {
    await input.pick(8);
    await input.pick(0);
    assert.deepEqual(seen.state.choices, [64, 66]);
    await back();
    assert.deepEqual([seen.state.choices, seen.state.picked, seen.moves], [[], [], []]);
  }
  await input.pick(8);
  assert.deepEqual(seen.state.targets, [0, 1]);
});

test("a capture removes the piece, and the promotion replaces the pawn", () => {
  const spots = [0, 1, 8].map((place) => ({ place, name: "", x: 0, y: 0, w: 1, h: 1, shape: "square" }));
  const layout = { material: "board", width: 8, height: 8, spots, labels: [] };
  assert.deepEqual(applyPicks(CHESS, [8, 1], layout).placement.stacks, [[1, 0], [30, 0]]);
  assert.deepEqual(applyPicks(CHESS, [8, 1, 65], layout).placement.stacks, [[1, 3], [30, 0]]);
  assert.deepEqual(applyPicks(CHESS, [8, 0, 64]).placement.stacks, [[1, 1], [30, 0], [0, 2]]);
});
