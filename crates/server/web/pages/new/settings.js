// The settings a game brings along, as fields.

import { h } from "../../dom.js";
import { sayOr } from "../../words.js";

/** @typedef {import("../../wire.js").Setting} Setting */

/**
 * @param {Setting} setting
 * @param {string} value
 */
function field(setting, value) {
  if (setting.kind === "choice") {
    return h("select", { class: "input" }, ...setting.choices.map((choice) => h("option", { value: choice, selected: choice === value }, sayOr(`value.${choice}`, choice))));
  }
  if (setting.kind === "number") return h("input", { class: "input", type: "number", min: setting.least, max: setting.most, value, required: true });
  return h("input", { class: "input", value, placeholder: setting.values, autocomplete: "off" });
}

/**
 * @param {import("../../wire.js").GameEntry} game
 * @param {URLSearchParams} query values that were chosen elsewhere, as `setting.KEY`
 * @param {() => void} change
 */
export function settingFields(game, query, change) {
  let due = 0;
  const later = () => {
    clearTimeout(due);
    due = window.setTimeout(change, 250);
  };
  const fields = game.settings.map((setting) => {
    const input = field(setting, query.get(`setting.${setting.key}`) ?? setting.usual);
    input.addEventListener("input", later);
    return { setting, input };
  });
  const element = h("div", { class: "settings" }, ...fields.map(({ setting, input }) =>
    h("label", { class: "field" }, h("b", {}, sayOr(`setting.${setting.key}`, setting.key)), input, h("span", {}, setting.about))));
  return {
    element,
    /** Only what differs from the usual is sent. */
    values() {
      /** @type {Record<string, string>} */
      const values = {};
      for (const { setting, input } of fields) {
        if (input.value !== setting.usual) values[setting.key] = input.value;
      }
      return values;
    },
  };
}
