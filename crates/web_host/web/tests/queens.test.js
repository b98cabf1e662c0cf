// Parts of the n-queens page that need no browser.

import assert from "node:assert/strict";
import test from "node:test";
import { findSymmetry, indexIn, readNumber, SolutionSet, step } from "../pages/queens/solutions.js";
import { attacks, freeSquares, layoutOf, line, nameOf, placeOf, placesOf, readSquares, squaresText, placementOf, textBoard } from "../pages/queens/placement.js";
import { Replay, speedAt } from "../pages/queens/replay.js";

/** Search for all solutions, in the form the server sends. */
function search(size) {
  const steps = [];
  const solutions = [];
  const columns = [];
  (function descend(row) {
    if (row === size) {
      steps.push([row - 1, columns[row - 1], 3]);
      solutions.push([...columns]);
      return;
    }
    for (let column = 0; column < size; column++) {
      const attacked = columns.some((other, above) => other === column || Math.abs(other - column) === row - above);
      steps.push([row, column, attacked ? 0 : 1]);
      if (attacked) continue;
      columns.push(column);
      descend(row + 1);
      columns.pop();
      steps.push([row, column, 2]);
    }
  })(0);
  return { steps, solutions };
}

function solutionSet(size) {
  const { solutions } = search(size);
  const firsts = [];
  const classes = solutions.map((solution) => {
    const known = firsts.findIndex((first) => findSymmetry(first, solution) !== null);
    return known >= 0 ? known : firsts.push(solution) - 1;
  });
  return new SolutionSet({ size, solutions, classes });
}

test("names of squares", () => {
  for (const size of [4, 8, 10]) {
    for (let place = 0; place < size * size; place++) assert.equal(placeOf(nameOf(place, size), size), place);
  }
  for (const bad of ["", "a", "a0", "a01", "i1", "a9", "1a", "a+1", "é1", "aa"]) assert.equal(placeOf(bad, 8), null);
  assert.equal(placeOf("J10", 10), 99);
  assert.equal(squaresText([12, 0], 8), "a1,e2");
  assert.deepEqual(readSquares("a1,e2,z9,,a1", 8), [0, 12]);
  assert.deepEqual(readSquares("", 8), []);
});

test("queens attack along rows, columns and diagonals, the nearest only", () => {
  assert.equal(line(0, 7, 8), "row");
  assert.equal(line(0, 56, 8), "column");
  assert.equal(line(0, 63, 8), "diagonal");
  assert.equal(line(7, 56, 8), "diagonal");
  assert.equal(line(0, 10, 8), null);
  assert.equal(line(9, 9, 8), null);
  assert.equal(line(7, 8, 8), null, "the end of a row is no neighbour of the next one's beginning");
  assert.deepEqual(attacks([7, 0, 3], 8), [[0, 3], [3, 7]]);
  assert.deepEqual(attacks(placesOf([0, 4, 7, 5, 2, 6, 1, 3]), 8), []);
  assert.equal(attacks(Array.from({ length: 16 }, (_, place) => place), 4).length, 12 + 12 + 9 + 9);
});

test("free squares are not attacked", () => {
  assert.equal(freeSquares([], 4).length, 16);
  assert.deepEqual(freeSquares([0], 4).map((place) => nameOf(place, 4)), ["c2", "d2", "b3", "d3", "b4", "c4"]);
  assert.deepEqual(freeSquares(placesOf([1, 3, 0, 2]), 4), []);
});

test("board layout of the protocol", () => {
  const board = layoutOf(5);
  assert.equal(board.spots.length, 25);
  assert.deepEqual(board.spots[6], { place: 6, name: "b2", x: 1, y: 1, w: 1, h: 1, shape: "square", dark: false });
  assert.equal(board.labels.length, 20);
  assert.deepEqual(placementOf([3]).stacks, [[3, 0]]);
});

test("a placement as text", () => {
  assert.equal(textBoard(placesOf([1, 3, 0, 2]), 4), "b1,d2,a3,c4\n\n   a b c d\n 1 . Q . .\n 2 . . . Q\n 3 Q . . .\n 4 . . Q .\n");
});

