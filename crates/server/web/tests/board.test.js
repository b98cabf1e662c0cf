// The pure parts of the board: what has changed, where pieces stand, where arrows lead, how boards turn.

import assert from "node:assert/strict";
import test from "node:test";
import { changes } from "../board/position_diff.js";
import { drawings } from "../board/figures.js";
import { pile } from "../board/stacks.js";
import { allowedTurn, turnedArea, turnedGround, turnedPoint } from "../board/rotation.js";
import { neighbour, rowEnd } from "../board/key_navigation.js";
import { laidOut } from "../board/promotion_picker.js";
import { description } from "../board/spot_label.js";
import { ways } from "../board/move_arrows.js";
import { pieceWords } from "../pages/editor/palette.js";
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

/** A position from `{3: "bw"}`: the stack of each place, the lowest first. */
function standing(stacks) {
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

/** The legs in short: who, from, to, step. */
function legs(result) {
  return result.legs.map(({ who, from, to, step }) => [who, from.place, to.place, step]);
}

/** Where each of those who were there stands afterwards. */
function whereabouts(result) {
  const list = [...result.stacks].flatMap(([place, stack]) => stack.map(({ who }) => [who, place]));
  return Object.fromEntries(list.filter(([who]) => who !== null));
}

test("discs turn over where they lie", () => {
  const result = changes(standing({ 3: "w", 4: "b" }), standing({ 2: "b", 3: "b", 4: "b" }), [2]);
  assert.deepEqual(legs(result), []);
  assert.deepEqual(
    result.flips.map(({ who, place }) => [who, place]),
    [[0, 3]],
  );
  assert.deepEqual(result.stacks.get(2), [{ who: null, piece: kinds.b }]);
  assert.deepEqual(result.leavers, []);
});

test("a move that is taken back turns discs and removes one", () => {
  const result = changes(standing({ 2: "b", 3: "b", 4: "b" }), standing({ 3: "w", 4: "b" }));
  assert.deepEqual(
    result.flips.map(({ who }) => who),
    [1],
  );
  assert.deepEqual(result.leavers, [{ who: 0, step: 0 }]);
});

test("a bead hops along every place of its way", () => {
  const result = changes(standing({ 0: "g", 9: "g" }), standing({ 6: "g", 9: "g" }), [0, 2, 4, 6]);
  assert.deepEqual(legs(result), [
    [0, 0, 2, 0],
    [0, 2, 4, 1],
    [0, 4, 6, 2],
  ]);
  assert.equal(result.steps, 3);
  assert.deepEqual(whereabouts(result), { 0: 6, 1: 9 });
});

test("checkers travel pair by pair", () => {
  const result = changes(standing({ 5: "XX", 7: "X" }), standing({ 5: "X", 9: "X", 8: "X" }), [5, 9, 7, 8]);
  assert.deepEqual(legs(result), [
    [1, 5, 9, 0],
    [2, 7, 8, 1],
  ]);
  assert.deepEqual(whereabouts(result), { 0: 5, 1: 9, 2: 8 });
});

test("one checker may travel both pairs, and two the same", () => {
  const on = changes(standing({ 5: "XX" }), standing({ 5: "X", 9: "X" }), [5, 7, 7, 9]);
  assert.deepEqual(legs(on), [
    [1, 5, 7, 0],
    [1, 7, 9, 1],
  ]);
  const twin = changes(standing({ 5: "XXX" }), standing({ 5: "X", 7: "XX" }), [5, 7, 5, 7]);
  assert.deepEqual(legs(twin), [
    [2, 5, 7, 0],
    [1, 5, 7, 1],
  ]);
  assert.deepEqual(twin.legs[1].to, { place: 7, level: 1, height: 2 });
});

test("who is hit goes to the bar when the hitter has arrived, even if that one goes on", () => {
  const before = standing({ 5: "XX", 7: "O" });
  const result = changes(before, standing({ 5: "X", 9: "X", 25: "O" }), [5, 7, 7, 9]);
  assert.deepEqual(legs(result), [
    [1, 5, 7, 0],
    [1, 7, 9, 1],
    [2, 7, 25, 1],
  ]);
  assert.deepEqual(result.leavers, []);
});

test("who is beaten and stands nowhere leaves", () => {
  const result = changes(standing({ 5: "X", 7: "O" }), standing({ 7: "X" }), [5, 7]);
  assert.deepEqual(legs(result), [[0, 5, 7, 0]]);
  assert.deepEqual(result.leavers, [{ who: 1, step: 1 }]);
});

test("without a trail pieces go straight to where they are missed", () => {
  const result = changes(standing({ 1: "g", 2: "g" }), standing({ 2: "g", 8: "g" }));
  assert.deepEqual(legs(result), [[0, 1, 8, 0]]);
});

test("a trail that does not lead there is not followed", () => {
  const result = changes(standing({ 1: "g" }), standing({ 8: "g" }), [3, 4, 5]);
  assert.deepEqual(legs(result), [[0, 1, 8, 0]]);
});

test("nothing changes between equal positions, and everything from nothing", () => {
  const position = standing({ 1: "XXO", 2: "b" });
  const same = changes(position, position, [1, 2]);
  assert.deepEqual([same.legs, same.flips, same.leavers, same.steps], [[], [], [], 0]);
  assert.deepEqual(whereabouts(same), { 0: 1, 1: 1, 2: 1, 3: 2 });
  const fresh = changes(standing({}), position);
  assert.ok([...fresh.stacks.values()].flat().every(({ who }) => who === null));
});

const point = (growth) => ({ place: 1, name: "1", x: 3, y: 2, w: 1, h: 5, shape: "point", growth });

test("piles of any height stay on their place", () => {
  for (const growth of ["down", "up"]) {
    for (const count of [0, 1, 2, 5, 6, 15, 1000]) {
      const { crowded, level } = pile(point(growth), count);
      assert.equal(crowded, count > 5, `${count}`);
      for (let height = 0; height < Math.max(count, 1); height++) {
        const [x, y] = level(height);
        assert.ok(x === 3.5 && y >= 2.499 && y <= 6.501, `${count}: ${height} at ${y}`);
      }
    }
  }
  assert.deepEqual(pile(point("down"), 0).top, [3.5, 2.5]);
  assert.deepEqual(pile(point("up"), 1).top, [3.5, 6.5]);
  assert.deepEqual(pile({ ...point(), h: 1 }, 3).top, [3.5, 2.5]);
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

test("four quarter turns lead back, one sends the upper left corner to the upper right", () => {
  const size = { width: 8, height: 8 };
  assert.deepEqual(turnedPoint([0, 0], size, 1), [8, 0]);
  assert.deepEqual(turnedArea({ x: 0, y: 0, w: 1, h: 1 }, size, 1), { x: 7, y: 0, w: 1, h: 1 });
  let at = [1, 2.5];
  for (let turn = 0; turn < 4; turn++) at = turnedPoint(at, size, 1);
  assert.deepEqual(at, [1, 2.5]);
  for (const quarters of [1, 2, 3]) {
    assert.deepEqual(turnedPoint(turnedPoint([1, 2.5], size, quarters), size, 4 - quarters), [1, 2.5]);
  }
});

test("boards with piles turn only halfway, and their piles grow the other way", () => {
  const ground = {
    material: "case",
    width: 14,
    height: 11,
    spots: [point("down")],
    labels: [{ text: "1", x: 3.5, y: -0.5 }],
  };
  assert.deepEqual(
    [0, 1, 2, 3, -2, 6].map((turn) => allowedTurn(ground, turn)),
    [0, 0, 2, 0, 2, 2],
  );
  const turned = turnedGround(ground, 2);
  assert.deepEqual([turned.spots[0].x, turned.spots[0].y, turned.spots[0].growth], [10, 4, "up"]);
  assert.deepEqual(turned.labels[0], { text: "1", x: 10.5, y: 11.5 });
  assert.equal(ground.spots[0].growth, "down");
  const square = { material: "felt", width: 8, height: 8, spots: grid(8, 8), labels: [] };
  assert.deepEqual(
    [0, 1, 2, 3, -1].map((turn) => allowedTurn(square, turn)),
    [0, 1, 2, 3, 3],
  );
});

test("arrows lead to the next square and stop at the edge", () => {
  const stops = grid(4, 3);
  assert.deepEqual(
    ["left", "right", "up", "down"].map((way) => neighbour(stops, 5, way)),
    [4, 6, 1, 9],
  );
  assert.deepEqual(
    ["left", "up"].map((way) => neighbour(stops, 0, way)),
    [0, 0],
  );
  assert.equal(neighbour(stops, 99, "up"), 99);
  assert.deepEqual([rowEnd(stops, 5, "first"), rowEnd(stops, 5, "last")], [4, 7]);
});

test("arrows cross the gap between points and pass the bar", () => {
  const stops = [
    { place: 0, x: 5, y: 0, w: 1, h: 5 },
    { place: 1, x: 6, y: 0, w: 1, h: 5 },
    { place: 2, x: 7, y: 0, w: 1, h: 5 },
    { place: 3, x: 5, y: 6, w: 1, h: 5 },
    { place: 4, x: 7, y: 7, w: 1, h: 4 },
  ];
  assert.deepEqual([neighbour(stops, 0, "right"), neighbour(stops, 1, "right")], [1, 2]);
  assert.deepEqual([neighbour(stops, 0, "down"), neighbour(stops, 2, "down")], [3, 4]);
  assert.equal(neighbour(stops, 3, "right"), 4);
});

test("an advised trail is one way, or one for each piece that moves", () => {
  assert.deepEqual(
    ways([1, 3, 5, 7], (place) => place === 1),
    [[1, 3, 5, 7]],
  );
  assert.deepEqual(
    ways([1, 3, 5, 7], (place) => place === 1 || place === 5),
    [
      [1, 3],
      [5, 7],
    ],
  );
  assert.deepEqual(
    ways([1, 3, 3, 7], (place) => place === 1 || place === 3),
    [[1, 3, 7]],
  );
  assert.deepEqual([ways([4], () => false), ways([], () => true)], [[[4]], []]);
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

test("a piece is called by the name that its game gives it", () => {
  globalThis.document = { documentElement: { lang: "en" } };
  addMessages(editor);
  const spot = { place: 4, name: "e6", x: 4, y: 2, w: 1, h: 1, shape: "square" };
  const counsellor = { figure: "letter", paint: "white", letter: "Q", name: "counsellor" };
  const shah = { figure: "king", paint: "black", letter: "k", name: "shah" };
  const crown = { figure: "crown", paint: "black", letter: "Q", name: "queen" };
  assert.equal(description(spot, [counsellor], []), "e6, white counsellor");
  assert.equal(description(spot, [shah], ["danger"]), "e6, black shah, attacked");
  assert.equal(description(spot, [crown], []), "e6, black queen");
  assert.equal(pieceWords(counsellor), "White counsellor");
  assert.equal(pieceWords(crown), "Black queen");
});

test("choices lie on the board, the first on the place itself, and none on another", () => {
  const board = { width: 8, height: 8 };
  for (let place = 0; place < 64; place += 1) {
    for (let count = 1; count <= 15; count += 1) {
      const areas = laidOut({ x: place % 8, y: Math.floor(place / 8), w: 1, h: 1 }, board, count);
      const squares = new Set(areas.map(({ x, y }) => 8 * y + x));
      assert.equal(areas.length, count);
      assert.equal(squares.size, count, `${count} at ${place}`);
      assert.equal([...squares][0], place);
      assert.ok(areas.every(({ x, y }) => x >= 0 && x < 8 && y >= 0 && y < 8), `${count} at ${place}`);
    }
  }
});

test("shields with different letters are different pieces", () => {
  const pieces = ["A", "W"].map((letter) => ({ figure: "letter", paint: "white", letter, name: letter }));
  const at = (stacks) => ({ pieces, stacks, tokens: [], marks: [], caption: "" });
  const result = changes(at([[1, 0], [2, 1]]), at([[3, 1], [2, 0]]), []);
  assert.deepEqual(whereabouts(result), { 0: 2, 1: 3 });
});

test("where a piece gets to is told in words too", () => {
  addMessages(guideWords);
  const spots = ["a1", "b1", "c1", "d1"].map((name, place) => ({ place, name, x: place, y: 0, w: 1, h: 1, shape: "square" }));
  const ground = { material: "board", width: 4, height: 1, spots, labels: [] };
  const lesson = { piece: kinds.b, words: "", from: 1, ways: [[0, "move"], [2, "over"], [3, "move"]] };
  assert.equal(describeTargets(lesson, ground), "From b1: only goes there: a1, d1; only by jumping over a piece: c1.");
});
