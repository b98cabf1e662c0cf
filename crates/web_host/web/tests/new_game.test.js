import assert from "node:assert/strict";
import { test } from "node:test";
import { presetValues } from "../pages/new/settings.js";

test("a preset is read as values of its settings", () => {
  assert.deepEqual(presetValues("Size = 8 * 8\nPlayer_num = 4\n\nBeads-order = 1 2 3\n"), { Size: "8 * 8", Player_num: "4", "Beads-order": "1 2 3" });
  assert.deepEqual(presetValues(""), {});
});
