import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { document: { documentElement: { lang: "en" } } });
const { KEPT, Scene } = await import("../line/scene.js");
const { nameOf, seconds, visible } = await import("../line/visible.js");
const { standing, verdict } = await import("../line/status.js");
const { learn } = await import("../words.js");
const { line } = await import("../words/en.line.js");
learn(line);

const STANDING = { pieces: [], stacks: [], tokens: [], marks: [], caption: "" };
const SIGHT = {
  place: "pty", stage: "playing", own: 1, turn: 1, question: 1, awaited: true, finished: false, time: null, standing: STANDING,
  trail: [], legal: [], leds: [false, false, false], discs: [2, 2], ended: null,
};

/** @param {number} number @param {string} [text] */
const entry = (number, text = "OK\r") => ({ number, at: number, what: "sent", text });

/** @param {object} sight @param {object} [about] */
function seen(sight, about = {}) {
  const scene = new Scene();
  const message = { kind: "line", about: { part: "pc", strict: false, engine: null, ...about }, sight: { ...SIGHT, ...sight }, entries: [] };
  scene.take(/** @type {any} */ (message), 0);
  return scene;
}

test("every byte is seen", () => {
  assert.deepEqual(visible("MM B5\r\n"), [{ text: "MM B5", named: false }, { text: "CR", named: true }, { text: "LF", named: true }]);
  assert.deepEqual(visible(""), []);
  assert.deepEqual(visible("\0a\x7f\xff"), [{ text: "NUL", named: true }, { text: "a", named: false }, { text: "DEL", named: true }, { text: "xFF", named: true }]);
  const names = Array.from({ length: 256 }, (_, byte) => nameOf(byte));
  assert.equal(names.filter((name) => name === "").length, 95);
  assert.equal(new Set(names).size, 256 - 94, "no two are called the same");
});

test("times have thousandths", () => {
  assert.deepEqual([0, 7, 12_345, 1_234_567].map(seconds), ["0.000", "0.007", "12.345", "1234.567"]);
});

test("what is new is added, and what has grown takes its place", () => {
  const scene = seen({});
  const take = (/** @type {any[]} */ ...entries) => scene.take(/** @type {any} */ ({ kind: "line", entries }), 0).map(({ number, what }) => `${number} ${what}`);
  assert.deepEqual(take(entry(0), entry(1)), ["0 sent", "1 sent"]);
  assert.deepEqual(take(entry(1, "OK\r\n"), entry(2)), ["1 sent", "2 sent"]);
  assert.deepEqual(scene.entries.map(({ text }) => text), ["OK\r", "OK\r\n", "OK\r"]);
  assert.deepEqual(take(entry(9)), ["8 gap", "9 sent"]);
  take(...Array.from({ length: 2 * KEPT }, (_, index) => entry(10 + index)));
  assert.equal(scene.entries.length, KEPT);
  assert.equal(scene.entries[KEPT - 1].number, 9 + 2 * KEPT);
});

test("who comes late misses what is not kept, and who comes again begins anew", () => {
  const scene = seen({});
  scene.take(/** @type {any} */ ({ kind: "line", entries: [entry(40), entry(41)] }), 0);
  assert.deepEqual(scene.entries.map(({ what }) => what), ["gap", "sent", "sent"]);
  scene.take(/** @type {any} */ ({ kind: "line", about: scene.about, entries: [entry(0)] }), 0);
  assert.deepEqual(scene.entries.map(({ number }) => number), [0]);
});

test("time runs on by itself", () => {
  const scene = seen({ time: { for: "own", left: 2000 } });
  assert.deepEqual([scene.left(500), scene.left(9000)], [1500, 0]);
  assert.equal(seen({}).left(0), null);
});

test("ends speak for themselves", () => {
  assert.equal(seen({}).speaker("sent"), "pc");
  assert.equal(seen({}, { part: "device" }).speaker("heard"), "pc");
});

test("how things stand", () => {
  const head = (/** @type {object} */ sight, about = {}) => standing(seen(sight, about)).headline;
  assert.equal(head({ stage: "opening" }), "Looking for the device");
  assert.equal(head({ stage: "opening" }, { part: "device" }), "Waiting for a PC");
  assert.equal(head({}), "Your turn");
  assert.equal(head({ awaited: false }), "Waiting for the answer");
  assert.equal(head({ turn: 2 }), "White to move");
  assert.equal(head({}, { engine: "strong" }), "Black is thinking");
  const ended = { winner: 2, void: false, why: "given up", by: 1, discs: [30, 12] };
  assert.deepEqual(standing(seen({ stage: "gone", ended })), { tone: "gone", headline: "The line is gone", detail: "White wins. Black gave up." });
});

test("how a game ended", () => {
  const told = (/** @type {object} */ ended, about = {}) => {
    const words = verdict(seen({ stage: "over", ended }, about));
    return `${words?.headline}: ${words?.why}`;
  };
  assert.equal(told({ winner: 1, void: false, why: "played out", by: null, discs: [40, 24] }), "You win, 40 to 24: Played to the end.");
  assert.equal(told({ winner: 1, void: false, why: "late", by: 2, discs: [20, 24] }, { engine: "first" }), "Black wins: White took too long.");
  assert.equal(told({ winner: null, void: false, why: "stopped", by: null, discs: [9, 9] }), "A draw, 9 to 9: The PC ended the game; more discs win.");
  assert.equal(told({ winner: null, void: true, why: "silent", by: null, discs: [9, 8] }), "No result: The other end is silent.");
  assert.equal(verdict(seen({})), null);
});
