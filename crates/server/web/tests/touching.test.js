import assert from "node:assert/strict";
import { test } from "node:test";

import { handOver } from "../hand.js";
import { Touching } from "../touching.js";

/** @type {import("../wire.js").Piece[]} */
const PIECES = [{ figure: "bead", paint: "green", letter: "g" }, { figure: "bead", paint: "blue", letter: "b" }];
/** @param {number[][]} stacks */
const standing = (stacks) => ({ pieces: PIECES, stacks, tokens: [], marks: [], caption: "" });

function player() {
  /** @type {{moves: string[], words: string[], asked: number[][], sight: any}} */
  const seen = { moves: [], words: [], asked: [], sight: null };
  /** @type {Record<string, any>} */
  const answers = { "1 9": "a-i", "2 9": "b-i", "5 6 7": [8], "5 6 7 8": "far" };
  const touching = new Touching({
    ask: async (picked) => {
      seen.asked.push(picked);
      return answers[picked.join(" ")] ?? [];
    },
    play: (move) => seen.moves.push(move),
    show: (sight) => (seen.sight = sight),
    murmur: (word) => seen.words.push(word),
  });
  return { seen, touching };
}

const BEADS = standing([[1, 0], [2, 0], [3, 1]]);
const TOUCHES = { "": [1, 2], 1: [9, 10], 2: [9] };

test("a piece is picked, another instead, and moved", async () => {
  const { seen, touching } = player();
  touching.begin(BEADS, TOUCHES);
  assert.deepEqual(seen.sight.targets, []);
  await touching.pick(1);
  assert.deepEqual([seen.sight.selected, seen.sight.targets], [1, [9, 10]]);
  await touching.pick(2);
  assert.deepEqual([seen.sight.selected, seen.sight.targets], [2, [9]]);
  await touching.pick(9);
  assert.deepEqual(seen.moves, ["b-i"]);
});

test("a second touch puts the piece down, a wrong place says a word", async () => {
  const { seen, touching } = player();
  touching.begin(BEADS, TOUCHES);
  await touching.pick(1);
  await touching.pick(44);
  assert.deepEqual([seen.sight.selected, seen.words], [1, ["nowhere"]]);
  await touching.pick(1);
  assert.equal(seen.sight.selected, null);
  assert.equal(touching.cancel(), false);
});

test("where a move is one touch, all targets are shown at once", async () => {
  const { seen, touching } = player();
  touching.begin(standing([]), { "": [4, 5], 4: "d1", 5: "e1" });
  assert.deepEqual(seen.sight.targets, [4, 5]);
  touching.pick(4);
  await touching.pick(5);
  assert.deepEqual(seen.moves, ["d1"]);
});

test("two quick touches wait for each other, as when dragging", async () => {
  const { seen, touching } = player();
  touching.begin(BEADS, TOUCHES);
  touching.pick(1);
  await touching.pick(9);
  assert.deepEqual(seen.moves, ["a-i"]);
});

test("a planned move is played when its turn comes", async () => {
  const { seen, touching } = player();
  touching.plan(BEADS, ["green"]);
  await touching.pick(1);
  await touching.pick(9);
  assert.deepEqual(seen.sight.planned, [1, 9]);
  await touching.begin(BEADS, TOUCHES);
  assert.deepEqual([seen.moves, seen.words], [["a-i"], []]);
});

test("a piece taken up ahead is in the hand when the turn comes", async () => {
  const { seen, touching } = player();
  touching.plan(BEADS, ["green"]);
  await touching.pick(1);
  await touching.begin(BEADS, TOUCHES);
  assert.deepEqual([seen.sight.selected, seen.words], [1, []]);
  await touching.pick(9);
  assert.deepEqual(seen.moves, ["a-i"]);
});

test("a plan that is no move any more is dropped with a word", async () => {
  const { seen, touching } = player();
  touching.plan(BEADS, ["green"]);
  await touching.pick(2);
  await touching.pick(10);
  await touching.begin(BEADS, TOUCHES);
  assert.deepEqual([seen.moves, seen.words], [[], ["dropped"]]);
});

test("a plan is taken back by touching it again", async () => {
  const { seen, touching } = player();
  touching.plan(BEADS, ["green"]);
  await touching.pick(1);
  await touching.pick(1);
  assert.deepEqual(seen.sight.planned, []);
  await touching.pick(30);
  assert.deepEqual(seen.sight.planned, [30]);
});

test("steps made so far are seen on the board", () => {
  const board = standing([[1, 0, 0], [5, 0]]);
  const { standing: after, lifted, moved } = handOver(board, [1, 5, 1]);
  assert.deepEqual([after.stacks, lifted, moved], [[[1, 0], [5, 0, 0]], 1, true]);
  assert.deepEqual(handOver(board, [5, 6, 7]).standing.stacks, [[1, 0, 0], [7, 0]]);
  assert.equal(handOver(board, []).standing, board);
});

/** A pawn on 8 that can go to 0, or capture on 1, and a rook; what it may become differs. */
const CHESS = {
  ...standing([[8, 0], [1, 1], [30, 0]]),
  choices: [[64, 2], [65, 3], [66, 4]],
};
const PROMOTING = { "": [8, 30], 8: [0, 1], "8 0": [64, 66], "8 1": [65], "8 0 66": "a8=N", "8 1 65": "axb8=R", 30: [31] };

test("what a piece becomes is asked when it is due, and only what it may become", async () => {
  const { seen, touching } = player();
  touching.begin(CHESS, PROMOTING);
  assert.deepEqual(seen.sight.choices, []);
  await touching.pick(8);
  assert.deepEqual([seen.sight.choices, seen.sight.targets], [[], [0, 1]]);
  await touching.pick(0);
  assert.deepEqual([seen.sight.choices, seen.sight.targets], [[64, 66], []]);
  await touching.pick(66);
  assert.deepEqual([seen.moves, seen.sight.choices, seen.sight.done], [["a8=N"], [], true]);
});

test("who touches something else, or puts everything back, is not asked any more", async () => {
  const { seen, touching } = player();
  touching.begin(CHESS, PROMOTING);
  for (const back of [() => touching.pick(30), () => touching.pick(0), () => touching.cancel()]) {
    await touching.pick(8);
    await touching.pick(0);
    assert.deepEqual(seen.sight.choices, [64, 66]);
    await back();
    assert.deepEqual([seen.sight.choices, seen.sight.picked, seen.moves], [[], [], []]);
  }
  await touching.pick(8);
  assert.deepEqual(seen.sight.targets, [0, 1]);
});

test("who captures stands there alone, and becomes what is chosen", () => {
  const spots = [0, 1, 8].map((place) => ({ place, name: "", x: 0, y: 0, w: 1, h: 1, shape: "square" }));
  const ground = { material: "board", width: 8, height: 8, spots, labels: [] };
  assert.deepEqual(handOver(CHESS, [8, 1], ground).standing.stacks, [[1, 0], [30, 0]]);
  assert.deepEqual(handOver(CHESS, [8, 1, 65], ground).standing.stacks, [[1, 3], [30, 0]]);
  assert.deepEqual(handOver(CHESS, [8, 0, 64]).standing.stacks, [[1, 1], [30, 0], [0, 2]]);
});
