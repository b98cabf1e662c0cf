import assert from "node:assert/strict";
import { test } from "node:test";
import { enableFields, presetValues } from "../pages/new/settings.js";

test("a preset is read as values of its settings", () => {
  assert.deepEqual(presetValues("Size = 8 * 8\nPlayer_num = 4\n\nBeads-order = 1 2 3\n"), { Size: "8 * 8", Player_num: "4", "Beads-order": "1 2 3" });
  assert.deepEqual(presetValues(""), {});
});

test("settings that need another one are disabled without it", () => {
  const field = (/** @type {string} */ key, /** @type {string} */ usual, /** @type {string} */ value, /** @type {string | undefined} */ only_with) =>
    ({ setting: { key, about: "", usual, only_with, kind: /** @type {"text"} */ ("text"), values: "" }, input: { value, disabled: false } });
  const fields = [field("length", "0", "0"), field("cube", "yes", "yes", "length")];
  enableFields(fields);
  assert.deepEqual(fields.map(({ input }) => input.disabled), [false, true]);
  fields[0].input.value = "5";
  enableFields(fields);
  assert.deepEqual(fields.map(({ input }) => input.disabled), [false, false]);
});
