// Modules of the board that need no browser.

import assert from "node:assert/strict";
import test from "node:test";
import { diffPositions, hasFlippedDisc } from "../board/position_diff.js";
import { drawings } from "../board/figures.js";
import { stackLayout } from "../board/stacks.js";
import { allowedRotation, rotateArea, rotateLayout, rotatePoint } from "../board/rotation.js";
import { neighbour, rowEnd } from "../board/key_navigation.js";
import { layOutChoices } from "../board/promotion_picker.js";
import { spotLabel } from "../board/spot_label.js";
import { splitTrail } from "../board/move_arrows.js";
import { pieceLabel } from "../pages/editor/palette.js";
import { describeTargets } from "../piece_guide.js";
import { addMessages } from "../i18n.js";
import { editor } from "../messages/en.editor.js";
import { guide as guideWords } from "../messages/en.guide.js";

const kinds = {
  b: { figure: "disc", paint: "black", letter: "X" },
  w: { figure: "disc", paint: "white", letter: "O" },
  g: { figure: "bead", paint: "green", letter: "G" },
  X: { figure: "checker", paint: "white", letter: "X" },
  O: { figure: "checker", paint: "black", letter: "O" },
};

/** Position from `{3: "bw"}`: the stack of each place, lowest piece first. */
function placement(stacks) {
  const letters = Object.keys(kinds);
  return {
    pieces: Object.values(kinds),
    stacks: Object.entries(stacks).map(([place, stack]) => [
      Number(place),
      ...[...stack].map((letter) => letters.indexOf(letter)),
    ]),
    tokens: [],
    marks: [],
    caption: "",
  };
}

/** Legs as [id, from, to, step]. */
function legs(result) {
  return result.legs.map(({ id, from, to, step }) => [id, from.place, to.place, step]);
}

/** New place of each piece that was on the board before. */
function placesById(result) {
  const list = [...result.stacks].flatMap(([place, stack]) => stack.map(({ id }) => [id, place]));
  return Object.fromEntries(list.filter(([id]) => id !== null));
}

test("only a disc that changes its colour counts as flipped", () => {
  assert.ok(hasFlippedDisc(placement({ 3: "w", 4: "b" }), placement({ 2: "b", 3: "b", 4: "b" })));
  assert.ok(!hasFlippedDisc(placement({ 3: "w" }), placement({ 2: "b", 3: "w" })));
  assert.ok(!hasFlippedDisc(placement({ 3: "X" }), placement({ 3: "O" })), "a captured checker");
});

test("discs flip in place", () => {
  const result = diffPositions(placement({ 3: "w", 4: "b" }), placement({ 2: "b", 3: "b", 4: "b" }), [2]);
  assert.deepEqual(legs(result), []);
  assert.deepEqual(
    result.flips.map(({ id, place }) => [id, place]),
    [[0, 3]],
  );
  assert.deepEqual(result.stacks.get(2), [{ id: null, piece: kinds.b }]);
  assert.deepEqual(result.removed, []);
});

test("a takeback flips discs and removes one", () => {
  const result = diffPositions(placement({ 2: "b", 3: "b", 4: "b" }), placement({ 3: "w", 4: "b" }));
  assert.deepEqual(
    result.flips.map(({ id }) => id),
    [1],
  );
  assert.deepEqual(result.removed, [{ id: 0, step: 0 }]);
});

test("a bead hops along every place of its path", () => {
  const result = diffPositions(placement({ 0: "g", 9: "g" }), placement({ 6: "g", 9: "g" }), [0, 2, 4, 6]);
  assert.deepEqual(legs(result), [
    [0, 0, 2, 0],
    [0, 2, 4, 1],
    [0, 4, 6, 2],
  ]);
  assert.equal(result.steps, 3);
  assert.deepEqual(placesById(result), { 0: 6, 1: 9 });
});

test("checkers move pair by pair", () => {
  const result = diffPositions(placement({ 5: "XX", 7: "X" }), placement({ 5: "X", 9: "X", 8: "X" }), [5, 9, 7, 8]);
  assert.deepEqual(legs(result), [
    [1, 5, 9, 0],
    [2, 7, 8, 1],
  ]);
  assert.deepEqual(placesById(result), { 0: 5, 1: 9, 2: 8 });
});

test("one checker may move both pairs, and two checkers the same pair", () => {
  const on = diffPositions(placement({ 5: "XX" }), placement({ 5: "X", 9: "X" }), [5, 7, 7, 9]);
  assert.deepEqual(legs(on), [
    [1, 5, 7, 0],
    [1, 7, 9, 1],
  ]);
  const twin = diffPositions(placement({ 5: "XXX" }), placement({ 5: "X", 7: "XX" }), [5, 7, 5, 7]);
  assert.deepEqual(legs(twin), [
    [2, 5, 7, 0],
    [1, 5, 7, 1],
  ]);
  assert.deepEqual(twin.legs[1].to, { place: 7, level: 1, height: 2 });
});

