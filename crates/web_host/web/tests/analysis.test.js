import assert from "node:assert/strict";
import { test } from "node:test";
import { formatEvaluation, graphScore } from "../pages/table/analysis.js";

test("evaluations read as the server words them", () => {
  assert.equal(formatEvaluation({ value: -3.4, unit: "discs", text: "-3 discs" }), "−3 discs");
  assert.equal(formatEvaluation({ win: 5, text: "mate in 3" }), "mate in 3");
});

test("the graph shows the first seat's value, and the result at the end", () => {
  const evaluation = { value: 2, unit: "discs", text: "+2 discs" };
  assert.equal(graphScore({ evaluation, seat: 1, ending: null }), 2);
  assert.equal(graphScore({ evaluation, seat: 2, ending: null }), -2);
  const ended = (/** @type {number[]} */ places) => graphScore({ evaluation: null, seat: null, ending: { places, points: [0, 0], rule: "" } });
  assert.ok(Number(ended([1, 2])) > 1000 && Number(ended([2, 1])) < -1000);
  assert.equal(ended([1, 1]), 0);
});
