// The page of the account: log in or register, or change the settings of the account.

import { h } from "../dom.js";
import { errorMessage, fetchJson } from "../http.js";
import { addMessages, t } from "../i18n.js";
import { account as messages } from "../messages/en.account.js";
import { people } from "../messages/en.people.js";
import { redraw, setTitle } from "../router.js";
import { socket } from "../socket.js";
import { logOut } from "../user_menu.js";
import { botSection } from "./account/bots.js";
import { logInForm } from "./account/log_in.js";
import { blockedList } from "./account/blocked.js";
import { deletionForm, passwordForm, sessionList } from "./account/settings.js";
import { loadErrorPage } from "./not_found.js";

addMessages(people);
addMessages(messages);

/**
 * Opens the page.
 * @param {HTMLElement} host
 * @returns {Promise<() => void>} closes the page
 */
export async function accountPage(host) {
  /** @type {import("../wire.js").Account | null} */
  const account = await fetchJson("/api/account").catch(() => null);
  if (!account) return loadErrorPage(host);
  const leave = socket.onUserChange(() => void redraw());
  host.className = account.registered ? "narrow" : "narrow slim";
  if (account.registered) showSettings(host, account, leave);
  else showLogIn(host, account, leave);
  return leave;
}

/**
 * @param {HTMLElement} host
 * @param {import("../wire.js").Account} account
 * @param {() => void} leave
 */
function showLogIn(host, account, leave) {
  setTitle(t("user.logIn"));
  host.append(h("h1", {}, t("user.logIn")), h("p", { class: "lead" }, t("account.lead")), logInForm(account.name, leave));
}

/**
 * @param {HTMLElement} host
 * @param {import("../wire.js").Account} account
 * @param {() => void} leave
 */
function showSettings(host, account, leave) {
  setTitle(t("nav.account"));
  const error = h("p", { class: "error small", role: "alert" });
  const logOutButton = h("button", { class: "button", type: "button" }, t("user.logOut"));
  logOutButton.addEventListener("click", async () => {
    leave();
    await logOut().catch((fault) => (error.textContent = errorMessage(fault, t("connection.failed"))));
  });
  let sessions = sessionList(account.sessions);
  const onPasswordChange = async () => {
    await socket.switchUser();
    /** @type {import("../wire.js").Account} */
    const changed = await fetchJson("/api/account");
    const next = sessionList(changed.sessions);
    sessions.replaceWith(next);
    sessions = next;
  };
  host.append(
    h("div", { class: "page-head" },
      h("div", {}, h("h1", {}, t("nav.account")), h("p", { class: "lead" }, t("account.loggedIn", { name: account.name }))),
      h("div", { class: "row" }, h("a", { class: "button", href: `/player/${encodeURIComponent(account.name)}` }, t("user.profile")), logOutButton)),
    error, passwordForm(account.name, onPasswordChange), sessions, botSection(), blockedList(), deletionForm(account.name, leave));
}
