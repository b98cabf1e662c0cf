import assert from "node:assert/strict";
import { test } from "node:test";
import { addMessages } from "../i18n.js";
import { tune } from "../messages/en.tune.js";
import { stateText, timeText } from "../pages/tune/progress_text.js";

addMessages(tune);

test("the time left is rounded to what matters", () => {
  assert.deepEqual([0, 0.2, 12.3, 59.9, 60, 100, 3500, 3600, 7500].map(timeText),
    ["1 s", "1 s", "13 s", "60 s", "1 min", "2 min", "58 min", "1 h 0 min", "2 h 5 min"]);
});

test("only a run that is running has time left", () => {
  const run = { name: "0001-halma", plan: "halma", method: "spsa", seed: 1, generations: 5, complete_generations: 2, games: 10,
    expected_games: 20, error: null, seconds_left: 4, has_report: false };
  assert.equal(stateText({ ...run, state: "running" }), "Running, 4 s left");
  assert.equal(stateText({ ...run, state: "running", seconds_left: null }), "Running");
  assert.equal(stateText({ ...run, state: "complete", seconds_left: null }), "Complete");
});
