import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

/** Mock WebSocket; the test plays the server. */
class MockSocket extends EventTarget {
  static OPEN = 1;
  /** @type {MockSocket[]} */
  static all = [];
  readyState = 0;
  /** @type {any[]} */
  sent = [];

  constructor() {
    super();
    MockSocket.all.push(this);
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

  receive(/** @type {object} */ message) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }
}

/**
 * Listeners of the page by the name of their event.
 * @type {Record<string, (event: any) => void>}
 */
const pageListeners = {};
mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
Object.assign(globalThis, {
  WebSocket: MockSocket,
  window: globalThis,
  location: { protocol: "http:", host: "here" },
  document: Object.assign(new EventTarget(), { getElementById: () => null, documentElement: { lang: "en" }, hidden: false }),
  addEventListener: (/** @type {string} */ name, /** @type {(event: any) => void} */ listener) => (pageListeners[name] = listener),
});
const { socket } = await import("../socket.js");
const { retryDelay } = await import("../reconnecting_socket.js");

const last = () => MockSocket.all[MockSocket.all.length - 1];
const TABLE = { kind: "table", table: "t", events: [] };
/** @type {any[]} */
let events = [];
const watcher = { latest: () => 4, events: () => events, onMessage: () => {}, onError: () => {} };

beforeEach(() => {
  events = [];
  MockSocket.all = [];
  socket.connect();
  last().open();
});

/** Drops the connection and opens the next one. */
function reconnect() {
  last().close();
  mock.timers.tick(6000);
  assert.equal(MockSocket.all.length, 2);
  last().open();
}

test("retry delays double up to five seconds", () => {
  assert.deepEqual([0, 1, 2, 5, 30].map((failures) => retryDelay(failures, 0.5)), [250, 500, 1000, 5000, 5000]);
  assert.ok(retryDelay(0, 0) < retryDelay(0, 1));
});

test("requests resolve with their response", async () => {
  const response = socket.request({ kind: "touch", picked: [3] });
  const [request] = last().sent;
  last().receive({ kind: "touched", id: request.id, touch: [9] });
  assert.deepEqual((await response).touch, [9]);
  const refused = socket.request({ kind: "sit" });
  last().receive({ kind: "refused", id: last().sent[1].id, status: 409, message: "taken" });
  await assert.rejects(refused, { status: 409, message: "taken" });
});

test("after a reconnect the table is watched from the last event, and a move is resent only then", async () => {
  const unwatch = socket.watchTable("t", watcher);
  const response = socket.request({ kind: "act", table: "t", seat: 1, seen: 4, action: { do: "move", move: "d3" } });
  const act = last().sent[1];
  reconnect();
  assert.deepEqual(last().sent, [{ kind: "watch", table: "t", have: 4 }]);
  last().receive(TABLE);
  assert.deepEqual(last().sent[1], act);
  last().receive({ kind: "done", id: act.id });
  await response;
  unwatch();
});

test("a move that arrived before the connection was lost resolves, another action does not", async () => {
  const unwatch = socket.watchTable("t", watcher);
  const move = socket.request({ kind: "act", table: "t", seat: 1, seen: 4, action: { do: "move", move: "d3" } });
  const resign = socket.request({ kind: "act", table: "t", seat: 2, seen: 4, action: { do: "resign" } });
  const ids = last().sent.slice(1).map((request) => request.id);
  reconnect();
  events = [{ number: 5, event: "moved", seat: 1, move: "d3" }];
  last().receive(TABLE);
  for (const id of ids) last().receive({ kind: "refused", id, status: 409, message: "late" });
  await move;
  await assert.rejects(resign, { message: "late" });
  unwatch();
});

test("a stream delivers several responses", async () => {
  /** @type {number[]} */
  const depths = [];
  const { response, abort } = socket.requestStream({ kind: "analyse" }, (analysis) => depths.push(analysis.depth));
  const { id } = last().sent[0];
  last().receive({ kind: "analysis", id, depth: 1, final: false });
  abort();
  assert.deepEqual(last().sent[1], { kind: "stop_analysis", id });
  last().receive({ kind: "analysis", id, depth: 2, final: true });
  await response;
  assert.deepEqual(depths, [1, 2]);
});

test("after a log-in the socket reconnects at once as the new user", async () => {
  /** @type {string[]} */
  const names = [];
  const remove = socket.onUser(({ name }) => names.push(name));
  let changes = 0;
  last().receive({ kind: "welcome", name: "Guest 1000", registered: false });
  const removeChange = socket.onUserChange(() => (changes += 1));
  const unwatch = socket.watchTable("t", watcher);
  const switched = socket.switchUser();
  assert.equal(MockSocket.all.length, 2);
  assert.equal(MockSocket.all[0].readyState, 3);
  last().open();
  assert.deepEqual(last().sent, [{ kind: "watch", table: "t", have: 4 }]);
  last().receive({ kind: "welcome", name: "laleh", registered: true });
  assert.deepEqual(await switched, { name: "laleh", registered: true });
  assert.deepEqual(names, ["Guest 1000", "laleh"]);
  assert.equal(changes, 1);
  mock.timers.tick(6000);
  assert.equal(MockSocket.all.length, 2, "the old connection is not retried");
  for (const end of [remove, removeChange, unwatch]) end();
});

test("a page that is kept for the back button has no connection until it is shown again", () => {
  pageListeners.pagehide({});
  assert.equal(last().readyState, 3);
  mock.timers.tick(60_000);
  assert.equal(MockSocket.all.length, 1, "no other attempt");
  pageListeners.pageshow({ persisted: false });
  assert.equal(MockSocket.all.length, 1, "a new page connects by itself");
  pageListeners.pageshow({ persisted: true });
  assert.equal(MockSocket.all.length, 2);
  last().open();
});

test("messages of a kind go to their listeners until these are removed", () => {
  /** @type {any[]} */
  const received = [];
  const remove = socket.on("turn", (message) => received.push(message.table));
  last().receive({ kind: "turn", table: "a" });
  last().receive({ kind: "chat", table: "b" });
  remove();
  last().receive({ kind: "turn", table: "c" });
  assert.deepEqual(received, ["a"]);
});
