// Every word the app says comes through here.

import { english } from "./words.en.js";

/** @type {Record<string, string>} */
let table = english;

/**
 * More words, of a page that few visit.
 * @param {Record<string, string>} words
 */
export function learn(words) {
  table = { ...table, ...words };
}

/**
 * Says something: the message with this key, `{name}` replaced by `values.name`. For numbers, a message may have one form
 * for each plural class: `"moves.one"`, `"moves.other"`; `values.count` picks it.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  let text = table[key];
  if (text === undefined && values.count !== undefined) {
    const form = new Intl.PluralRules(document.documentElement.lang || "en").select(Number(values.count));
    text = table[`${key}.${form}`] ?? table[`${key}.other`];
  }
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * With a capital at the beginning, as a sentence or a heading has it.
 * @param {string} text
 */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(document.documentElement.lang || "en") + text.slice(1);

/**
 * The same as `say`, or `otherwise` if there is no such message: for words that a game brings along.
 * @param {string} key
 * @param {string} otherwise
 */
export function sayOr(key, otherwise) {
  return table[key] ?? otherwise;
}

/**
 * Whether there is such a message.
 * @param {string} key
 */
export const knows = (key) => table[key] !== undefined;
