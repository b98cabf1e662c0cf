// Entry point of the app: header, connection and routes.

import { h } from "./dom.js";
import { drawHeader } from "./header.js";
import { startRouter } from "./router.js";
import { socket } from "./socket.js";
import { followTurns } from "./turns.js";

/**
 * Loads a page together with its style sheet, which other pages do without.
 * @template T
 * @param {string} name file name of the style sheet
 * @param {Promise<T>} page
 * @returns {Promise<T>}
 */
async function withStyle(name, page) {
  const href = `/pages/${name}.css`;
  if (!document.querySelector(`link[href="${href}"]`)) {
    await new Promise((resolve) => document.head.append(h("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve })));
  }
  return page;
}

/**
 * Shows challenges in an element. They are rare: their code is loaded with the first one.
 * @param {HTMLElement} host
 */
function followChallenges(host) {
  /** @type {any[]} */
  let waiting = [];
  const load = async (/** @type {any} */ message) => {
    waiting.push(message);
    if (waiting.length > 1) return;
    try {
      const { showChallenges } = await import("./challenges.js");
      for (const remove of listeners) remove();
      showChallenges(host, waiting);
    } catch {
      // Without a connection; after the next one the server sends the challenges again.
      waiting = [];
    }
  };
  const listeners = [socket.on("challenges", load), socket.on("declined", load)];
}

drawHeader(/** @type {HTMLElement} */ (document.getElementById("header")));
followChallenges(/** @type {HTMLElement} */ (document.getElementById("challenges")));
followTurns();
socket.connect();
startRouter(/** @type {HTMLElement} */ (document.getElementById("page")), [
  [/^\/$/, async () => (await import("./pages/lobby.js")).lobbyPage],
  [/^\/new\/([\w-]+)$/, async () => (await import("./pages/new.js")).newPage],
  [/^\/table\/([\w-]+)$/, async () => (await import("./pages/table.js")).tablePage],
  [/^\/edit\/([\w-]+)$/, async () => (await withStyle("editor", import("./pages/editor.js"))).editorPage],
  [/^\/queens$/, async () => (await withStyle("queens", import("./pages/queens.js"))).queensPage],
  [/^\/device$/, async () => (await withStyle("device", import("./pages/device.js"))).devicePage],
  [/^\/tune$/, async () => (await withStyle("tune", import("./pages/tune.js"))).tunePage],
  [/^\/account$/, async () => (await withStyle("people", import("./pages/account.js"))).accountPage],
  [/^\/statistics$/, async () => (await withStyle("people", import("./pages/statistics.js"))).statisticsPage],
  [/^\/history$/, async () => (await withStyle("people", import("./pages/history.js"))).historyPage],
  [/^\/player\/([^/]+)$/, async () => (await withStyle("people", import("./pages/player.js"))).playerPage],
  [/^/, async () => (await import("./pages/not_found.js")).notFoundPage],
]);
