// The connection to the program on the serial line: state comes in, commands go out.

import { ApiError } from "../http.js";
import { showConnectionBanner, ReconnectingSocket } from "../reconnecting_socket.js";
import { t } from "../i18n.js";

/** WebSocket close code of a server that shuts down. */
const GOING_AWAY = 1001;

export class LineConnection {
  #socket;
  /** @type {Map<number, {resolve: () => void, reject: (error: Error) => void}>} */
  #pending = new Map();
  #next = 1;
  /** `true` if the program has shut down. */
  #serverStopped = false;

  /** @param {(message: import("../wire.js").LineMessage) => void} onMessage */
  constructor(onMessage) {
    this.#socket = new ReconnectingSocket({
      onOpen: () => {
        this.#serverStopped = false;
        showConnectionBanner("");
      },
      onMessage: (message) => (message.kind === "line" ? onMessage(message) : this.#settle(message)),
      onClose: (code) => this.#onClose(code),
    });
  }

  connect() {
    this.#socket.connect();
  }

  /**
   * Sends a command. Rejects with a message if the server refuses it or the connection is lost; it is not sent again,
   * because the position may have changed.
   * @param {Record<string, any>} command
   * @returns {Promise<void>}
   */
  send(command) {
    return new Promise((resolve, reject) => {
      if (!this.#socket.isOpen) return reject(new ApiError(0, t("connection.failed")));
      const id = this.#next++;
      this.#pending.set(id, { resolve, reject });
      this.#socket.send({ ...command, id });
    });
  }

  /** @param {any} response */
  #settle(response) {
    const pending = this.#pending.get(response.id);
    this.#pending.delete(response.id);
    if (response.kind === "done") pending?.resolve();
    else pending?.reject(new ApiError(response.status, response.message));
  }

  /** @param {number} code */
  #onClose(code) {
    for (const { reject } of this.#pending.values()) reject(new ApiError(0, t("connection.failed")));
    this.#pending.clear();
    // Failed reconnections after a shutdown do not change the message.
    if (code === GOING_AWAY) this.#serverStopped = true;
    showConnectionBanner(t(this.#serverStopped ? "line.ended" : "connection.lost"));
  }
}