test("92 solutions in 12 classes", () => {
  const all = solutionSet(8);
  assert.equal(all.count, 92);
  assert.deepEqual(all.columns(1), [0, 4, 7, 5, 2, 6, 1, 3]);
  assert.equal(all.classes.length, 12);
  assert.deepEqual(all.classes.map((members) => members.length).sort(), [4, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8]);
  assert.equal(all.representatives.length, 12);
  for (const number of [1, 17, 92]) {
    assert.ok(all.members(number).includes(number));
    assert.equal(all.find(all.columns(number)), number);
    assert.equal(all.findPlaces(placesOf(all.columns(number)).reverse()), number);
  }
  assert.equal(all.findPlaces([0, 1, 2, 3, 4, 5, 6, 7]), null);
  assert.equal(all.findPlaces([0]), null);
  const counts = [4, 5, 6, 7, 9, 10].map((size) => [solutionSet(size).count, solutionSet(size).classes.length]);
  assert.deepEqual(counts, [[2, 1], [10, 2], [4, 1], [40, 6], [352, 46], [724, 92]]);
});

test("symmetries between solutions", () => {
  assert.equal(findSymmetry([1, 3, 0, 2], [1, 3, 0, 2]), "same");
  assert.equal(findSymmetry([1, 3, 0, 2], [2, 0, 3, 1]), "across");
  assert.equal(findSymmetry([0, 4, 7, 5, 2, 6, 1, 3], [0, 6, 4, 7, 1, 3, 5, 2]), "diagonal");
  assert.equal(findSymmetry([0, 4, 7, 5, 2, 6, 1, 3], [0, 5, 7, 2, 6, 3, 1, 4]), null);
});

test("steps stop at both ends and report them", () => {
  const numbers = [1, 2, 3];
  assert.deepEqual(step(numbers, 2, 1), { number: 3, at: 2, end: null });
  assert.deepEqual(step(numbers, 3, 1), { number: 3, at: 2, end: "last" });
  assert.deepEqual(step(numbers, 1, -1), { number: 1, at: 0, end: "first" });
  assert.deepEqual(step(numbers, 1, Infinity), { number: 3, at: 2, end: null });
  assert.deepEqual(step(numbers, 3, Infinity), { number: 3, at: 2, end: "last" });
  assert.deepEqual(step([1, 2, 7], 5, 1), { number: 7, at: 2, end: null });
  assert.equal(indexIn([1, 2, 7], 5), 1);
  assert.equal(indexIn([3, 5], 1), 0);
});

test("numbers are clamped", () => {
  assert.equal(readNumber("17", 92), 17);
  assert.equal(readNumber(" 0 ", 92), 1);
  assert.equal(readNumber("1000", 92), 92);
  for (const none of ["", "x", "-3", "1.5", null]) assert.equal(readNumber(none, 92), null);
});

test("a replay visits the same positions in both directions", () => {
  const { steps } = search(6);
  const replay = new Replay(6, steps);
  assert.deepEqual(replay.currentStep, { kind: "start" });
  const boards = [];
  for (let at = 0; at <= steps.length; at++) {
    replay.seek(at);
    boards.push([...replay.queens, replay.solutions].join(" "));
    assert.deepEqual(attacks(replay.queens, 6), []);
  }
  assert.equal(replay.solutions, 4);
  assert.deepEqual(replay.currentStep, { kind: "end" });
  for (let at = steps.length; at >= 0; at--) {
    replay.seek(at);
    assert.equal([...replay.queens, replay.solutions].join(" "), boards[at]);
  }
  replay.seek(replay.nextCompletion);
  assert.deepEqual(replay.currentStep, { kind: "complete", number: 1 });
  assert.deepEqual(replay.queens, placesOf([1, 3, 5, 0, 2, 4]));
  replay.seek(replay.at + 1);
  assert.equal(replay.currentStep.kind, "continued");
  replay.seek(1e9);
  assert.equal(replay.at, steps.length);
  assert.equal(replay.nextCompletion, steps.length);
});

test("a rejected square names the attacking queen", () => {
  const replay = new Replay(8, search(8).steps);
  replay.seek(2);
  assert.deepEqual(replay.currentStep, { kind: "attacked", row: 1, column: 0, by: 0 });
  replay.seek(4);
  assert.deepEqual(replay.currentStep, { kind: "placed", row: 1, column: 2 });
});

test("the speed ranges from 1 to 200 steps per second", () => {
  assert.equal(speedAt(0), 1);
  assert.equal(speedAt(100), 200);
  assert.ok(speedAt(50) > 10 && speedAt(50) < 20);
});
