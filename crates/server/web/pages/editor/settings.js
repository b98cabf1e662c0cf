// The settings of a game as a form.

import { h } from "../../dom.js";
import { sayOr } from "../../words.js";

/** @typedef {import("../../wire.js").Setting} Setting */

/**
 * @param {string} game
 * @param {Setting[]} settings
 * @param {Record<string, string>} chosen
 * @param {(chosen: Record<string, string>) => void} onchange only what is not usual
 */
export function settingsForm(game, settings, chosen, onchange) {
  const values = { ...chosen };
  return h("div", { class: "editor-settings" }, ...settings.map((setting) => {
    /** @param {Event} event */
    const change = (event) => {
      const value = /** @type {HTMLInputElement} */ (event.target).value.trim();
      if (value && value !== setting.usual) values[setting.key] = value;
      else delete values[setting.key];
      onchange({ ...values });
    };
    return h("label", { class: "field" }, h("span", {}, sayOr(`setting.${game}.${setting.key}`, setting.about)), field(setting, values[setting.key] ?? setting.usual, change));
  }));
}

/**
 * @param {Setting} setting
 * @param {string} value
 * @param {(event: Event) => void} onchange
 */
function field(setting, value, onchange) {
  if (setting.kind === "choice") {
    return h("select", { class: "input", onchange }, ...setting.choices.map((choice) => h("option", { value: choice, selected: choice === value }, choice)));
  }
  if (setting.kind === "number") {
    return h("input", { class: "input", type: "number", min: setting.least, max: setting.most, value, onchange });
  }
  return h("input", { class: "input", value, title: setting.values, autocomplete: "off", spellcheck: "false", onchange });
}
