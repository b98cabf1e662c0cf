// The connection to the user's device, which is opened again when it is lost.

import { retryDelay } from "../../reconnecting_socket.js";

/**
 * State of the device.
 * @typedef {{table: string | null, turn: "you" | "opponent" | null, text: string}} DeviceState
 */

/**
 * Connects to the device.
 * @param {object} handlers
 * @param {(frame: Uint8Array) => void} handlers.onFrame
 * @param {(state: DeviceState) => void} handlers.onState
 * @param {(message: string) => void} handlers.onError
 * @param {() => void} handlers.onArmy an army was loaded
 * @param {(isConnected: boolean) => void} handlers.onConnection
 */
export function deviceSocket({ onFrame, onState, onError, onArmy, onConnection }) {
  /** @type {WebSocket} */
  let socket;
  let failures = 0;
  let timer = 0;
  let isClosed = false;

  function connect() {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/device/socket`);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => {
      failures = 0;
      onConnection(true);
    });
    socket.addEventListener("message", ({ data }) => {
      if (typeof data !== "string") return onFrame(new Uint8Array(data));
      const message = JSON.parse(data);
      if (message.error) onError(message.error);
      else if (message.army) onArmy();
      else onState(message);
    });
    socket.addEventListener("close", () => {
      if (isClosed) return;
      onConnection(false);
      timer = window.setTimeout(connect, retryDelay(failures++, Math.random()));
    });
  }

  connect();
  return {
    /**
     * Sends a key or an army; `false` if there is no connection.
     * @param {string} message
     */
    send(message) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(message);
      return true;
    },
    close() {
      isClosed = true;
      window.clearTimeout(timer);
      socket.close();
    },
  };
}
