// The list of blocked players.

import { announce } from "../../announce.js";
import { h } from "../../dom.js";
import { errorMessage, fetchJson, postJson } from "../../http.js";
import { addMessages, t } from "../../i18n.js";
import { social } from "../../messages/en.social.js";

addMessages(social);

/** Creates the list, which loads itself. */
export function blockedList() {
  const error = h("p", { class: "error small", role: "alert" });
  const list = h("ul", { class: "session-list" });
  const none = () => h("li", { class: "muted" }, t("block.none"));
  /** @param {string} name */
  const row = (name) => {
    const button = h("button", { class: "button", type: "button", "aria-label": t("block.remove.label", { name }) }, t("block.remove"));
    const line = h("li", {}, h("bdi", {}, name), button);
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        await postJson("/api/blocks/remove", { name });
        line.remove();
        if (list.childElementCount === 0) list.append(none());
        announce(t("block.removed", { name }));
      } catch (fault) {
        error.textContent = errorMessage(fault, t("connection.failed"));
        button.disabled = false;
      }
    });
    return line;
  };
  fetchJson("/api/blocks").then(
    ({ names }) => list.replaceChildren(...(names.length > 0 ? names.map(row) : [none()])),
    (fault) => (error.textContent = errorMessage(fault, t("connection.failed"))),
  );
  return h("section", { class: "panel stack" }, h("h2", {}, t("block.heading")), h("p", { class: "muted small" }, t("block.about")), list, error);
}
