import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = /** @type {any} */ ({ documentElement: { lang: "en" } });
const { waitText } = await import("../pages/table/absence.js");
const { addMessages } = await import("../i18n.js");
const { table } = await import("../messages/en.table.js");
addMessages(table);

test("the wait is shown in one unit, rounded up", () => {
  for (const [wait, text] of /** @type {[number, string][]} */ ([
    [0, "0 s"], [1, "1 s"], [29_400, "30 s"], [120_000, "2 min"], [121_000, "3 min"], [2 * 3_600_000, "2 h"], [3 * 86_400_000, "3 d"],
  ])) assert.equal(waitText(wait), text);
});
