// Looks up the messages of the user interface.

import { messages as english } from "./messages/en.js";

/** @type {Record<string, string>} */
let messages = english;

/**
 * Adds messages that only some pages need.
 * @param {Record<string, string>} more
 */
export function addMessages(more) {
  messages = { ...messages, ...more };
}

/**
 * Returns the message of a key, with `{name}` replaced by `values.name`. A message may have plural forms, such as
 * `"moves.one"` and `"moves.other"`; `values.count` selects one. An unknown key is returned as it is.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  let text = messages[key];
  if (text === undefined && values.count !== undefined) {
    const form = new Intl.PluralRules(document.documentElement.lang || "en").select(Number(values.count));
    text = messages[`${key}.${form}`] ?? messages[`${key}.other`];
  }
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * Returns `text` with a capital first letter.
 * @param {string} text
 */
export const capitalize = (text) => text.charAt(0).toLocaleUpperCase(document.documentElement.lang || "en") + text.slice(1);

/**
 * Returns an error message of the server as a sentence: with a full stop, and a capital letter unless it starts with the
 * name of a square or a quotation.
 * @param {string} message
 */
export const asSentence = (message) => (/^\p{L}+(?=[^\p{L}\d-]|$)/u.test(message) ? capitalize(message) : message) + (/[.!?…]$/.test(message) ? "" : ".");

/**
 * Returns the message of a key, or `fallback` if there is none.
 * @param {string} key
 * @param {string} fallback
 */
export function tOr(key, fallback) {
  return messages[key] ?? fallback;
}

/**
 * `true` if there is a message with this key.
 * @param {string} key
 */
export const hasMessage = (key) => messages[key] !== undefined;
