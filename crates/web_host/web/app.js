// Entry point of the app: header, connection and routes.

import { drawHeader } from "./header.js";
import { startRouter } from "./router.js";
import { socket } from "./socket.js";

drawHeader(/** @type {HTMLElement} */ (document.getElementById("header")));
socket.connect();
startRouter(/** @type {HTMLElement} */ (document.getElementById("page")), [
  [/^\/$/, async () => (await import("./pages/lobby.js")).lobbyPage],
  [/^\/new\/([\w-]+)$/, async () => (await import("./pages/new.js")).newPage],
  [/^\/table\/([\w-]+)$/, async () => (await import("./pages/table.js")).tablePage],
  [/^\/edit\/([\w-]+)$/, async () => (await import("./pages/editor.js")).editorPage],
  [/^\/queens$/, async () => (await import("./pages/queens.js")).queensPage],
  [/^\/tune$/, async () => (await import("./pages/tune.js")).tunePage],
  [/^/, async () => (await import("./pages/not_found.js")).notFoundPage],
]);
