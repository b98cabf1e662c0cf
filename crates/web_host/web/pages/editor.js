// The position editor of any game.

import { h } from "../dom.js";
import { ApiError, games, postJson } from "../http.js";
import { setTitle } from "../router.js";
import { addMessages, t } from "../i18n.js";
import { editor as messages } from "../messages/en.editor.js";
import { parseQuery } from "./editor/arrangement.js";
import { PositionEditor } from "./editor/position_editor.js";
import { showErrorPage } from "./not_found.js";

addMessages(messages);

/**
 * Opens the position editor.
 * @param {HTMLElement} host
 * @param {string} game
 * @returns {() => void} closes the page
 */
export function editorPage(host, game) {
  /** @type {PositionEditor | null} */
  let editor = null;
  let isClosed = false;
  host.className = "wide";

  async function load() {
    const { position, settings } = parseQuery(location.search);
    try {
      const entry = (await games()).find(({ name }) => name === game);
      if (isClosed) return;
      if (!entry) return showErrorPage(host, t("error.game.heading"), t("error.game"));
      setTitle(t("editor.title", { game: entry.title }));
      const { preview, error } = await loadPreview(game, settings, position);
      if (isClosed) return;
      host.replaceChildren();
      editor = new PositionEditor(host, entry, error ? {} : settings, preview, error);
    } catch {
      if (isClosed) return;
      host.replaceChildren(h("p", {}, t("editor.unreachable.board")), h("p", {}, h("button", { type: "button", class: "button", onclick: load }, t("editor.retry"))));
    }
  }

  void load();
  return () => {
    isClosed = true;
    editor?.remove();
  };
}

/**
 * Preview of the position in the address, or of the start position with an error message.
 * @param {string} game
 * @param {Record<string, string>} settings
 * @param {string} position
 * @returns {Promise<{preview: import("../wire.js").Preview, error: string}>}
 */
async function loadPreview(game, settings, position) {
  try {
    return { preview: await postJson("/api/preview", { game, settings, position }), error: "" };
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.status >= 500) throw fault;
    return { preview: await postJson("/api/preview", { game, settings: {}, position: "start" }), error: fault.message };
  }
}
