// Form fields for the settings of a game.

import { h } from "../../dom.js";
import { addMessages, t, tOr } from "../../i18n.js";
import { settings as messages } from "../../messages/en.settings.js";

/** @typedef {import("../../wire.js").Setting} Setting */
/** @typedef {{setting: Setting, input: HTMLInputElement | HTMLSelectElement}} Field */

addMessages(messages);

/** Value of the option for a custom file. */
const CUSTOM = "…";

/**
 * @param {Setting} setting
 * @param {string} value
 * @param {boolean} allowFile
 */
function field(setting, value, allowFile) {
  if (setting.kind === "choice") {
    const choices = setting.choices.map((choice) => h("option", { value: choice, selected: choice === value }, tOr(`value.${choice}`, choice)));
    const custom = allowFile && setting.files && h("option", { value: CUSTOM }, tOr(`custom.${setting.key}`, t("custom.choice")));
    return h("select", { class: "input" }, ...choices, custom);
  }
  if (setting.kind === "number") return h("input", { class: "input", type: "number", min: setting.least, max: setting.most, value, required: true });
  return h("input", { class: "input", value, placeholder: setting.values, autocomplete: "off" });
}

/**
 * Values of a preset, by setting.
 * @param {string} settings lines of the form `key = value`
 * @returns {Record<string, string>}
 */
export function presetValues(settings) {
  const lines = settings.split("\n").map((line) => line.split("=").map((part) => part.trim()));
  return Object.fromEntries(lines.filter(([key, value]) => key && value !== undefined));
}

/**
 * Creates the fields, with a choice of presets above them if the game has several settings. Their values contain only
 * settings that differ from the default.
 * @param {import("../../wire.js").GameEntry} game
 * @param {URLSearchParams} query initial values, as `setting.KEY`
 * @param {() => void} change
 * @param {boolean} [allowFile] `true` to offer a custom file
 */
function drawFields(game, query, change, allowFile = false) {
  let timer = 0;
  const changeSoon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(change, 250);
  };
  const isGiven = game.settings.some(({ key }) => query.has(`setting.${key}`));
  const first = presetValues(game.presets[0]?.settings ?? "");
  const fields = game.settings.map((setting) => {
    const initial = query.get(`setting.${setting.key}`) ?? (isGiven ? undefined : first[setting.key]) ?? setting.usual;
    const input = field(setting, initial, allowFile);
    input.addEventListener("input", () => {
      presets.show();
      enableFields(fields);
      changeSoon();
    });
    return { setting, input };
  });
  const presets = presetField(game, fields, change);
  enableFields(fields);
  const element = h("div", { class: "settings" }, presets.element, ...fields.map(({ setting, input }) =>
    h("label", { class: "field" }, h("b", {}, tOr(`setting.${setting.key}`, setting.key)), input, h("span", {}, setting.about))));
  const values = () => {
    /** @type {Record<string, string>} */
    const values = {};
    for (const { setting, input } of fields) {
      if (input.value !== setting.usual && !input.disabled) values[setting.key] = input.value;
    }
    return values;
  };
  return { element, fields, changeSoon, values };
}

/**
 * Disables the settings that mean nothing while another one has its default, such as the cube of a single game.
 * @param {{setting: Setting, input: {value: string, disabled: boolean}}[]} fields
 */
export function enableFields(fields) {
  for (const { setting, input } of fields) {
    const other = fields.find((field) => field.setting.key === setting.only_with);
    if (other) input.disabled = other.input.value === other.setting.usual;
  }
}

/**
 * Creates the choice of presets, which fills the fields. It shows "Custom" while no preset has their values.
 * @param {import("../../wire.js").GameEntry} game
 * @param {Field[]} fields
 * @param {() => void} change
 */
function presetField(game, fields, change) {
  if (game.presets.length < 2 || fields.length < 2) return { element: null, show: () => {} };
  const select = h("select", { class: "input" },
    ...game.presets.map(({ name, title }) => h("option", { value: name }, title)),
    h("option", { value: CUSTOM }, t("new.preset.custom")));
  const about = h("span", {});
  /** @param {{settings: string}} preset */
  const valuesOf = (preset) => {
    const values = presetValues(preset.settings);
    return fields.map(({ setting }) => values[setting.key] ?? setting.usual);
  };
  const show = () => {
    const current = game.presets.find((preset) => valuesOf(preset).every((value, index) => value === fields[index].input.value));
    select.value = current?.name ?? CUSTOM;
    about.textContent = current?.about ?? "";
  };
  select.addEventListener("input", () => {
    const chosen = game.presets.find(({ name }) => name === select.value);
    if (!chosen) return show();
    valuesOf(chosen).forEach((value, index) => (fields[index].input.value = value));
    enableFields(fields);
    show();
    change();
  });
  show();
  return { element: h("label", { class: "field preset" }, h("b", {}, t("new.preset")), select, about), show };
}

/**
 * Creates the fields for the settings of a game.
 * @param {import("../../wire.js").GameEntry} game
 * @param {URLSearchParams} query
 * @param {() => void} change
 */
export function settingFields(game, query, change) {
  const { element, values } = drawFields(game, query, change);
  return { element, values };
}

/**
 * Creates the fields, with an option for a custom file where the choices are files.
 * @param {import("../../wire.js").GameEntry} game
 * @param {URLSearchParams} query
 * @param {() => void} change
 */
export function settingFieldsWithFile(game, query, change) {
  const { element, fields, changeSoon, values } = drawFields(game, query, () => {
    if (chosen && !isCustom()) lastChoice = chosen.input.value;
    change();
  }, true);
  /** @type {Awaited<ReturnType<typeof import("./custom_file.js").customFileEditor>> | null} */
  let file = null;
  const host = h("div", { hidden: true });
  const chosen = fields.find(({ setting }) => setting.kind === "choice" && setting.files);
  // The last choice that was previewed; arrow keys may have passed over others since.
  let lastChoice = chosen?.input.value ?? "";
  const isCustom = () => chosen?.input.value === CUSTOM;
  chosen?.input.addEventListener("input", async () => {
    host.hidden = !isCustom();
    if (isCustom() && !file) {
      const { customFileEditor } = await import("./custom_file.js");
      file = await customFileEditor(game.name, chosen.setting, lastChoice, changeSoon);
      host.append(file.element);
      changeSoon();
    }
  });
  return {
    element: h("div", { class: "field" }, element, host),
    /** Values of the fields, or the text of the custom file. */
    values: () => (isCustom() ? file?.text() ?? "" : values()),
    /**
     * Shows an error beside the custom file; an empty string clears it.
     * @param {string} message
     * @returns {boolean} `true` if it was shown
     */
    showError(message) {
      file?.showError(isCustom() ? message : "");
      return isCustom() && file !== null;
    },
  };
}