test("a hit checker goes to the bar when the hitter arrives, even if that one moves on", () => {
  const before = placement({ 5: "XX", 7: "O" });
  const result = diffPositions(before, placement({ 5: "X", 9: "X", 25: "O" }), [5, 7, 7, 9]);
  assert.deepEqual(legs(result), [
    [1, 5, 7, 0],
    [1, 7, 9, 1],
    [2, 7, 25, 1],
  ]);
  assert.deepEqual(result.removed, []);
});

test("a captured piece is removed", () => {
  const result = diffPositions(placement({ 5: "X", 7: "O" }), placement({ 7: "X" }), [5, 7]);
  assert.deepEqual(legs(result), [[0, 5, 7, 0]]);
  assert.deepEqual(result.removed, [{ id: 1, step: 1 }]);
});

test("without a trail pieces move straight to the places that gained one", () => {
  const result = diffPositions(placement({ 1: "g", 2: "g" }), placement({ 2: "g", 8: "g" }));
  assert.deepEqual(legs(result), [[0, 1, 8, 0]]);
});

test("a trail that does not lead to the position is ignored", () => {
  const result = diffPositions(placement({ 1: "g" }), placement({ 8: "g" }), [3, 4, 5]);
  assert.deepEqual(legs(result), [[0, 1, 8, 0]]);
});

test("equal positions have no difference, and all pieces are new on an empty board", () => {
  const position = placement({ 1: "XXO", 2: "b" });
  const same = diffPositions(position, position, [1, 2]);
  assert.deepEqual([same.legs, same.flips, same.removed, same.steps], [[], [], [], 0]);
  assert.deepEqual(placesById(same), { 0: 1, 1: 1, 2: 1, 3: 2 });
  const fresh = diffPositions(placement({}), position);
  assert.ok([...fresh.stacks.values()].flat().every(({ id }) => id === null));
});

const point = (growth) => ({ place: 1, name: "1", x: 3, y: 2, w: 1, h: 5, shape: "point", growth });

test("stacks of any height stay on their spot", () => {
  for (const growth of ["down", "up"]) {
    for (const count of [0, 1, 2, 5, 6, 15, 1000]) {
      const { crowded, level } = stackLayout(point(growth), count);
      assert.equal(crowded, count > 5, `${count}`);
      for (let height = 0; height < Math.max(count, 1); height++) {
        const [x, y] = level(height);
        assert.ok(x === 3.5 && y >= 2.499 && y <= 6.501, `${count}: ${height} at ${y}`);
      }
    }
  }
  assert.deepEqual(stackLayout(point("down"), 0).top, [3.5, 2.5]);
  assert.deepEqual(stackLayout(point("up"), 1).top, [3.5, 6.5]);
  assert.deepEqual(stackLayout({ ...point(), h: 1 }, 3).top, [3.5, 2.5]);
});

const grid = (columns, rows) =>
  Array.from({ length: columns * rows }, (_, place) => ({
    place,
    name: String(place),
    x: place % columns,
    y: Math.floor(place / columns),
    w: 1,
    h: 1,
    shape: "square",
  }));

test("four quarter turns are the identity, one moves the upper left corner to the upper right", () => {
  const size = { width: 8, height: 8 };
  assert.deepEqual(rotatePoint([0, 0], size, 1), [8, 0]);
  assert.deepEqual(rotateArea({ x: 0, y: 0, w: 1, h: 1 }, size, 1), { x: 7, y: 0, w: 1, h: 1 });
  let at = [1, 2.5];
  for (let turn = 0; turn < 4; turn++) at = rotatePoint(at, size, 1);
  assert.deepEqual(at, [1, 2.5]);
  for (const quarterTurns of [1, 2, 3]) {
    assert.deepEqual(rotatePoint(rotatePoint([1, 2.5], size, quarterTurns), size, 4 - quarterTurns), [1, 2.5]);
  }
});

test("boards with stacks allow only half turns, which reverse the growth of the stacks", () => {
  const layout = {
    material: "case",
    width: 14,
    height: 11,
    spots: [point("down")],
    labels: [{ text: "1", x: 3.5, y: -0.5 }],
  };
  assert.deepEqual(
    [0, 1, 2, 3, -2, 6].map((quarterTurns) => allowedRotation(layout, quarterTurns)),
    [0, 0, 2, 0, 2, 2],
  );
  const rotated = rotateLayout(layout, 2);
  assert.deepEqual([rotated.spots[0].x, rotated.spots[0].y, rotated.spots[0].growth], [10, 4, "up"]);
  assert.deepEqual(rotated.labels[0], { text: "1", x: 10.5, y: 11.5 });
  assert.equal(layout.spots[0].growth, "down");
  const square = { material: "felt", width: 8, height: 8, spots: grid(8, 8), labels: [] };
  assert.deepEqual(
    [0, 1, 2, 3, -1].map((quarterTurns) => allowedRotation(square, quarterTurns)),
    [0, 1, 2, 3, 3],
  );
});

