// Parts of the page of the chess computer that need no browser.

import assert from "node:assert/strict";
import test from "node:test";
import { keypadKey, LAYOUT } from "../pages/device/keypad.js";
import { isDark, scaleFor, SIDE } from "../pages/device/lcd.js";

test("keys of a keyboard press keys of the keypad", () => {
  assert.equal(LAYOUT.length, 16);
  for (const key of LAYOUT) assert.equal(keypadKey(key), key);
  assert.deepEqual(["Enter", "Backspace", "ArrowUp", "ArrowLeft", "ArrowRight", "ArrowDown", "a", " "].map(keypadKey), ["#", "*", "2", "4", "6", "8", "A", "5"]);
  for (const key of ["e", "F1", "Tab", "Escape", "constructor", "٥"]) assert.equal(keypadKey(key), null);
});

test("pixels are read from the highest bit on", () => {
  const frame = new Uint8Array((SIDE * SIDE) / 8);
  frame[0] = 0x80;
  frame[17] = 0x01;
  assert.ok(isDark(frame, 0, 0) && !isDark(frame, 1, 0) && isDark(frame, 15, 1));
});

test("every pixel of the screen has the same size", () => {
  assert.deepEqual([[384, 1], [383, 1], [310, 3], [100, 1], [9999, 2]].map(([width, ratio]) => scaleFor(width, ratio)), [3, 2, 7, 1, 12]);
});
