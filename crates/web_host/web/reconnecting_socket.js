// A WebSocket that reconnects with exponential backoff.

/**
 * @typedef {object} SocketHandlers
 * @property {() => void} onOpen
 * @property {(message: any) => void} onMessage
 * @property {(code: number) => void} onClose receives the close code of the server, 0 if the client disconnected
 * @property {() => void} [onWake] the page became visible or the network came back while the socket is connected
 */

/** Delays before the first and the last retry, in milliseconds. */
const [FIRST_DELAY, MAX_DELAY] = [250, 5000];

/** Close code of the server when the session has ended. */
export const SESSION_ENDED = 1008;

/**
 * Delay before the next connection attempt: doubles up to `MAX_DELAY`, with ±25 % jitter so that clients do not all
 * reconnect at the same moment.
 * @param {number} failures number of failed attempts
 * @param {number} random from 0 to 1
 */
export function retryDelay(failures, random) {
  return Math.min(MAX_DELAY, FIRST_DELAY * 2 ** failures) * (0.75 + random / 2);
}

export class ReconnectingSocket {
  /** @type {SocketHandlers} */
  #handlers;
  /** @type {WebSocket | null} */
  #socket = null;
  #failures = 0;
  #retryTimer = 0;
  #started = false;

  /** @param {SocketHandlers} handlers */
  constructor(handlers) {
    this.#handlers = handlers;
  }

  connect() {
    if (!this.#started) {
      this.#started = true;
      addEventListener("online", () => this.#wake());
      document.addEventListener("visibilitychange", () => document.hidden || this.#wake());
      // A page that the browser keeps for the back button would hold its connection, and its user would seem to be here.
      addEventListener("pagehide", () => this.#suspend());
      addEventListener("pageshow", ({ persisted }) => persisted && this.#wake());
    }
    clearTimeout(this.#retryTimer);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#failures = 0;
      this.#handlers.onOpen();
    });
    socket.addEventListener("message", (event) => this.#handlers.onMessage(JSON.parse(event.data)));
    socket.addEventListener("close", ({ code }) => socket === this.#socket && this.#onClose(code));
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Sends a message; drops it if the socket is not open.
   * @param {Record<string, any>} message
   */
  send(message) {
    if (this.isOpen) this.#socket?.send(JSON.stringify(message));
  }

  /** Drops the current connection and schedules a new one. */
  reconnect() {
    const socket = this.#socket;
    if (!socket) return;
    this.#onClose(0);
    socket.close();
  }

  /** Replaces the connection at once. */
  restart() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#failures = 0;
    this.#handlers.onClose(SESSION_ENDED);
    this.connect();
  }

  /** @param {number} code */
  #onClose(code) {
    this.#socket = null;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = window.setTimeout(() => this.connect(), retryDelay(this.#failures++, Math.random()));
    this.#handlers.onClose(code);
  }

  /** Closes the connection without another attempt. */
  #suspend() {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#retryTimer);
    socket?.close();
    this.#handlers.onClose(0);
  }

  #wake() {
    if (this.#socket) return this.#handlers.onWake?.();
    this.#failures = 0;
    this.connect();
  }
}

/**
 * Shows a message about the connection at the top of the page; an empty one hides the banner.
 * @param {string} message
 */
export function showConnectionBanner(message) {
  const banner = document.getElementById("connection");
  if (banner && banner.textContent !== message) banner.textContent = message;
}
