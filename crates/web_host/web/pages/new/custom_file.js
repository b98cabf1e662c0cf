// An editor for a custom settings file, such as an army. The server checks the text while it is edited.

import { h } from "../../dom.js";
import { saveSetting, loadSetting } from "../../storage.js";
import { addMessages, t } from "../../i18n.js";
import { customFile as messages } from "../../messages/en.custom_file.js";

addMessages(messages);

/**
 * Start and end of a line of a text.
 * @param {string} text
 * @param {number} number counted from 1
 * @returns {[number, number]}
 */
export function lineRange(text, number) {
  const lines = text.split("\n");
  const start = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
  return [Math.min(start, text.length), Math.min(start + (lines[number - 1] ?? "").length, text.length)];
}

/**
 * Line number at the start of an error message, or `null`.
 * @param {string} message
 */
export function lineNumberIn(message) {
  const found = /^line (\d+)\b/i.exec(message);
  return found ? Number(found[1]) : null;
}

/**
 * Creates the editor.
 * @param {string} game
 * @param {import("../../wire.js").Setting} setting
 * @param {string} first choice to start from, unless this browser has stored a text
 * @param {() => void} change
 */
export async function customFileEditor(game, setting, first, change) {
  const key = `own.${game}.${setting.key}`;
  const address = `/api/settings/${game}/${setting.key}`;
  const text = h("textarea", {
    class: "input custom-file-text", rows: 18, "aria-label": t("custom.text"), autocomplete: "off", autocapitalize: "off", spellcheck: "false", dir: "ltr",
    oninput: () => {
      saveSetting(key, text.value);
      change();
    },
  });
  const error = h("span", {});
  const goToButton = h("button", { type: "button", class: "button", hidden: true, onclick: () => goToLine() });
  let line = 0;
  const goToLine = () => {
    text.focus();
    text.setSelectionRange(...lineRange(text.value, line));
  };
  const choices = setting.kind === "choice" ? setting.choices : [];
  const template = h("select", { class: "input", "aria-label": t("custom.template") }, ...choices.map((choice) => h("option", { value: choice, selected: choice === first }, choice)));
  /** @param {string} choice */
  const load = async (choice) => {
    const response = await fetch(`${address}/${encodeURIComponent(choice)}`).catch(() => null);
    if (!response?.ok) return void (error.textContent = t("connection.failed"));
    text.value = await response.text();
    saveSetting(key, text.value);
    change();
  };
  text.value = loadSetting(key) ?? "";
  if (!text.value.trim()) await load(first);
  const element = h("div", { class: "custom-file" },
    h("p", { class: "small muted" }, `${t("custom.lead")} `, h("a", { href: address, target: "_blank" }, t("custom.manual"))),
    text,
    h("p", { class: "error small", role: "status" }, error, goToButton),
    h("div", { class: "row" }, h("span", { class: "small" }, t("custom.template")), template, h("button", { type: "button", class: "button", onclick: () => void load(template.value) }, t("custom.load"))));
  return {
    element,
    text: () => text.value,
    /** @param {string} message */
    showError(message) {
      line = lineNumberIn(message) ?? 0;
      error.textContent = message;
      goToButton.hidden = line === 0;
      goToButton.textContent = t("custom.line", { line });
      text.setAttribute("aria-invalid", String(message !== ""));
    },
  };
}
