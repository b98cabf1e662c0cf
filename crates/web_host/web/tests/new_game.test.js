import assert from "node:assert/strict";
import { test } from "node:test";
import { addMessages } from "../i18n.js";
import { newGame } from "../messages/en.new.js";
import { engineText, optionValues, valueText } from "../pages/new/engine_options.js";
import { canBeRated } from "../pages/new/rated.js";
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

test("options of an engine are lists of values", () => {
  addMessages(newGame);
  const base = { about: "", usual: "2" };
  const number = { ...base, key: "effort", kind: /** @type {"number"} */ ("number"), least: 1, most: 3 };
  const choice = { ...base, key: "style", kind: /** @type {"choice"} */ ("choice"), choices: ["calm", "bold"] };
  assert.deepEqual(optionValues(number), ["1", "2", "3"]);
  assert.deepEqual(optionValues(choice), ["calm", "bold"]);
  assert.deepEqual([valueText(number, "2"), valueText(choice, "bold")], ["effort 2", "bold"]);
  assert.equal(valueText({ ...number, key: "level" }, "3"), "3 – casual");
});

test("an engine is written with its options", () => {
  assert.equal(engineText("random", []), "random");
  assert.equal(engineText("narrad", [["depth", "2"], ["params", "guess"]]), "narrad:depth=2,params=guess");
});

test("a game is rated between one seat of the user and computers with a rating or people by link", () => {
  /** @type {import("../wire.js").SeatRequest} */
  const me = { who: "me" };
  /** @type {(engine?: string) => import("../wire.js").SeatRequest} */
  const engine = (name) => ({ who: "engine", engine: name });
  const rated = ["strong:level=4"];
  assert.ok(canBeRated([me, engine("strong:level=4")], rated));
  assert.ok(!canBeRated([me, engine("strong:level=5")], rated));
  assert.ok(canBeRated([{ who: "link" }, me], rated));
  assert.ok(canBeRated([me, { who: "player", name: "Omid" }], rated));
  assert.ok(!canBeRated([me, { who: "player", name: "ziggy (Bot) " }], rated), "bots do not play rated games");
  for (const seats of [[me], [me, me], [me, { who: "here" }], [me, engine("narrad:depth=2")], [me, engine()], [{ who: "link" }, { who: "link" }]]) {
    assert.ok(!canBeRated(/** @type {import("../wire.js").SeatRequest[]} */ (seats), rated), JSON.stringify(seats));
  }
});