test("arrow keys lead to the next square and stop at the edge", () => {
  const targets = grid(4, 3);
  assert.deepEqual(
    ["left", "right", "up", "down"].map((direction) => neighbour(targets, 5, direction)),
    [4, 6, 1, 9],
  );
  assert.deepEqual(
    ["left", "up"].map((direction) => neighbour(targets, 0, direction)),
    [0, 0],
  );
  assert.equal(neighbour(targets, 99, "up"), 99);
  assert.deepEqual([rowEnd(targets, 5, "first"), rowEnd(targets, 5, "last")], [4, 7]);
});

test("arrow keys cross the gap between points and pass the bar", () => {
  const targets = [
    { place: 0, x: 5, y: 0, w: 1, h: 5 },
    { place: 1, x: 6, y: 0, w: 1, h: 5 },
    { place: 2, x: 7, y: 0, w: 1, h: 5 },
    { place: 3, x: 5, y: 6, w: 1, h: 5 },
    { place: 4, x: 7, y: 7, w: 1, h: 4 },
  ];
  assert.deepEqual([neighbour(targets, 0, "right"), neighbour(targets, 1, "right")], [1, 2]);
  assert.deepEqual([neighbour(targets, 0, "down"), neighbour(targets, 2, "down")], [3, 4]);
  assert.equal(neighbour(targets, 3, "right"), 4);
});

test("a suggested trail is one path, or one for each moving piece", () => {
  assert.deepEqual(
    splitTrail([1, 3, 5, 7], (place) => place === 1),
    [[1, 3, 5, 7]],
  );
  assert.deepEqual(
    splitTrail([1, 3, 5, 7], (place) => place === 1 || place === 5),
    [
      [1, 3],
      [5, 7],
    ],
  );
  assert.deepEqual(
    splitTrail([1, 3, 3, 7], (place) => place === 1 || place === 3),
    [[1, 3, 7]],
  );
  assert.deepEqual([splitTrail([4], () => false), splitTrail([], () => true)], [[[4]], []]);
});

test("every chess piece has outlines", () => {
  const figures = Object.keys(drawings);
  assert.equal(figures.length, 17);
  for (const figure of figures) {
    for (const [kind, width, path] of drawings[figure].layers) {
      assert.ok(kind === "line" ? width > 0 : width === 0, `${figure} ${kind}`);
      assert.match(path, /^M[-MLCZ\d. ]+$/);
    }
  }
});

test("a piece is labelled with the name from its game", () => {
  globalThis.document = { documentElement: { lang: "en" } };
  addMessages(editor);
  const spot = { place: 4, name: "e6", x: 4, y: 2, w: 1, h: 1, shape: "square" };
  const counsellor = { figure: "letter", paint: "white", letter: "Q", name: "counsellor" };
  const shah = { figure: "king", paint: "black", letter: "k", name: "shah" };
  const crown = { figure: "crown", paint: "black", letter: "Q", name: "queen" };
  assert.equal(spotLabel(spot, [counsellor], []), "e6, white counsellor");
  assert.equal(spotLabel(spot, [shah], ["danger"]), "e6, black shah, attacked");
  assert.equal(spotLabel(spot, [crown], []), "e6, black queen");
  assert.equal(pieceLabel(counsellor), "White counsellor");
  assert.equal(pieceLabel(crown), "Black queen");
});

test("promotion choices stay on the board, start on the square itself and do not overlap", () => {
  const board = { width: 8, height: 8 };
  for (let place = 0; place < 64; place += 1) {
    for (let count = 1; count <= 15; count += 1) {
      const areas = layOutChoices({ x: place % 8, y: Math.floor(place / 8), w: 1, h: 1 }, board, count);
      const squares = new Set(areas.map(({ x, y }) => 8 * y + x));
      assert.equal(areas.length, count);
      assert.equal(squares.size, count, `${count} at ${place}`);
      assert.equal([...squares][0], place);
      assert.ok(areas.every(({ x, y }) => x >= 0 && x < 8 && y >= 0 && y < 8), `${count} at ${place}`);
    }
  }
});

test("pieces with different letters are different kinds", () => {
  const pieces = ["A", "W"].map((letter) => ({ figure: "letter", paint: "white", letter, name: letter }));
  const at = (stacks) => ({ pieces, stacks, tokens: [], marks: [], caption: "" });
  const result = diffPositions(at([[1, 0], [2, 1]]), at([[3, 1], [2, 0]]), []);
  assert.deepEqual(placesById(result), { 0: 2, 1: 3 });
});

test("a move diagram has a text alternative", () => {
  addMessages(guideWords);
  const spots = ["a1", "b1", "c1", "d1"].map((name, place) => ({ place, name, x: place, y: 0, w: 1, h: 1, shape: "square" }));
  const layout = { material: "board", width: 4, height: 1, spots, labels: [] };
  const guide = { piece: kinds.b, text: "", from: 1, targets: [[0, "move"], [2, "hop"], [3, "move"]] };
  assert.equal(describeTargets(guide, layout), "From b1: moves only: a1, d1; only by jumping over a piece: c1.");
});
