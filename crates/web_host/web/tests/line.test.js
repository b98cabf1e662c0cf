import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { document: { documentElement: { lang: "en" } } });
const { MAX_ENTRIES, LineModel } = await import("../line/model.js");
const { byteName, formatSeconds, splitControls } = await import("../line/control_chars.js");
const { resultText, statusOf } = await import("../line/status.js");
const { facts, heading } = await import("../line/line_info.js");
const { playerName } = await import("../line/players.js");
const { route } = await import("../line/traffic.js");
const { addMessages } = await import("../i18n.js");
const { line } = await import("../messages/en.line.js");
const { table } = await import("../messages/en.table.js");
addMessages({ ...table, ...line });

const PLACEMENT = { pieces: [], stacks: [], tokens: [], marks: [], caption: "" };
const VIEW = {
  lines: [{ address: "pty", leds: [false, false, false], disconnected: false }], state: "playing", own: 1, turn: 1, prompt: 1, awaits_move: true,
  finished: false, timers: [null, null], placement: PLACEMENT, trail: [], legal: [], discs: [2, 2], result: null, score: { own: 0, other: 0, ties: 0 },
};

/** @param {number} number @param {string} [text] */
const entry = (number, text = "OK\r") => ({ number, at: number, kind: "sent", line: 0, text });

/** @param {object} view @param {object} [about] */
function modelOf(view, about = {}) {
  const model = new LineModel();
  const message = { kind: "line", about: { role: "pc", strict: false, engine: null, ...about }, view: { ...VIEW, ...view }, entries: [] };
  model.apply(/** @type {any} */ (message), 0);
  return model;
}

test("every byte is visible", () => {
  assert.deepEqual(splitControls("MM B5\r\n"), [{ text: "MM B5", named: false }, { text: "CR", named: true }, { text: "LF", named: true }]);
  assert.deepEqual(splitControls(""), []);
  assert.deepEqual(splitControls("\0a\x7f\xff"), [{ text: "NUL", named: true }, { text: "a", named: false }, { text: "DEL", named: true }, { text: "xFF", named: true }]);
  const names = Array.from({ length: 256 }, (_, byte) => byteName(byte));
  assert.equal(names.filter((name) => name === "").length, 95);
  assert.equal(new Set(names).size, 256 - 94, "names are unique");
});

test("times have three decimals", () => {
  assert.deepEqual([0, 7, 12_345, 1_234_567].map(formatSeconds), ["0.000", "0.007", "12.345", "1234.567"]);
});

test("new entries are added, and a longer entry replaces its start", () => {
  const model = modelOf({});
  const take = (/** @type {any[]} */ ...entries) => model.apply(/** @type {any} */ ({ kind: "line", entries }), 0).map(({ number, kind }) => `${number} ${kind}`);
  assert.deepEqual(take(entry(0), entry(1)), ["0 sent", "1 sent"]);
  assert.deepEqual(take(entry(1, "OK\r\n"), entry(2)), ["1 sent", "2 sent"]);
  assert.deepEqual(model.entries.map(({ text }) => text), ["OK\r", "OK\r\n", "OK\r"]);
  assert.deepEqual(take(entry(9)), ["8 gap", "9 sent"]);
  take(...Array.from({ length: 2 * MAX_ENTRIES }, (_, index) => entry(10 + index)));
  assert.equal(model.entries.length, MAX_ENTRIES);
  assert.equal(model.entries[MAX_ENTRIES - 1].number, 9 + 2 * MAX_ENTRIES);
});

test("dropped entries leave a gap, and a reconnection starts over", () => {
  const model = modelOf({});
  model.apply(/** @type {any} */ ({ kind: "line", entries: [entry(40), entry(41)] }), 0);
  assert.deepEqual(model.entries.map(({ kind }) => kind), ["gap", "sent", "sent"]);
  model.apply(/** @type {any} */ ({ kind: "line", about: model.about, entries: [entry(0)] }), 0);
  assert.deepEqual(model.entries.map(({ number }) => number), [0]);
});

test("time runs between messages", () => {
  const model = modelOf({ timers: [null, { kind: "move", left: 2000 }] });
  assert.deepEqual([model.timeLeft(2, 500), model.timeLeft(2, 9000)], [1500, 0]);
  assert.equal(model.timeLeft(1, 0), null);
});

test("each end sends its own messages", () => {
  assert.equal(modelOf({}).sender("sent"), "pc");
  assert.equal(modelOf({}, { role: "device" }).sender("received"), "pc");
});

