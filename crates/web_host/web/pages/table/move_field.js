// A text field for moves in the game's notation.

import { h } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { t, tOr } from "../../i18n.js";

/** @typedef {import("./model.js").TableModel} TableModel */

/**
 * Creates the text field.
 * @param {TableModel} model
 * @returns {import("./model.js").Panel & {focus: () => void}}
 */
export function moveField(model) {
  const input = h("input", { class: "input", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send", "aria-describedby": "move-error" });
  const message = h("p", { class: "error small", id: "move-error", role: "alert" });
  const button = h("button", { class: "button icon", title: t("moveField.play"), "aria-label": t("moveField.play") }, "↵");
  const element = h("form", { class: "move-entry" }, h("div", { class: "move-entry-row" }, input, button), message);
  /** @param {string} text */
  const showError = (text) => {
    message.textContent = text;
    input.setAttribute("aria-invalid", String(text !== ""));
  };
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    const move = input.value.trim();
    if (!move) return;
    try {
      await model.act({ do: "move", move });
      input.value = "";
      showError("");
    } catch (error) {
      showError(errorMessage(error, t("connection.failed")));
      input.focus();
    }
  });
  input.addEventListener("input", () => showError(""));
  return {
    element,
    update() {
      const label = t("moveField.label", { example: tOr(`moveField.example.${model.about?.game}`, "a1") });
      input.placeholder = label;
      input.setAttribute("aria-label", label);
      element.hidden = model.ownSeats.length === 0 || model.table.state === "over" || model.table.state === "waiting";
    },
    focus: () => input.focus(),
  };
}
