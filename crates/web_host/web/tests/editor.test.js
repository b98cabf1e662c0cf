// Parts of the position editor that need no browser.

import assert from "node:assert/strict";
import test from "node:test";
import { keysOf } from "../pages/editor/palette.js";
import { applyBrush, arrangementOf, brushForStroke, pageUrl, parseQuery, stacksOf, placementOf, turnOf } from "../pages/editor/arrangement.js";
import { asSentence } from "../i18n.js";

Object.assign(globalThis, { document: { documentElement: { lang: "en" } } });

const black = { figure: "disc", paint: "black", letter: "X" };
const white = { figure: "disc", paint: "white", letter: "O" };
const square = { place: 3, name: "d1", x: 3, y: 0, w: 1, h: 1, shape: "square" };
const point = { place: 6, name: "6", x: 0, y: 0, w: 1, h: 5, shape: "point", growth: "down" };

test("positions and arrangements convert into each other", () => {
  const placement = { pieces: [black, white], stacks: [[3, 0], [6, 1, 1]], tokens: [], marks: [], caption: "" };
  const arrangement = arrangementOf(placement);
  assert.deepEqual(placementOf(arrangement), placement);
  assert.deepEqual(stacksOf(arrangement), [[3, black], [6, white, white]]);
});

test("a square holds one piece, a stack grows by one", () => {
  const empty = new Map();
  const one = applyBrush(empty, square, black);
  assert.deepEqual([...one], [[3, [black]]]);
  assert.equal(applyBrush(one, square, black), one);
  assert.deepEqual([...applyBrush(one, square, white)], [[3, [white]]]);
  assert.equal(applyBrush(one, square, null).size, 0);
  assert.equal(applyBrush(empty, square, null), empty);

  const two = applyBrush(applyBrush(empty, point, black), point, black);
  assert.equal(two.get(6).length, 2);
  assert.deepEqual(applyBrush(two, point, white).get(6), [white], "a stack holds one kind of piece");
  assert.equal(applyBrush(two, point, null).get(6).length, 1);
  assert.equal(applyBrush(applyBrush(two, point, null), point, null).size, 0);
});

test("a stroke that starts on the same piece erases", () => {
  const arrangement = new Map([[3, [black]], [6, [black]]]);
  assert.equal(brushForStroke(arrangement, square, black), null);
  assert.equal(brushForStroke(arrangement, square, white), white);
  assert.equal(brushForStroke(arrangement, point, black), black);
  assert.equal(brushForStroke(new Map(), square, null), null);
});

test("the turn is known before the first roll", () => {
  const seats = [{ seat: 1, title: "White", paint: "white" }, { seat: 2, title: "Black", paint: "black" }];
  assert.equal(turnOf({ turn: 2, seats, placement: { caption: "White to move" } }), 2);
  assert.equal(turnOf({ turn: null, seats, placement: { caption: "Black to roll; pips: White 167, Black 167" } }), 2);
  assert.equal(turnOf({ turn: null, seats, placement: { caption: "" } }), null);
});

test("messages get a capital letter and a full stop", () => {
  assert.equal(asSentence("no legal moves"), "No legal moves.");
  assert.equal(asSentence("a1 flips nothing"), "a1 flips nothing.");
  assert.equal(asSentence("use 1–64 characters"), "Use 1–64 characters.");
  assert.equal(asSentence("\"x\" was not understood."), "\"x\" was not understood.");
});

test("the address contains position and settings", () => {
  const address = pageUrl("/new/halma", "g1,a 2/x", { Size: "8 * 8" });
  assert.equal(address, "/new/halma?position=g1%2Ca%202%2Fx&setting.Size=8%20*%208");
  assert.deepEqual(parseQuery(address.split("?")[1]), { position: "g1,a 2/x", settings: { Size: "8 * 8" } });
  assert.equal(pageUrl("/new/othello", "start", {}), "/new/othello");
  assert.deepEqual(parseQuery(""), { position: "start", settings: {} });
});

test("every piece of a palette has its own key", () => {
  assert.deepEqual(keysOf([black, white]), ["1", "2"]);
  const army = [..."KQRBNPkqrbnp"].map((letter) => ({ figure: "letter", paint: "white", letter, name: letter }));
  assert.equal(keysOf(army).join(""), "KQRBNPkqrbnp");
});
