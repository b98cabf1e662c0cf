// The settings a game brings along, as fields.

import { h } from "../../dom.js";
import { t, tOr } from "../../i18n.js";

/** @typedef {import("../../wire.js").Setting} Setting */
/** @typedef {{setting: Setting, input: HTMLInputElement | HTMLSelectElement}} Field */

/** The choice of a file of one's own. */
const OWN = "…";

/**
 * @param {Setting} setting
 * @param {string} value
 * @param {boolean} mayOwn
 */
function field(setting, value, mayOwn) {
  if (setting.kind === "choice") {
    const choices = setting.choices.map((choice) => h("option", { value: choice, selected: choice === value }, tOr(`value.${choice}`, choice)));
    const own = mayOwn && setting.files && h("option", { value: OWN }, tOr(`own.${setting.key}`, t("own.choice")));
    return h("select", { class: "input" }, ...choices, own);
  }
  if (setting.kind === "number") return h("input", { class: "input", type: "number", min: setting.least, max: setting.most, value, required: true });
  return h("input", { class: "input", value, placeholder: setting.values, autocomplete: "off" });
}

/**
 * The fields for one thing after the other. Only what differs from the usual is told.
 * @param {import("../../wire.js").GameEntry} game
 * @param {URLSearchParams} query values that were chosen elsewhere, as `setting.KEY`
 * @param {() => void} change
 * @param {boolean} [mayOwn] whether files of one's own are welcome
 */
function drawFields(game, query, change, mayOwn = false) {
  let due = 0;
  const later = () => {
    clearTimeout(due);
    due = window.setTimeout(change, 250);
  };
  const fields = game.settings.map((setting) => {
    const input = field(setting, query.get(`setting.${setting.key}`) ?? setting.usual, mayOwn);
    input.addEventListener("input", later);
    return { setting, input };
  });
  const element = h("div", { class: "settings" }, ...fields.map(({ setting, input }) =>
    h("label", { class: "field" }, h("b", {}, tOr(`setting.${setting.key}`, setting.key)), input, h("span", {}, setting.about))));
  const values = () => {
    /** @type {Record<string, string>} */
    const values = {};
    for (const { setting, input } of fields) {
      if (input.value !== setting.usual) values[setting.key] = input.value;
    }
    return values;
  };
  return { element, fields, later, values };
}

/**
 * @param {import("../../wire.js").GameEntry} game
 * @param {URLSearchParams} query
 * @param {() => void} change
 */
export function settingFields(game, query, change) {
  const { element, values } = drawFields(game, query, change);
  return { element, values };
}

/**
 * The same, and where the choices are files, one of one's own instead.
 * @param {import("../../wire.js").GameEntry} game
 * @param {URLSearchParams} query
 * @param {() => void} change
 */
export function settingFieldsOrFile(game, query, change) {
  const { element, fields, later, values } = drawFields(game, query, () => {
    if (chosen && !isOwn()) before = chosen.input.value;
    change();
  }, true);
  /** @type {Awaited<ReturnType<typeof import("./own.js").ownFile>> | null} */
  let own = null;
  const host = h("div", { hidden: true });
  const chosen = fields.find(({ setting }) => setting.kind === "choice" && setting.files);
  // What was looked at last, not what keys have passed over since.
  let before = chosen?.input.value ?? "";
  const isOwn = () => chosen?.input.value === OWN;
  chosen?.input.addEventListener("input", async () => {
    host.hidden = !isOwn();
    if (isOwn() && !own) {
      const { ownFile } = await import("./own.js");
      own = await ownFile(game.name, chosen.setting, before, later);
      host.append(own.element);
      later();
    }
  });
  return {
    element: h("div", { class: "field" }, element, host),
    /** Single values, or the whole text. */
    values: () => (isOwn() ? own?.text() ?? "" : values()),
    /**
     * What is wrong, or nothing; said beside the file if that is where it is wrong.
     * @param {string} sentence
     * @returns {boolean} whether it was said
     */
    complain(sentence) {
      own?.complain(isOwn() ? sentence : "");
      return isOwn() && own !== null;
    },
  };
}
