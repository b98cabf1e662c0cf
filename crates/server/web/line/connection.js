// The connection to the program at the line: what it shows comes in, orders go out.

import { ApiError } from "../http.js";
import { showConnectionBanner, ReconnectingSocket } from "../reconnecting_socket.js";
import { t } from "../i18n.js";

/** The code with which a server says that it goes. */
const AWAY = 1001;

export class LineConnection {
  #line;
  /** @type {Map<number, {resolve: () => void, reject: (fault: Error) => void}>} */
  #pending = new Map();
  #next = 1;
  /** Whether the program has said that it goes. */
  #isLeft = false;

  /** @param {(message: import("../wire.js").LineMessage) => void} hear */
  constructor(hear) {
    this.#line = new ReconnectingSocket({
      onOpen: () => {
        this.#isLeft = false;
        showConnectionBanner("");
      },
      onMessage: (message) => (message.kind === "line" ? hear(message) : this.#settle(message)),
      onClose: (code) => this.#lose(code),
    });
  }

  connect() {
    this.#line.connect();
  }

  /**
   * Orders something; fails with a sentence if it is not done. What is lost with the connection is not ordered again: by
   * then the board has changed.
   * @param {Record<string, any>} order
   * @returns {Promise<void>}
   */
  order(order) {
    return new Promise((resolve, reject) => {
      if (!this.#line.isOpen) return reject(new ApiError(0, t("connection.failed")));
      const id = this.#next++;
      this.#pending.set(id, { resolve, reject });
      this.#line.send({ ...order, id });
    });
  }

  /** @param {any} answer */
  #settle(answer) {
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (answer.kind === "done") pending?.resolve();
    else pending?.reject(new ApiError(answer.status, answer.sentence));
  }

  /** @param {number} code */
  #lose(code) {
    for (const { reject } of this.#pending.values()) reject(new ApiError(0, t("connection.failed")));
    this.#pending.clear();
    // A farewell is not forgotten because nobody answers behind it.
    if (code === AWAY) this.#isLeft = true;
    showConnectionBanner(t(this.#isLeft ? "line.ended" : "connection.lost"));
  }
}
