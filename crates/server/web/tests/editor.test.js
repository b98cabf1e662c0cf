// The parts of the editor that need no browser.

import assert from "node:assert/strict";
import test from "node:test";
import { keysOf } from "../pages/editor/palette.js";
import { addressOf, arrangementOf, asSentence, readAddress, stacksOf, standingOf, strokeFrom, touched, turnOf } from "../pages/editor/arrangement.js";

const black = { figure: "disc", paint: "black", letter: "X" };
const white = { figure: "disc", paint: "white", letter: "O" };
const square = { place: 3, name: "d1", x: 3, y: 0, w: 1, h: 1, shape: "square" };
const point = { place: 6, name: "6", x: 0, y: 0, w: 1, h: 5, shape: "point", growth: "down" };

test("a standing becomes an arrangement and a standing again", () => {
  const standing = { pieces: [black, white], stacks: [[3, 0], [6, 1, 1]], tokens: [], marks: [], caption: "" };
  const arrangement = arrangementOf(standing);
  assert.deepEqual(standingOf(arrangement), standing);
  assert.deepEqual(stacksOf(arrangement), [[3, black], [6, white, white]]);
});

test("a square holds one piece, a pile grows by one", () => {
  const empty = new Map();
  const one = touched(empty, square, black);
  assert.deepEqual([...one], [[3, [black]]]);
  assert.equal(touched(one, square, black), one);
  assert.deepEqual([...touched(one, square, white)], [[3, [white]]]);
  assert.equal(touched(one, square, null).size, 0);
  assert.equal(touched(empty, square, null), empty);

  const two = touched(touched(empty, point, black), point, black);
  assert.equal(two.get(6).length, 2);
  assert.deepEqual(touched(two, point, white).get(6), [white], "a pile is of one kind");
  assert.equal(touched(two, point, null).get(6).length, 1);
  assert.equal(touched(touched(two, point, null), point, null).size, 0);
});

test("a stroke over a piece of its own kind takes away", () => {
  const arrangement = new Map([[3, [black]], [6, [black]]]);
  assert.equal(strokeFrom(arrangement, square, black), null);
  assert.equal(strokeFrom(arrangement, square, white), white);
  assert.equal(strokeFrom(arrangement, point, black), black);
  assert.equal(strokeFrom(new Map(), square, null), null);
});

test("whose turn it is, also before the dice", () => {
  const seats = [{ seat: 1, title: "White", paint: "white" }, { seat: 2, title: "Black", paint: "black" }];
  assert.equal(turnOf({ turn: 2, seats, standing: { caption: "White to move" } }), 2);
  assert.equal(turnOf({ turn: null, seats, standing: { caption: "Black to roll; pips: White 167, Black 167" } }), 2);
  assert.equal(turnOf({ turn: null, seats, standing: { caption: "" } }), null);
});

test("what the server says begins with a capital and ends with a stop", () => {
  assert.equal(asSentence("nobody can move"), "Nobody can move.");
  assert.equal(asSentence("\"x\" was not understood."), "\"x\" was not understood.");
});

test("position and settings travel in the address", () => {
  const address = addressOf("/new/halma", "g1,a 2/x", { Size: "8 * 8" });
  assert.equal(address, "/new/halma?position=g1%2Ca%202%2Fx&setting.Size=8%20*%208");
  assert.deepEqual(readAddress(address.split("?")[1]), { position: "g1,a 2/x", settings: { Size: "8 * 8" } });
  assert.equal(addressOf("/new/othello", "start", {}), "/new/othello");
  assert.deepEqual(readAddress(""), { position: "start", settings: {} });
});

test("every piece of a palette has a key of its own, however many there are", () => {
  assert.deepEqual(keysOf([black, white]), ["1", "2"]);
  const army = [..."KQRBNPkqrbnp"].map((letter) => ({ figure: "letter", paint: "white", letter, name: letter }));
  assert.equal(keysOf(army).join(""), "KQRBNPkqrbnp");
});
