// Fields for the options of an engine, such as its level.

import { h } from "../../dom.js";
import { t, tOr } from "../../i18n.js";

/** @typedef {import("../../wire.js").Setting} Setting */
/** @typedef {import("../../wire.js").EngineEntry} EngineEntry */

/** @param {Setting} option */
const optionTitle = (option) => tOr(`option.${option.key}`, option.key);

/**
 * Values to choose from, in order.
 * @param {Setting} option
 * @returns {string[]}
 */
export function optionValues(option) {
  if (option.kind === "choice") return option.choices;
  if (option.kind === "number") return Array.from({ length: option.most - option.least + 1 }, (_, index) => String(option.least + index));
  return [option.usual];
}

/**
 * Text of a value: its message, or for a number the title of the option with it.
 * @param {Setting} option
 * @param {string} value
 */
export function valueText(option, value) {
  return tOr(`option.${option.key}.${value}`, option.kind === "number" ? `${optionTitle(option)} ${value}` : value);
}

/**
 * An engine with its options as the server reads it, such as `narrad:depth=2,params=guess`.
 * @param {string} name
 * @param {[string, string][]} options
 */
export function engineText(name, options) {
  return options.length > 0 ? `${name}:${options.map((pair) => pair.join("=")).join(",")}` : name;
}

/**
 * Creates the fields of an engine.
 * @param {EngineEntry} engine
 */
export function engineFields(engine) {
  const fields = engine.options.map((option) => {
    const choices = optionValues(option).map((value) => h("option", { value, selected: value === option.usual }, valueText(option, value)));
    return { option, input: h("select", { class: "input", title: option.about }, ...choices) };
  });
  return {
    element: h("span", { class: "engine-options" }, ...fields.map(({ input }) => input)),
    /**
     * Names the fields after their seat.
     * @param {string} seat
     */
    setSeat(seat) {
      for (const { option, input } of fields) input.setAttribute("aria-label", t("new.option", { seat, option: optionTitle(option) }));
    },
    /** The engine with the options chosen. */
    text: () => engineText(engine.name, fields.map(({ option, input }) => [option.key, input.value])),
  };
}
