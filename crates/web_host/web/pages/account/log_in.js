// The form to log in or to register.

import { announce } from "../../announce.js";
import { h } from "../../dom.js";
import { ApiError, errorMessage, postJson } from "../../http.js";
import { t } from "../../i18n.js";
import { navigate } from "../../router.js";
import { socket } from "../../socket.js";
import { faultyField, passwordField, textField } from "./fields.js";

/**
 * Page to open after the log-in: `next` if it is one of this app, otherwise the lobby.
 * @param {string | null} next
 */
export const nextPath = (next) => (next && /^\/(?![/\\])/.test(next) ? next : "/");

/**
 * Creates the form.
 * @param {string} guest name of the guest
 * @param {() => void} onSuccess called before the page changes
 */
export function logInForm(guest, onSuccess) {
  const query = new URLSearchParams(location.search);
  let registers = query.has("register");
  const name = textField(t("account.name"), { name: "username", autocomplete: "username", maxlength: 24, required: true });
  const password = passwordField(t("account.password"), { name: "password", maxlength: 256, required: true });
  const error = h("p", { class: "error", role: "alert" });
  const kept = h("p", { class: "notice small" });
  const submit = h("button", { class: "button primary" });
  /** @param {boolean} value */
  const choice = (value) => h("label", {},
    h("input", { type: "radio", name: "mode", value: String(value), checked: value === registers, onchange: () => setMode(value) }),
    h("span", {}, t(value ? "account.register" : "account.logIn")));
  const mode = h("div", { class: "choices", role: "radiogroup", "aria-label": t("account.mode") }, choice(false), choice(true));

  /** @param {boolean} value */
  const setMode = (value) => {
    registers = value;
    submit.textContent = t(value ? "account.register.submit" : "account.logIn.submit");
    password.input.autocomplete = value ? "new-password" : "current-password";
    name.setHint(value ? t("account.name.hint") : "");
    password.setHint(value ? t("account.password.hint") : "");
    kept.textContent = t(value ? "account.register.kept" : "account.logIn.kept", { name: guest });
    for (const field of [name, password]) field.showError("");
    error.textContent = "";
  };
  setMode(registers);

  /** @param {Event} event */
  const onsubmit = async (event) => {
    event.preventDefault();
    error.textContent = "";
    if (!name.require(t("account.name.missing")) || !password.require(t("account.password.missing"))) return;
    submit.disabled = true;
    try {
      const user = await postJson(registers ? "/api/account/register" : "/api/account/login", { name: name.input.value.trim(), password: password.input.value });
      onSuccess();
      await socket.switchUser();
      navigate(nextPath(query.get("next")));
      announce(t("account.welcome", { name: user.name }));
    } catch (fault) {
      const message = errorMessage(fault, t("connection.failed"));
      const field = { name, password, none: null }[(fault instanceof ApiError && faultyField(fault)) || "none"];
      if (field) {
        field.showError(message);
        field.input.focus();
      } else {
        error.textContent = message;
      }
    } finally {
      submit.disabled = false;
    }
  };
  return h("form", { class: "panel stack account-form", novalidate: true, onsubmit }, mode, name.element, password.element, kept, error, submit);
}
