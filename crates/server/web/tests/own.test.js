// A file of one's own, as far as it needs no browser.

import assert from "node:assert/strict";
import test from "node:test";
import { lineNumberIn, lineOf } from "../pages/new/own.js";

test("a line is found by its number", () => {
  const text = "name\n\nmoves = 1";
  const cut = (/** @type {number} */ number) => text.slice(...lineOf(text, number));
  assert.deepEqual([1, 2, 3, 4, 99].map(cut), ["name", "", "moves = 1", "", ""]);
});

test("a sentence names its line, or none", () => {
  assert.equal(lineNumberIn("line 12: kind N: it has no name"), 12);
  assert.equal(lineNumberIn("there is no army on line 3"), null);
});
