// Parts of the custom file editor that need no browser.

import assert from "node:assert/strict";
import test from "node:test";
import { lineNumberIn, lineRange } from "../pages/new/custom_file.js";

test("the range of a line", () => {
  const text = "name\n\nmoves = 1";
  const cut = (/** @type {number} */ number) => text.slice(...lineRange(text, number));
  assert.deepEqual([1, 2, 3, 4, 99].map(cut), ["name", "", "moves = 1", "", ""]);
});

test("the line number of an error message", () => {
  assert.equal(lineNumberIn("line 12: kind N: it has no name"), 12);
  assert.equal(lineNumberIn("there is no army on line 3"), null);
});
