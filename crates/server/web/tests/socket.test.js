import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

/** A line whose other end is this test. */
class Line extends EventTarget {
  static OPEN = 1;
  /** @type {Line[]} */
  static all = [];
  readyState = 0;
  /** @type {any[]} */
  sent = [];

  constructor() {
    super();
    Line.all.push(this);
  }

  send(/** @type {string} */ text) {
    this.sent.push(JSON.parse(text));
  }

  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  close() {
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }

  say(/** @type {object} */ message) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }
}

mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
Object.assign(globalThis, {
  WebSocket: Line,
  window: globalThis,
  location: { protocol: "http:", host: "here" },
  document: Object.assign(new EventTarget(), { getElementById: () => null, documentElement: { lang: "en" }, hidden: false }),
  addEventListener: () => {},
});
const { socket } = await import("../socket.js");
const { retryDelay } = await import("../reconnecting_socket.js");

const last = () => Line.all[Line.all.length - 1];
const TABLE = { kind: "table", table: "t", events: [] };
/** @type {any[]} */
let events = [];
const watcher = { have: () => 4, events: () => events, hear: () => {}, fail: () => {} };

beforeEach(() => {
  events = [];
  Line.all = [];
  socket.connect();
  last().open();
});

/** Loses the line and opens the next one. */
function reconnect() {
  last().close();
  mock.timers.tick(6000);
  assert.equal(Line.all.length, 2);
  last().open();
}

test("pauses double up to five seconds", () => {
  assert.deepEqual([0, 1, 2, 5, 30].map((tries) => retryDelay(tries, 0.5)), [250, 500, 1000, 5000, 5000]);
  assert.ok(retryDelay(0, 0) < retryDelay(0, 1));
});

test("requests become promises", async () => {
  const answer = socket.request({ kind: "touch", picked: [3] });
  const [request] = last().sent;
  last().say({ kind: "touched", id: request.id, touch: [9] });
  assert.deepEqual((await answer).touch, [9]);
  const refused = socket.request({ kind: "sit" });
  last().say({ kind: "refused", id: last().sent[1].id, status: 409, sentence: "taken" });
  await assert.rejects(refused, { status: 409, sentence: "taken" });
});

test("after a loss the table is watched from where it was, and a move is sent again only then", async () => {
  const end = socket.watchTable("t", watcher);
  const answer = socket.request({ kind: "act", table: "t", seat: 1, seen: 4, action: { do: "move", move: "d3" } });
  const act = last().sent[1];
  reconnect();
  assert.deepEqual(last().sent, [{ kind: "watch", table: "t", have: 4 }]);
  last().say(TABLE);
  assert.deepEqual(last().sent[1], act);
  last().say({ kind: "done", id: act.id });
  await answer;
  end();
});

test("a move that had arrived before the loss is settled, another one is not", async () => {
  const end = socket.watchTable("t", watcher);
  const one = socket.request({ kind: "act", table: "t", seat: 1, seen: 4, action: { do: "move", move: "d3" } });
  const other = socket.request({ kind: "act", table: "t", seat: 2, seen: 4, action: { do: "resign" } });
  const ids = last().sent.slice(1).map((request) => request.id);
  reconnect();
  events = [{ number: 5, event: "moved", seat: 1, move: "d3" }];
  last().say(TABLE);
  for (const id of ids) last().say({ kind: "refused", id, status: 409, sentence: "late" });
  await one;
  await assert.rejects(other, { sentence: "late" });
  end();
});

test("advice comes in several answers", async () => {
  /** @type {number[]} */
  const depths = [];
  const { answer, end } = socket.requestStream({ kind: "advise" }, (advice) => depths.push(advice.depth));
  const { id } = last().sent[0];
  last().say({ kind: "advice", id, depth: 1, final: false });
  end();
  assert.deepEqual(last().sent[1], { kind: "unadvise", id });
  last().say({ kind: "advice", id, depth: 2, final: true });
  await answer;
  assert.deepEqual(depths, [1, 2]);
});
