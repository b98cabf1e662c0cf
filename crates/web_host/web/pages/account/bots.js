// The bots of an account: a list with their tokens, and a form for a new one.

import { announce } from "../../announce.js";
import { confirmButton } from "../../confirm_button.js";
import { h } from "../../dom.js";
import { errorMessage, fetchJson, postJson } from "../../http.js";
import { t } from "../../i18n.js";
import { agoText } from "../people/format.js";
import { textField } from "./fields.js";

/** @typedef {import("../../wire.js").Bot} Bot */

/** Creates the section; its list is loaded at once. */
export function botSection() {
  const list = h("ul", { class: "session-list" });
  const error = h("p", { class: "error small", role: "alert" });
  const secret = h("div", { class: "stack", "aria-live": "polite" });
  const name = textField(t("bots.name"), { maxlength: 24, required: true, autocomplete: "off", hint: t("bots.name.hint") });
  const submit = h("button", { class: "button primary" }, t("bots.create"));

  /** @param {() => Promise<any>} request */
  const attempt = async (request) => {
    error.textContent = "";
    try {
      const answer = await request();
      await load();
      return answer;
    } catch (fault) {
      error.textContent = errorMessage(fault, t("connection.failed"));
      return null;
    }
  };

  /** @param {Bot & {token: string}} bot */
  const showToken = (bot) => {
    const field = h("input", { class: "input", readonly: true, value: bot.token, "aria-label": t("bots.token.label", { name: bot.name }) });
    field.addEventListener("focus", () => field.select());
    secret.replaceChildren(h("p", { class: "small" }, t("bots.token.once", { name: bot.name })), field);
  };

  /** @param {Bot} bot */
  const row = (bot) => {
    const post = (/** @type {string} */ action) => attempt(() => postJson(`/api/account/bots/${encodeURIComponent(bot.name)}/${action}`, {}));
    const state = !bot.has_token ? t("bots.revoked") : bot.used === null ? t("bots.unused") : t("session.used", { when: agoText(bot.used, Date.now()) });
    const renew = h("button", { class: "button", type: "button", "aria-label": t("bots.renew.label", { name: bot.name }) }, t("bots.renew"));
    renew.addEventListener("click", async () => {
      const answer = await post("token");
      if (answer) showToken(answer);
    });
    const buttons = [renew];
    if (bot.has_token) {
      const revoke = h("button", { class: "button", type: "button", "aria-label": t("session.revoke.label", { session: bot.name }) }, t("session.revoke"));
      revoke.addEventListener("click", async () => {
        if (await post("revoke")) announce(t("bots.revoked.done"));
      });
      buttons.push(revoke);
    }
    buttons.push(confirmButton(t("bots.delete"), t("bots.delete.confirm"), () => void post("delete")));
    return h("li", { class: "bot" }, h("span", {}, h("b", {}, bot.name), h("br"), h("span", { class: "muted small" }, state)), h("span", { class: "row" }, ...buttons));
  };

  const load = async () => {
    /** @type {{bots: Bot[], most: number}} */
    const { bots, most } = await fetchJson("/api/account/bots");
    list.replaceChildren(...bots.map(row));
    list.hidden = bots.length === 0;
    form.hidden = bots.length >= most;
  };

  /** @param {Event} event */
  const onsubmit = async (event) => {
    event.preventDefault();
    if (!name.require(t("bots.name.missing"))) return;
    submit.disabled = true;
    const answer = await attempt(() => postJson("/api/account/bots", { name: name.input.value }));
    if (answer) {
      name.input.value = "";
      showToken(answer);
    }
    submit.disabled = false;
  };
  const form = h("form", { class: "stack", novalidate: true, onsubmit }, name.element, h("div", { class: "row" }, submit));
  void attempt(async () => null);
  return h("section", { class: "panel stack" }, h("h2", {}, t("bots.heading")), h("p", { class: "muted small" }, t("bots.about")), list, secret, form, error);
}
