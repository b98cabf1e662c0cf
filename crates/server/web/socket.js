// The one connection to the server: requests become promises, and a lost connection is taken up again where it was.

import { confirmsAction } from "./history.js";
import { ApiError } from "./http.js";
import { showConnectionBanner, ReconnectingSocket } from "./reconnecting_socket.js";
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
 * @property {(fault: ApiError) => void} fail
 */

const PATIENCE = 12_000;

class Connection {
  /** @type {string | null} */
  name = null;
  #line = new ReconnectingSocket({
    onOpen: () => this.#opened(),
    onMessage: (message) => this.#receive(message),
    onClose: () => this.#lost(),
    onWake: () => this.#listen(),
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
  send(message) {
    this.#line.send(message);
  }

  /**
   * A request with one answer. It outlives a lost connection.
   * @param {Record<string, any>} request
   * @returns {Promise<any>}
   */
  request(request) {
    return this.#begin(request).answer;
  }

  /**
   * A request with several answers; the promise is fulfilled by the one marked final.
   * @param {Record<string, any>} request
   * @param {(answer: any) => void} each
   * @returns {{answer: Promise<any>, end: () => void}}
   */
  requestStream(request, each) {
    const { id, answer } = this.#begin(request, each);
    return { answer, end: () => this.#pending.has(id) && this.send({ kind: "unadvise", id }) };
  }

  /** @param {string} name */
  async rename(name) {
    await this.request({ kind: "name", name });
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
  watchLobby(hear) {
    this.#lobby = hear;
    this.send({ kind: "lobby" });
    return () => {
      if (this.#lobby !== hear) return;
      this.#lobby = null;
      this.send({ kind: "unlobby" });
    };
  }

  /**
   * @param {string} table
   * @param {Watcher} watcher
   * @returns {() => void} what ends it
   */
  watchTable(table, watcher) {
    this.#watchers.set(table, watcher);
    this.#sendWatch(table, watcher);
    return () => {
      if (this.#watchers.get(table) !== watcher) return;
      this.#watchers.delete(table);
      this.send({ kind: "unwatch", table });
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
    this.send(pending.request);
  }

  /**
   * @param {string} table
   * @param {Watcher} watcher
   */
  #sendWatch(table, watcher) {
    this.send({ kind: "watch", table, have: watcher.have() });
  }

  #opened() {
    this.#heard = performance.now();
    showConnectionBanner("");
    if (this.#lobby) this.send({ kind: "lobby" });
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
    showConnectionBanner(t("connection.lost"));
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
      // Sent twice because the first answer was onClose: what it asked for has happened.
      const events = this.#watchers.get(request.table)?.events() ?? [];
      if (confirmsAction(request.action, request.seat, request.seen, events)) return pending.resolve({ kind: "done", id: answer.id });
    }
    pending.reject(new ApiError(answer.status, answer.sentence));
  }

  /** @param {any} refused */
  #failWatch(refused) {
    const refusal = new ApiError(refused.status, refused.sentence);
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
