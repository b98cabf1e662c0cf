// The settings of an account: password, sessions, deletion.

import { announce } from "../../announce.js";
import { confirmButton } from "../../confirm_button.js";
import { h } from "../../dom.js";
import { ApiError, errorMessage, postJson } from "../../http.js";
import { t } from "../../i18n.js";
import { navigate } from "../../router.js";
import { socket } from "../../socket.js";
import { agoText } from "../people/format.js";
import { passwordField } from "./fields.js";

/** Name of the account for password managers; not shown. */
const userNameField = (/** @type {string} */ name) =>
  h("input", { class: "visually-hidden", name: "username", autocomplete: "username", value: name, readonly: true, tabindex: "-1", "aria-hidden": "true" });

/**
 * Creates the form that changes the password.
 * @param {string} user
 * @param {() => Promise<void>} onChange called once the password has changed
 */
export function passwordForm(user, onChange) {
  const old = passwordField(t("account.password.old"), { autocomplete: "current-password", maxlength: 256, required: true });
  const next = passwordField(t("account.password.new"), { autocomplete: "new-password", maxlength: 256, required: true, hint: t("account.password.hint") });
  const result = h("p", { class: "small", role: "status" });
  const submit = h("button", { class: "button primary" }, t("account.password.change"));
  /** @param {Event} event */
  const onsubmit = async (event) => {
    event.preventDefault();
    result.textContent = "";
    if (!old.require(t("account.password.missing")) || !next.require(t("account.password.missing"))) return;
    submit.disabled = true;
    try {
      await postJson("/api/account/password", { old: old.input.value, new: next.input.value });
      old.input.value = next.input.value = "";
      await onChange();
      result.textContent = t("account.password.changed");
    } catch (fault) {
      // 422: the new password cannot be used; everything else is about the request, mostly the old password.
      (fault instanceof ApiError && fault.status === 422 ? next : old).showError(errorMessage(fault, t("connection.failed")));
    } finally {
      submit.disabled = false;
    }
  };
  return h("form", { class: "panel stack", novalidate: true, onsubmit }, h("h2", {}, t("account.password.heading")), userNameField(user),
    old.element, next.element, h("div", { class: "row" }, submit, result));
}

/**
 * Creates the list of sessions.
 * @param {import("../../wire.js").Session[]} sessions
 */
export function sessionList(sessions) {
  const error = h("p", { class: "error small", role: "alert" });
  const now = Date.now();
  /** @param {import("../../wire.js").Session} session */
  const row = (session) => {
    const line = h("li", {}, h("span", {}, h("b", {}, session.label), h("br"), h("span", { class: "muted small" }, session.current ? t("session.current") : t("session.used", { when: agoText(session.used, now) }))));
    if (session.current) return line;
    const revoke = h("button", { class: "button", type: "button", "aria-label": t("session.revoke.label", { session: session.label }) }, t("session.revoke"));
    revoke.addEventListener("click", async () => {
      revoke.disabled = true;
      try {
        await postJson(`/api/account/sessions/${encodeURIComponent(session.session)}/revoke`, {});
        line.remove();
        announce(t("session.revoked"));
      } catch (fault) {
        error.textContent = errorMessage(fault, t("connection.failed"));
        revoke.disabled = false;
      }
    });
    line.append(revoke);
    return line;
  };
  const sorted = [...sessions].sort((one, other) => Number(other.current) - Number(one.current) || other.used - one.used);
  return h("section", { class: "panel stack" }, h("h2", {}, t("session.heading")), h("p", { class: "muted small" }, t("session.about")),
    h("ul", { class: "session-list", "data-list": "sessions" }, ...sorted.map(row)), error);
}

/**
 * Creates the form that deletes the account.
 * @param {string} user
 * @param {() => void} onDelete called before the page changes
 */
export function deletionForm(user, onDelete) {
  const password = passwordField(t("account.password"), { autocomplete: "current-password", maxlength: 256, required: true });
  const submit = confirmButton(t("account.delete"), t("account.delete.confirm"), () => void remove());
  const remove = async () => {
    if (!password.require(t("account.password.missing"))) return;
    submit.disabled = true;
    try {
      await postJson("/api/account/delete", { password: password.input.value });
      onDelete();
      await socket.switchUser();
      navigate("/");
      announce(t("account.deleted"));
    } catch (fault) {
      password.showError(errorMessage(fault, t("connection.failed")));
      submit.disabled = false;
    }
  };
  return h("form", { class: "panel stack danger-zone", novalidate: true, onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
    h("h2", {}, t("account.delete.heading")), h("p", { class: "small" }, t("account.delete.about")), userNameField(user),
    password.element, h("div", { class: "row" }, submit));
}
