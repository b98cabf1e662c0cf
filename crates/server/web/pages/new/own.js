// A file of one's own in place of a choice: written here, tried by the server while it is written.

import { h } from "../../dom.js";
import { saveSetting, loadSetting } from "../../storage.js";
import { addMessages, t } from "../../i18n.js";
import { customFile as messages } from "../../messages/en.custom_file.js";

addMessages(messages);

/**
 * Where a line of a text begins and ends.
 * @param {string} text
 * @param {number} number counted from 1
 * @returns {[number, number]}
 */
export function lineOf(text, number) {
  const lines = text.split("\n");
  const start = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
  return [Math.min(start, text.length), Math.min(start + (lines[number - 1] ?? "").length, text.length)];
}

/**
 * The number of the line that a sentence complains about, or null.
 * @param {string} sentence
 */
export function lineNumberIn(sentence) {
  const found = /^line (\d+)\b/.exec(sentence);
  return found ? Number(found[1]) : null;
}

/**
 * @param {string} game
 * @param {import("../../wire.js").Setting} setting
 * @param {string} first the choice whose file it begins with, unless one is stored in this browser
 * @param {() => void} change
 */
export async function ownFile(game, setting, first, change) {
  const key = `own.${game}.${setting.key}`;
  const address = `/api/settings/${game}/${setting.key}`;
  const text = h("textarea", {
    class: "input custom-file-text", rows: 18, "aria-label": t("own.text"), autocomplete: "off", autocapitalize: "off", spellcheck: "false", dir: "ltr",
    oninput: () => {
      saveSetting(key, text.value);
      change();
    },
  });
  const fault = h("span", {});
  const show = h("button", { type: "button", class: "button", hidden: true, onclick: () => goToLine() });
  let line = 0;
  const goToLine = () => {
    text.focus();
    text.setSelectionRange(...lineOf(text.value, line));
  };
  const choices = setting.kind === "choice" ? setting.choices : [];
  const pattern = h("select", { class: "input", "aria-label": t("own.pattern") }, ...choices.map((choice) => h("option", { value: choice, selected: choice === first }, choice)));
  /** @param {string} choice */
  const take = async (choice) => {
    const answer = await fetch(`${address}/${encodeURIComponent(choice)}`).catch(() => null);
    if (!answer?.ok) return void (fault.textContent = t("connection.failed"));
    text.value = await answer.text();
    saveSetting(key, text.value);
    change();
  };
  text.value = loadSetting(key) ?? "";
  if (!text.value.trim()) await take(first);
  const element = h("div", { class: "custom-file" },
    h("p", { class: "small muted" }, `${t("own.lead")} `, h("a", { href: address, target: "_blank" }, t("own.manual"))),
    text,
    h("p", { class: "error small", role: "status" }, fault, show),
    h("div", { class: "row" }, h("span", { class: "small" }, t("own.pattern")), pattern, h("button", { type: "button", class: "button", onclick: () => void take(pattern.value) }, t("own.take"))));
  return {
    element,
    text: () => text.value,
    /** @param {string} sentence */
    complain(sentence) {
      line = lineNumberIn(sentence) ?? 0;
      fault.textContent = sentence;
      show.hidden = line === 0;
      show.textContent = t("own.line", { line });
      text.setAttribute("aria-invalid", String(sentence !== ""));
    },
  };
}