test("status", () => {
  const head = (/** @type {object} */ view, about = {}) => statusOf(modelOf(view, about)).headline;
  assert.equal(head({ state: "opening" }), "Waiting for the device");
  assert.equal(head({ state: "opening" }, { role: "device" }), "Waiting for a PC");
  assert.equal(head({}), "Your turn");
  assert.equal(head({ awaits_move: false }), "Waiting for the reply");
  assert.equal(head({ turn: 2 }), "White to move");
  assert.equal(head({}, { engine: "strong" }), "Black is thinking…");
  const result = { winner: 2, void: false, why: "resigned", by: 1, discs: [30, 12] };
  assert.deepEqual(statusOf(modelOf({ state: "disconnected", result })), { tone: "disconnected", headline: "Disconnected", detail: "White wins. Black resigned." });
});

test("result", () => {
  const describe = (/** @type {object} */ result, about = {}) => {
    const text = resultText(modelOf({ state: "over", result }, about));
    return `${text?.headline}: ${text?.reason}`;
  };
  assert.equal(describe({ winner: 1, void: false, why: "played out", by: null, discs: [40, 24] }), "You win, 40–24: Game over.");
  assert.equal(describe({ winner: 1, void: false, why: "late", by: 2, discs: [20, 24] }, { engine: "first" }), "Black wins: White ran out of time.");
  assert.equal(describe({ winner: null, void: false, why: "stopped", by: null, discs: [9, 9] }), "Draw, 9–9: The PC ended the game; most discs wins.");
  assert.equal(describe({ winner: null, void: true, why: "timeout", by: null, discs: [9, 8] }), "No result: The other end does not respond.");
  assert.equal(resultText(modelOf({})), null);
});

/** @param {object} [view] */
const relayModel = (view = {}) => {
  const line = (/** @type {string} */ address) => ({ address, leds: [false, false, false], disconnected: false });
  return modelOf({ lines: [line("tcp:one"), line("tcp:two")], own: 2, turn: 2, prompt: 0, awaits_move: false, ...view }, { role: "relay" });
};

test("arrows point from sender to receiver", () => {
  const describe = (/** @type {any} */ model, /** @type {"sent" | "received"} */ kind, line = 0) => {
    const { side, before, after, description } = route(model, { kind, line });
    return `${side} ${before}_${after} ${description}`;
  };
  assert.equal(describe(modelOf({}), "sent"), "left _ → PC to device");
  assert.equal(describe(modelOf({}), "received"), "right ← _ Device to PC");
  assert.equal(describe(modelOf({}, { role: "device" }), "sent"), "right ← _ Device to PC");
  assert.equal(describe(relayModel(), "received", 0), "left A → _ Device A to relay");
  assert.equal(describe(relayModel(), "sent", 0), "left A ← _ Relay to device A");
  assert.equal(describe(relayModel(), "sent", 1), "right _ → B Relay to device B");
  assert.equal(describe(relayModel(), "received", 1), "right _ ← B Device B to relay");
});

test("a relay is read-only", () => {
  assert.equal(relayModel().isInteractive, false);
  assert.deepEqual([playerName(relayModel(), true), playerName(relayModel(), false)], ["Device A", "Device B"]);
  const head = (/** @type {object} */ view) => statusOf(relayModel(view));
  assert.equal(head({ state: "opening" }).headline, "Waiting for both devices");
  assert.deepEqual(head({}), { tone: "theirs", headline: "Device A (White) to move", detail: "The devices play. This page is read-only." });
  assert.equal(head({ turn: 1 }).headline, "Device B (Black) to move");
  const late = { winner: 2, void: false, why: "late", by: 1, discs: [10, 12] };
  assert.deepEqual(head({ state: "over", turn: null, result: late }), { tone: "over", headline: "Device A (White) wins, 12–10", detail: "Device B (Black) ran out of time." });
  const lost = { winner: null, void: true, why: "disconnected", by: null, discs: [10, 12] };
  assert.deepEqual(head({ state: "over", turn: null, result: lost }), { tone: "over", headline: "No result", detail: "A line was disconnected." });
  assert.equal(head({ state: "disconnected", turn: null, result: lost }).headline, "Both lines disconnected");
});

test("information about the lines", () => {
  assert.deepEqual(facts(modelOf({})), [["line", "pty"], ["this end", "PC"], ["parsing", "tolerant"]]);
  assert.deepEqual(facts(modelOf({ score: { own: 2, other: 1, ties: 0 } }))[3], ["games won", "PC 2, device 1"]);
  assert.deepEqual(facts(relayModel({ score: { own: 0, other: 1, ties: 2 } })), [["line A", "tcp:one"], ["line B", "tcp:two"], ["parsing", "tolerant"], ["games won", "A 0, B 1, ties 2"]]);
  assert.equal(heading(modelOf({})), "Othello on pty, played as PC");
  assert.equal(heading(relayModel()), "Othello between device A on tcp:one and device B on tcp:two");
});
