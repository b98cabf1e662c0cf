// Fields of the account forms, with their errors beside them.

import { h } from "../../dom.js";
import { t } from "../../i18n.js";

let count = 0;

/**
 * Creates a text field with a label, a hint and room for an error.
 * @param {string} label
 * @param {{hint?: string} & Record<string, any>} attributes those of the input, and a hint
 * @param {(input: HTMLInputElement) => HTMLElement} [wrap] wraps the input
 */
export function textField(label, { hint = "", ...attributes }, wrap = (input) => input) {
  const id = `field-${(count += 1)}`;
  const input = h("input", { class: "input", id, autocapitalize: "off", spellcheck: "false", "aria-describedby": `${id}-hint ${id}-error`, ...attributes });
  const hintLine = h("p", { class: "muted small", id: `${id}-hint` }, hint);
  const error = h("p", { class: "error small", id: `${id}-error`, role: "alert" });
  /** @param {string} message shown beside the field; empty for none */
  const showError = (message) => {
    error.textContent = message;
    if (message) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  };
  input.addEventListener("input", () => showError(""));
  return {
    element: h("div", { class: "field" }, h("label", { for: id }, label), wrap(input), error, hintLine),
    input,
    /** @param {string} text */
    setHint: (text) => (hintLine.textContent = text),
    showError,
    /**
     * Returns `true` if the field has a text; shows `message` otherwise.
     * @param {string} message
     */
    require(message) {
      if (input.value.trim() !== "") return true;
      showError(message);
      input.focus();
      return false;
    },
  };
}

/** @typedef {ReturnType<typeof textField>} Field */

/**
 * Creates a password field with a button that shows the password.
 * @param {string} label
 * @param {{hint?: string} & Record<string, any>} attributes
 */
export function passwordField(label, attributes) {
  return textField(label, { type: "password", ...attributes }, (input) => {
    const toggle = h("button", { class: "button subtle", type: "button", "aria-pressed": "false", "aria-label": t("password.show") }, t("password.show.short"));
    toggle.addEventListener("click", () => {
      const shown = input.type === "password";
      input.type = shown ? "text" : "password";
      toggle.setAttribute("aria-pressed", String(shown));
      toggle.textContent = t(shown ? "password.hide.short" : "password.show.short");
      toggle.setAttribute("aria-label", t(shown ? "password.hide" : "password.show"));
    });
    return h("div", { class: "password" }, input, toggle);
  });
}

/**
 * Field that an error of the server is about: the password, the name, or none.
 * @param {{status: number, message: string}} error
 * @returns {"name" | "password" | null}
 */
export function faultyField({ status, message }) {
  if (status === 409 && /\bname\b/.test(message)) return "name";
  if (status === 401 || status === 403) return "password";
  if (status !== 422) return null;
  return /\bpassword\b/.test(message) ? "password" : "name";
}
