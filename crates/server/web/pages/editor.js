// A position of one's own: pieces are put on the board of any game, the server says what it comes to.

import { h } from "../dom.js";
import { ApiError, games, postJson } from "../http.js";
import { setTitle } from "../router.js";
import { addMessages, t } from "../i18n.js";
import { editor as messages } from "../messages/en.editor.js";
import { readAddress } from "./editor/arrangement.js";
import { Workbench } from "./editor/workbench.js";
import { showLost } from "./lost.js";

addMessages(messages);

/**
 * @param {HTMLElement} host
 * @param {string} game
 * @returns {() => void} what ends it
 */
export function editorPage(host, game) {
  /** @type {Workbench | null} */
  let bench = null;
  let gone = false;
  host.className = "wide";

  async function load() {
    const { position, settings } = readAddress(location.search);
    try {
      const entry = (await games()).find(({ name }) => name === game);
      if (gone) return;
      if (!entry) return showLost(host, t("editor.unknown"), t("editor.unknown.sentence"));
      setTitle(t("editor.title", { game: entry.title }));
      const { preview, complaint } = await firstPreview(game, settings, position);
      if (gone) return;
      host.replaceChildren();
      bench = new Workbench(host, entry, complaint ? {} : settings, preview, complaint);
    } catch {
      if (gone) return;
      host.replaceChildren(h("p", {}, t("editor.unreached")), h("p", {}, h("button", { type: "button", class: "button", onclick: load }, t("editor.again"))));
    }
  }

  void load();
  return () => {
    gone = true;
    bench?.remove();
  };
}

/**
 * What the address asks for, or the start with the sentence that says why not.
 * @param {string} game
 * @param {Record<string, string>} settings
 * @param {string} position
 * @returns {Promise<{preview: import("../wire.js").Preview, complaint: string}>}
 */
async function firstPreview(game, settings, position) {
  try {
    return { preview: await postJson("/api/preview", { game, settings, position }), complaint: "" };
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.status >= 500) throw fault;
    return { preview: await postJson("/api/preview", { game, settings: {}, position: "start" }), complaint: fault.sentence };
  }
}
