import assert from "node:assert/strict";
import { test } from "node:test";

import { Clocks, formatClock, parseTimeControl } from "../clock.js";

test("clock faces", () => {
  assert.deepEqual([252_000, 9_340, 10_000, 3_723_000, 59_999, 0, -5].map(formatClock), ["4:12", "0:09.3", "0:10", "1:02:03", "0:59", "0:00.0", "0:00.0"]);
});

test("time controls are parsed", () => {
  assert.deepEqual(parseTimeControl("5m+3s"), { kind: "game", time: "5 min", increment: "3 s" });
  assert.deepEqual(parseTimeControl("1h30m"), { kind: "game", time: "1 h 30 min", increment: null });
  assert.deepEqual(parseTimeControl("8s/move"), { kind: "move", time: "8 s" });
  assert.deepEqual(parseTimeControl("none"), { kind: "none" });
  assert.equal(parseTimeControl("soon"), null);
});

test("only the running clock counts down", () => {
  const clocks = new Clocks();
  clocks.set([{ left: 5000, runs: true }, { left: 7000, runs: false }, { left: null, runs: false }], 100);
  assert.deepEqual([1, 2, 3].map((seat) => clocks.left(seat, 1100)), [4000, 7000, null]);
  assert.equal(clocks.left(1, 99_000), 0);
  assert.equal(clocks.running, true);
});
