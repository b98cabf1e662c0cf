// A WebSocket that is onOpen again whenever it is lost.

/**
 * @typedef {object} Listener
 * @property {() => void} onOpen
 * @property {(message: any) => void} onMessage
 * @property {(code: number) => void} onClose with the code that the other side has closed it with
 * @property {() => void} [onWake] the page is looked at again, and the line seems to be there
 */

/**
 * How long to wait before the next try: a quarter of a second, doubling up to five, and never all at the same moment.
 * @param {number} tries how many have failed
 * @param {number} chance from 0 to 1
 */
export function retryDelay(tries, chance) {
  return Math.min(5000, 250 * 2 ** tries) * (0.75 + chance / 2);
}

export class ReconnectingSocket {
  /** @type {Listener} */
  #listener;
  /** @type {WebSocket | null} */
  #line = null;
  #tries = 0;
  #retry = 0;
  #started = false;

  /** @param {Listener} listener */
  constructor(listener) {
    this.#listener = listener;
  }

  connect() {
    if (!this.#started) {
      this.#started = true;
      addEventListener("online", () => this.#hurry());
      document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
    }
    clearTimeout(this.#retry);
    const line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    this.#line = line;
    line.addEventListener("open", () => {
      this.#tries = 0;
      this.#listener.onOpen();
    });
    line.addEventListener("message", (event) => this.#listener.onMessage(JSON.parse(event.data)));
    line.addEventListener("close", ({ code }) => line === this.#line && this.#lose(code));
  }

  get isOpen() {
    return this.#line?.readyState === WebSocket.OPEN;
  }

  /** @param {Record<string, any>} message */
  send(message) {
    if (this.isOpen) this.#line?.send(JSON.stringify(message));
  }

  /** A line on which nobody answers is cut; the next one may be better. */
  cut() {
    const line = this.#line;
    if (!line) return;
    this.#lose(0);
    line.close();
  }

  /** @param {number} code */
  #lose(code) {
    this.#line = null;
    clearTimeout(this.#retry);
    this.#retry = window.setTimeout(() => this.connect(), retryDelay(this.#tries++, Math.random()));
    this.#listener.onClose(code);
  }

  #hurry() {
    if (this.#line) return this.#listener.onWake?.();
    this.#tries = 0;
    this.connect();
  }
}

/**
 * Tells above the page how the connection is; nothing if it is well.
 * @param {string} sentence
 */
export function showConnectionBanner(sentence) {
  const place = document.getElementById("connection");
  if (place && place.textContent !== sentence) place.textContent = sentence;
}
