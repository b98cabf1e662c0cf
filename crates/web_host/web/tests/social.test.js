import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = /** @type {any} */ ({ documentElement: { lang: "en" }, hidden: false, querySelector: () => null, title: "" });
globalThis.window = /** @type {any} */ ({ isSecureContext: true });
const { ChatLines, lineText, sayRequest } = await import("../pages/table/chat.js");
const { challengeTexts } = await import("../challenges.js");
const { showNotification } = await import("../notifications.js");
const { setTitle, setTitlePrefix } = await import("../router.js");
const { Turns } = await import("../turns.js");

/** @param {number} number @param {string} name @param {string} text */
const line = (number, name, text) => ({ number, seat: 1, name, own: name === "me", text });

test("chat lines are not shown twice, and those of muted players not at all", () => {
  const lines = new ChatLines();
  lines.add([line(1, "Omid", "hi"), line(2, "me", "hello")], true);
  lines.add([line(2, "me", "hello"), line(3, "Omid", "again")], false);
  assert.deepEqual(lines.shown.map(lineText), ["hi", "hello", "again"]);
  lines.toggleMute("Omid");
  lines.toggleMute("me");
  assert.deepEqual(lines.shown.map(lineText), ["hello"], "one's own lines stay");
  lines.toggleMute("Omid");
  assert.equal(lines.isMuted("Omid"), false);
  lines.add([line(7, "Omid", "after a restart")], true);
  assert.deepEqual(lines.shown.map(lineText), ["after a restart"]);
});

test("the chat has a hundred lines, and says which ones it drops", () => {
  const lines = new ChatLines();
  const numbers = (/** @type {{number: number}[]} */ some) => some.map(({ number }) => number);
  lines.add(Array.from({ length: 99 }, (_, index) => line(index + 1, "Omid", "hi")), true);
  const { added, dropped } = lines.add([line(99, "Omid", "hi"), line(100, "me", "hi"), line(101, "Omid", "hi"), line(102, "me", "hi")], false);
  assert.deepEqual([numbers(added), numbers(dropped)], [[100, 101, 102], [1, 2]]);
  assert.equal(lines.shown.length, 100);
  assert.deepEqual(numbers(lines.add([], true).dropped), []);
});

test("every line has a key of its own, by which the server knows one that is sent again", () => {
  const [one, other] = [sayRequest({ text: "hi" }), sayRequest({ phrase: "hello" })];
  assert.match(one.key, /^[0-9a-f]{16}$/);
  assert.notEqual(one.key, other.key);
  assert.deepEqual({ ...one, key: "" }, { kind: "say", key: "", text: "hi" });
});

test("phrases are shown in words, unknown ones by their key", () => {
  assert.equal(lineText({ number: 1, seat: 1, name: "Omid", own: false, phrase: "well_played" }), "Well played");
  assert.equal(lineText({ number: 1, seat: 1, name: "Omid", own: false, phrase: "of_a_later_version" }), "of_a_later_version");
});

test("a challenge says who, what and on which terms", () => {
  const challenge = { table: "x", game: "othello", title: "Othello", clock: "5m+3s", rated: true, from: "Laleh", to: "Omid", seat: 2, seat_title: "White", expires_in: 1 };
  assert.deepEqual(challengeTexts(challenge), { text: "Laleh challenges you: Othello.", terms: "5 min + 3 s, rated. You play White." });
});

test("turns count without the table that is looked at", () => {
  const turns = new Turns();
  const turn = { title: "Othello", opponents: ["Omid"] };
  assert.equal(turns.set("a", turn), true);
  assert.equal(turns.set("a", turn), false, "it was the user's turn already");
  assert.equal(turns.set("b", turn), true);
  assert.equal(turns.count(null), 2);
  assert.equal(turns.count("a"), 1);
  assert.equal(turns.count("c"), 2);
  assert.equal(turns.set("a", null), false);
  assert.equal(turns.count(null), 1);
  turns.clear();
  assert.equal(turns.count(null), 0);
});

test("the title of every page begins with the turn", () => {
  setTitle("Statistics");
  setTitlePrefix("Your turn (2)");
  assert.equal(document.title, "● Your turn (2) · Statistics · Takhteh");
  setTitle("");
  assert.equal(document.title, "● Your turn (2) · Takhteh");
  setTitlePrefix("");
  assert.equal(document.title, "Takhteh");
});

test("notifications need the permission, the switch, and a hidden page", () => {
  /** @type {string[]} */
  const shown = [];
  const Mock = class extends EventTarget {
    static permission = "default";
    constructor(/** @type {string} */ title) {
      super();
      shown.push(title);
    }
  };
  const settings = new Map();
  Object.assign(globalThis, { Notification: Mock, localStorage: { getItem: (/** @type {string} */ key) => settings.get(key) ?? null } });
  Object.assign(window, { Notification: Mock });
  const notify = () => showNotification("Your turn", "", "/", "turn x");
  Object.assign(document, { hidden: true });
  notify();
  Mock.permission = "granted";
  notify();
  assert.deepEqual(shown, [], "the switch is off at first");
  settings.set("takhteh.notifications", "on");
  Object.assign(document, { hidden: false });
  notify();
  assert.deepEqual(shown, [], "the user looks at the page");
  Object.assign(document, { hidden: true });
  notify();
  assert.deepEqual(shown, ["Your turn"]);
});
