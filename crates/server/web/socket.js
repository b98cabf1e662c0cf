// The one connection to the server: requests become promises, and a lost connection is taken up again where it was.

import { settles } from "./history.js";
import { Refusal } from "./http.js";
import { complain, Lifeline } from "./lifeline.js";
import { t } from "./i18n.js";

/** @typedef {import("./wire.js").TableMessage} TableMessage */
/** @typedef {import("./wire.js").LobbyMessage} LobbyMessage */
/**
 * A request without its answer. `each` hears every answer of a request that has several.
 * @typedef {object} Pending
 * @property {Record<string, any>} request
 * @property {(answer: any) => void} resolve
 * @property {(fault: Error) => void} reject
 * @property {(answer: any) => void} [each]
 * @property {boolean} sent
 * @property {boolean} twice whether it may have been heard before the connection was lost
 */
/**
 * A table that is watched: what it has, and who hears of it.
 * @typedef {object} Watcher
 * @property {() => number | null} have
 * @property {() => import("./wire.js").TableEvent[]} events
 * @property {(message: TableMessage) => void} hear
 * @property {(fault: Refusal) => void} fail
 */

const PATIENCE = 12_000;

class Connection {
  /** @type {string | null} */
  name = null;
  #line = new Lifeline({
    opened: () => this.#opened(),
    heard: (message) => this.#receive(message),
    lost: () => this.#lost(),
    hurried: () => this.#listen(),
  });
  /** @type {Map<number, Pending>} */
  #pending = new Map();
  /** @type {Map<string, Watcher>} */
  #watchers = new Map();
  /** @type {((message: LobbyMessage) => void) | null} */
  #lobby = null;
  /** @type {((name: string) => void)[]} */
  #named = [];
  #next = 1;
  #heard = 0;
  #started = false;

  connect() {
    if (!this.#started) {
      this.#started = true;
      setInterval(() => this.#listen(), 2000);
    }
    this.#line.connect();
  }

  /**
   * A request without an answer.
   * @param {Record<string, any>} message
   */
  tell(message) {
    this.#line.send(message);
  }

  /**
   * A request with one answer. It outlives a lost connection.
   * @param {Record<string, any>} request
   * @returns {Promise<any>}
   */
  ask(request) {
    return this.#begin(request).answer;
  }

  /**
   * A request with several answers; the promise is fulfilled by the one marked final.
   * @param {Record<string, any>} request
   * @param {(answer: any) => void} each
   * @returns {{answer: Promise<any>, end: () => void}}
   */
  follow(request, each) {
    const { id, answer } = this.#begin(request, each);
    return { answer, end: () => this.#pending.has(id) && this.tell({ kind: "unadvise", id }) };
  }

  /** @param {string} name */
  async rename(name) {
    await this.ask({ kind: "name", name });
    this.#setName(name);
  }

  /** @param {(name: string) => void} hear */
  onName(hear) {
    this.#named.push(hear);
    if (this.name) hear(this.name);
  }

  /**
   * @param {(message: LobbyMessage) => void} hear
   * @returns {() => void} what ends it
   */
  lobby(hear) {
    this.#lobby = hear;
    this.tell({ kind: "lobby" });
    return () => {
      if (this.#lobby !== hear) return;
      this.#lobby = null;
      this.tell({ kind: "unlobby" });
    };
  }

  /**
   * @param {string} table
   * @param {Watcher} watcher
   * @returns {() => void} what ends it
   */
  watch(table, watcher) {
    this.#watchers.set(table, watcher);
    this.#sendWatch(table, watcher);
    return () => {
      if (this.#watchers.get(table) !== watcher) return;
      this.#watchers.delete(table);
      this.tell({ kind: "unwatch", table });
    };
  }

  /**
   * @param {Record<string, any>} request
   * @param {(answer: any) => void} [each]
   */
  #begin(request, each) {
    const id = this.#next++;
    /** @type {Promise<any>} */
    const answer = new Promise((resolve, reject) => {
      const pending = { request: { ...request, id }, resolve, reject, each, sent: false, twice: false };
      this.#pending.set(id, pending);
      this.#send(pending);
    });
    return { id, answer };
  }

  /** @param {Pending} pending */
  #send(pending) {
    if (!this.#line.isOpen) return;
    pending.sent = true;
    this.#heard = performance.now();
    this.tell(pending.request);
  }

  /**
   * @param {string} table
   * @param {Watcher} watcher
   */
  #sendWatch(table, watcher) {
    this.tell({ kind: "watch", table, have: watcher.have() });
  }

  #opened() {
    this.#heard = performance.now();
    complain("");
    if (this.#lobby) this.tell({ kind: "lobby" });
    for (const [table, watcher] of this.#watchers) this.#sendWatch(table, watcher);
    // Actions wait for what happened in the meantime; perhaps they have.
    for (const pending of this.#pending.values()) {
      if (pending.request.kind !== "act" || !this.#watchers.has(pending.request.table)) this.#send(pending);
    }
  }

  #lost() {
    for (const pending of this.#pending.values()) {
      pending.twice ||= pending.sent;
      pending.sent = false;
    }
    complain(t("connection.lost"));
  }

  /** A line on which nobody answers is cut; the next one may be better. */
  #listen() {
    const asked = [...this.#pending.values()].some((pending) => pending.sent && !pending.each);
    if (!asked || performance.now() - this.#heard < PATIENCE) return;
    this.#line.cut();
  }

  /** @param {any} message */
  #receive(message) {
    this.#heard = performance.now();
    if (message.kind === "welcome") this.#setName(message.name);
    else if (message.kind === "lobby") this.#lobby?.(message);
    else if (message.kind === "table") this.#receiveTable(message);
    else if (message.id != null) this.#settle(message);
    else if (message.kind === "refused") this.#failWatch(message);
  }

  /** @param {TableMessage} message */
  #receiveTable(message) {
    this.#watchers.get(message.table)?.hear(message);
    for (const pending of this.#pending.values()) {
      if (!pending.sent && pending.request.table === message.table) this.#send(pending);
    }
  }

  /** @param {any} answer */
  #settle(answer) {
    const pending = this.#pending.get(answer.id);
    if (!pending) return;
    const { request } = pending;
    if (pending.each && answer.kind !== "refused") {
      pending.each(answer);
      if (!answer.final) return;
    }
    this.#pending.delete(answer.id);
    if (answer.kind !== "refused") return pending.resolve(answer);
    if (answer.status === 409 && request.kind === "act" && pending.twice) {
      // Sent twice because the first answer was lost: what it asked for has happened.
      const events = this.#watchers.get(request.table)?.events() ?? [];
      if (settles(request.action, request.seat, request.seen, events)) return pending.resolve({ kind: "done", id: answer.id });
    }
    pending.reject(new Refusal(answer.status, answer.sentence));
  }

  /** @param {any} refused */
  #failWatch(refused) {
    const refusal = new Refusal(refused.status, refused.sentence);
    for (const [table, watcher] of this.#watchers) {
      if (refused.table == null || refused.table === table) watcher.fail(refusal);
    }
  }

  /** @param {string} name */
  #setName(name) {
    this.name = name;
    for (const hear of this.#named) hear(name);
  }
}

export const socket = new Connection();
