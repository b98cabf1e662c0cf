// The WebSocket connection of the app: requests as promises, resumed after a reconnect.
//
// After a reconnect, subscriptions are sent first, with the number of the last event the client has; the server answers
// with the missing ones (src/catch_up.rs). Only then are pending actions sent again. The retries themselves are in
// reconnecting_socket.js.

import { confirmsAction } from "./history.js";
import { ApiError } from "./http.js";
import { t } from "./i18n.js";
import { ReconnectingSocket, SESSION_ENDED, showConnectionBanner } from "./reconnecting_socket.js";

/** @typedef {import("./wire.js").TableMessage} TableMessage */
/** @typedef {import("./wire.js").LobbyMessage} LobbyMessage */
/** @typedef {import("./wire.js").LobbyPages} LobbyPages */
/** @typedef {{name: string, registered: boolean}} User */
/**
 * A request without its final response.
 * @typedef {object} PendingRequest
 * @property {Record<string, any>} request
 * @property {(response: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {(response: any) => void} [onResponse] receives every response of a stream
 * @property {boolean} sent
 * @property {boolean} resent `true` if the server may have received it before the connection was lost
 */
/**
 * Subscriber to the messages of a table.
 * @typedef {object} TableWatcher
 * @property {() => number | null} latest number of the last event it has
 * @property {() => import("./wire.js").TableEvent[]} events
 * @property {(message: TableMessage) => void} onMessage
 * @property {(error: ApiError) => void} onError
 */

/** Time without a message after which a connection with open requests counts as dead, in milliseconds. */
const RESPONSE_TIMEOUT = 12_000;
const TIMEOUT_CHECK_INTERVAL = 2000;

