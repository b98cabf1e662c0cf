import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { document: { documentElement: { lang: "en" } } });
const { KEPT, Scene } = await import("../line/scene.js");
const { nameOf, seconds, visible } = await import("../line/visible.js");
const { standing, verdict } = await import("../line/status.js");
const { facts, heading } = await import("../line/facts.js");
const { playerName } = await import("../line/people.js");
const { route } = await import("../line/traffic.js");
const { addMessages } = await import("../i18n.js");
const { line } = await import("../messages/en.line.js");
addMessages(line);

const STANDING = { pieces: [], stacks: [], tokens: [], marks: [], caption: "" };
const SIGHT = {
  lines: [{ place: "pty", leds: [false, false, false], gone: false }], stage: "playing", own: 1, turn: 1, question: 1, awaited: true,
  finished: false, times: [null, null], standing: STANDING, trail: [], legal: [], discs: [2, 2], ended: null, tally: { own: 0, other: 0, ties: 0 },
};

/** @param {number} number @param {string} [text] */
const entry = (number, text = "OK\r") => ({ number, at: number, what: "sent", line: 0, text });

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
  const scene = seen({ times: [null, { for: "move", left: 2000 }] });
  assert.deepEqual([scene.left(2, 500), scene.left(2, 9000)], [1500, 0]);
  assert.equal(scene.left(1, 0), null);
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

/** @param {object} [sight] */
const relayed = (sight = {}) => {
  const line = (/** @type {string} */ place) => ({ place, leds: [false, false, false], gone: false });
  return seen({ lines: [line("tcp:one"), line("tcp:two")], own: 2, turn: 2, question: 0, awaited: false, ...sight }, { part: "relay" });
};

test("a line points from who speaks to who listens", () => {
  const told = (/** @type {any} */ scene, /** @type {"sent" | "heard"} */ what, line = 0) => {
    const { side, before, after, words } = route(scene, { what, line });
    return `${side} ${before}_${after} ${words}`;
  };
  assert.equal(told(seen({}), "sent"), "left _ → PC to device");
  assert.equal(told(seen({}), "heard"), "right ← _ Device to PC");
  assert.equal(told(seen({}, { part: "device" }), "sent"), "right ← _ Device to PC");
  assert.equal(told(relayed(), "heard", 0), "left A → _ Device A to relay");
  assert.equal(told(relayed(), "sent", 0), "left A ← _ Relay to device A");
  assert.equal(told(relayed(), "sent", 1), "right _ → B Relay to device B");
  assert.equal(told(relayed(), "heard", 1), "right _ ← B Device B to relay");
});

test("two devices play, and nobody here", () => {
  assert.equal(relayed().isPlayed, false);
  assert.deepEqual([playerName(relayed(), true), playerName(relayed(), false)], ["Device A", "Device B"]);
  const head = (/** @type {object} */ sight) => standing(relayed(sight));
  assert.equal(head({ stage: "opening" }).headline, "Looking for both devices");
  assert.deepEqual(head({}), { tone: "theirs", headline: "Device A (White) to move", detail: "The devices play; this page only watches." });
  assert.equal(head({ turn: 1 }).headline, "Device B (Black) to move");
  const late = { winner: 2, void: false, why: "late", by: 1, discs: [10, 12] };
  assert.deepEqual(head({ stage: "over", turn: null, ended: late }), { tone: "over", headline: "Device A (White) wins, 12 to 10", detail: "Device B (Black) took too long." });
  const cut = { winner: null, void: true, why: "cut", by: null, discs: [10, 12] };
  assert.deepEqual(head({ stage: "over", turn: null, ended: cut }), { tone: "over", headline: "No result", detail: "A line was cut." });
  assert.equal(head({ stage: "gone", turn: null, ended: cut }).headline, "The lines are gone");
});

test("what is known of the lines", () => {
  assert.deepEqual(facts(seen({})), [["line", "pty"], ["this end", "PC"], ["reading", "tolerant"]]);
  assert.deepEqual(facts(seen({ tally: { own: 2, other: 1, ties: 0 } }))[3], ["games won", "PC 2, device 1"]);
  assert.deepEqual(facts(relayed({ tally: { own: 0, other: 1, ties: 2 } })), [["line A", "tcp:one"], ["line B", "tcp:two"], ["reading", "tolerant"], ["games won", "A 0, B 1, ties 2"]]);
  assert.equal(heading(seen({})), "Othello on the line pty, seen from the PC");
  assert.equal(heading(relayed()), "Othello between device A on the line tcp:one and device B on the line tcp:two");
});
