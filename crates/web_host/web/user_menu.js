// Content of the user menu in the header.

import { announce } from "./announce.js";
import { h } from "./dom.js";
import { errorMessage, postJson } from "./http.js";
import { t } from "./i18n.js";
import { notificationSwitch } from "./notifications.js";
import { navigate } from "./router.js";
import { socket } from "./socket.js";

/**
 * Ends the session and continues as a new guest.
 */
export async function logOut() {
  await postJson("/api/account/logout", {});
  await socket.switchUser();
  navigate("/");
  announce(t("user.loggedOut"));
}

/**
 * Fills the menu: the name of a guest, or the links of an account.
 * @param {HTMLElement} host
 * @param {() => void} close closes the menu and focuses its button
 */
export function userMenu(host, close) {
  const error = h("p", { class: "error small", role: "alert" });
  if (socket.user?.registered) {
    const logOutButton = h("button", { type: "button", onclick: () => logOut().catch((fault) => (error.textContent = errorMessage(fault, t("connection.failed")))) }, t("user.logOut"));
    host.replaceChildren(
      h("a", { href: `/player/${encodeURIComponent(socket.user.name)}`, onclick: close }, t("user.profile")),
      h("a", { href: "/account", onclick: close }, t("nav.account")), logOutButton, error, ...[notificationSwitch() ?? []].flat());
    return host.querySelector("a")?.focus();
  }
  const input = h("input", { class: "input", value: socket.user?.name ?? "", maxlength: 24, autocomplete: "nickname", required: true });
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (!name) return;
    try {
      await socket.rename(name);
      close();
    } catch (failure) {
      error.textContent = errorMessage(failure, t("connection.failed"));
    }
  };
  host.replaceChildren(h("form", { class: "field", onsubmit: submit },
    h("label", {}, h("span", {}, t("name.label")), input),
    h("p", { class: "muted small" }, t("name.from")),
    error,
    h("button", { class: "button primary" }, t("name.keep"))),
  h("a", { href: "/account", onclick: close }, t("user.logIn")), ...[notificationSwitch() ?? []].flat());
  input.focus();
  input.select();
}
