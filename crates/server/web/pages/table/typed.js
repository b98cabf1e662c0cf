// Moves by keyboard, as the game writes them.

import { h } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { t, tOr } from "../../i18n.js";

/** @typedef {import("./scene.js").Scene} Scene */

/**
 * @param {Scene} scene
 * @returns {import("./scene.js").Part & {focus: () => void}}
 */
export function typedMoves(scene) {
  const input = h("input", { class: "input", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send", "aria-describedby": "typed-complaint" });
  const complaint = h("p", { class: "error small", id: "typed-complaint", role: "alert" });
  const button = h("button", { class: "button icon", title: t("typed.play"), "aria-label": t("typed.play") }, "↵");
  const element = h("form", { class: "move-entry" }, h("div", { class: "move-entry-row" }, input, button), complaint);
  /** @param {string} sentence */
  const complain = (sentence) => {
    complaint.textContent = sentence;
    input.setAttribute("aria-invalid", String(sentence !== ""));
  };
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    const move = input.value.trim();
    if (!move) return;
    try {
      await scene.act({ do: "move", move });
      input.value = "";
      complain("");
    } catch (fault) {
      complain(errorMessage(fault, t("connection.failed")));
      input.focus();
    }
  });
  input.addEventListener("input", () => complain(""));
  return {
    element,
    update() {
      const words = t("typed.label", { example: tOr(`typed.example.${scene.about?.game}`, "a1") });
      input.placeholder = words;
      input.setAttribute("aria-label", words);
      element.hidden = scene.mine.length === 0 || scene.table.state === "over" || scene.table.state === "waiting";
    },
    focus: () => input.focus(),
  };
}