class Connection {
  /**
   * The user of this browser; `null` before the first connection.
   * @type {User | null}
   */
  user = null;
  #socket = new ReconnectingSocket({
    onOpen: () => this.#onOpen(),
    onMessage: (message) => this.#onMessage(message),
    onClose: (code) => this.#onClose(code),
    onWake: () => this.#checkTimeout(),
  });
  /** @type {Map<number, PendingRequest>} */
  #pending = new Map();
  /** @type {Map<string, TableWatcher>} */
  #watchers = new Map();
  /** @type {{pages: LobbyPages, listener: (message: LobbyMessage) => void} | null} */
  #lobby = null;
  /**
   * Listeners by the kind of message.
   * @type {Map<string, Set<(message: any) => void>>}
   */
  #kindListeners = new Map();
  /** @type {Set<(user: User) => void>} */
  #userListeners = new Set();
  #nextId = 1;
  #lastActivity = 0;
  #started = false;

  connect() {
    if (!this.#started) {
      this.#started = true;
      setInterval(() => this.#checkTimeout(), TIMEOUT_CHECK_INTERVAL);
    }
    this.#socket.connect();
  }

  /**
   * Sends a message that has no response.
   * @param {Record<string, any>} message
   */
  send(message) {
    this.#socket.send(message);
  }

  /**
   * Sends a request with one response. It is sent again after a reconnect.
   * @param {Record<string, any>} request
   * @returns {Promise<any>}
   */
  request(request) {
    return this.#start(request).response;
  }

  /**
   * Sends a request with several responses. The promise resolves with the final one.
   * @param {Record<string, any>} request
   * @param {(response: any) => void} onResponse
   * @returns {{response: Promise<any>, abort: () => void}}
   */
  requestStream(request, onResponse) {
    const { id, response } = this.#start(request, onResponse);
    return { response, abort: () => this.#pending.has(id) && this.send({ kind: "stop_analysis", id }) };
  }

  /** @param {string} name */
  async rename(name) {
    await this.request({ kind: "name", name });
    this.#setUser({ name, registered: false });
  }

  /**
   * Registers a listener for all messages of a kind that are not about one request.
   * @param {string} kind
   * @param {(message: any) => void} listener
   * @returns {() => void} removes the listener
   */
  on(kind, listener) {
    const listeners = this.#kindListeners.get(kind) ?? new Set();
    this.#kindListeners.set(kind, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /**
   * Registers a listener for the user. It is called at once if the user is known.
   * @param {(user: User) => void} listener
   * @returns {() => void} removes the listener
   */
  onUser(listener) {
    this.#userListeners.add(listener);
    if (this.user) listener(this.user);
    return () => this.#userListeners.delete(listener);
  }

  /**
   * Registers a listener for changes of the user, by this page or another one.
   * @param {(user: User) => void} listener
   * @returns {() => void} removes the listener
   */
  onUserChange(listener) {
    let known = JSON.stringify(this.user);
    return this.onUser((user) => {
      const next = JSON.stringify(user);
      if (known !== next && known !== "null") listener(user);
      known = next;
    });
  }

  /** Reconnects as the user of the new cookie, after a log-in or log-out; resolves with the user. */
  switchUser() {
    this.user = null;
    this.#socket.restart();
    return /** @type {Promise<User>} */ (new Promise((resolve) => {
      const remove = this.onUser((user) => {
        remove();
        resolve(user);
      });
    }));
  }

  /**
   * Subscribes to pages of the lobby's lists. The same listener may subscribe again, to other pages.
   * @param {LobbyPages} pages
   * @param {(message: LobbyMessage) => void} listener
   * @returns {() => void} unsubscribes
   */
  watchLobby(pages, listener) {
    this.#lobby = { pages, listener };
    this.send({ kind: "lobby", ...pages });
    return () => {
      if (this.#lobby?.listener !== listener) return;
      this.#lobby = null;
      this.send({ kind: "unlobby" });
    };
  }

  /**
   * Subscribes to a table.
   * @param {string} table
   * @param {TableWatcher} watcher
   * @returns {() => void} unsubscribes
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
   * @param {(response: any) => void} [onResponse]
   */
  #start(request, onResponse) {
    const id = this.#nextId++;
    /** @type {Promise<any>} */
    const response = new Promise((resolve, reject) => {
      const pending = { request: { ...request, id }, resolve, reject, onResponse, sent: false, resent: false };
      this.#pending.set(id, pending);
      this.#sendPending(pending);
    });
    return { id, response };
  }

  /** @param {PendingRequest} pending */
  #sendPending(pending) {
    if (!this.#socket.isOpen) return;
    pending.sent = true;
    this.#lastActivity = performance.now();
    this.send(pending.request);
  }

  /**
   * @param {string} table
   * @param {TableWatcher} watcher
   */
  #sendWatch(table, watcher) {
    this.send({ kind: "watch", table, have: watcher.latest() });
  }

  #onOpen() {
    this.#lastActivity = performance.now();
    showConnectionBanner("");
    if (this.#lobby) this.send({ kind: "lobby", ...this.#lobby.pages });
    for (const [table, watcher] of this.#watchers) this.#sendWatch(table, watcher);
    // Actions wait for the events missed meanwhile: these may show that the action was already carried out.
    for (const pending of this.#pending.values()) {
      if (pending.request.kind !== "act" || !this.#watchers.has(pending.request.table)) this.#sendPending(pending);
    }
  }

  /** @param {number} code */
  #onClose(code) {
    for (const pending of this.#pending.values()) {
      pending.resent ||= pending.sent;
      pending.sent = false;
    }
    if (code !== SESSION_ENDED) showConnectionBanner(t("connection.lost"));
  }

  /** Reconnects if a request has waited too long for its response. */
  #checkTimeout() {
    const isWaiting = [...this.#pending.values()].some((pending) => pending.sent && !pending.onResponse);
    if (!isWaiting || performance.now() - this.#lastActivity < RESPONSE_TIMEOUT) return;
    this.#socket.reconnect();
  }

  /** @param {any} message */
  #onMessage(message) {
    this.#lastActivity = performance.now();
    for (const listener of [...(this.#kindListeners.get(message.kind) ?? [])]) listener(message);
    if (message.kind === "welcome") this.#setUser({ name: message.name, registered: message.registered });
    else if (message.kind === "lobby") this.#lobby?.listener(message);
    else if (message.kind === "table") this.#onTableMessage(message);
    else if (message.id != null) this.#onResponse(message);
    else if (message.kind === "refused") this.#onWatchError(message);
  }

  /** @param {TableMessage} message */
  #onTableMessage(message) {
    this.#watchers.get(message.table)?.onMessage(message);
    for (const pending of this.#pending.values()) {
      if (!pending.sent && pending.request.table === message.table) this.#sendPending(pending);
    }
  }

  /** @param {any} response */
  #onResponse(response) {
    const pending = this.#pending.get(response.id);
    if (!pending) return;
    const { request } = pending;
    if (pending.onResponse && response.kind !== "refused") {
      pending.onResponse(response);
      if (!response.final) return;
    }
    this.#pending.delete(response.id);
    if (response.kind !== "refused") return pending.resolve(response);
    if (response.status === 409 && request.kind === "act" && pending.resent) {
      // The first response was lost with the connection; the action itself may have been carried out.
      const events = this.#watchers.get(request.table)?.events() ?? [];
      if (confirmsAction(request.action, request.seat, request.seen, events)) return pending.resolve({ kind: "done", id: response.id });
    }
    pending.reject(new ApiError(response.status, response.message));
  }

  /** @param {any} response */
  #onWatchError(response) {
    const error = new ApiError(response.status, response.message);
    for (const [table, watcher] of this.#watchers) {
      if (response.table == null || response.table === table) watcher.onError(error);
    }
  }

  /** @param {User} user */
  #setUser(user) {
    this.user = user;
    for (const listener of [...this.#userListeners]) listener(user);
  }
}

export const socket = new Connection();
