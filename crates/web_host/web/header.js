// The page header: brand, user name, sound and theme buttons.

import { h } from "./dom.js";
import { brand, icon, soundButton, themeButton } from "./header_buttons.js";
import { errorMessage } from "./http.js";
import { t } from "./i18n.js";
import { popover } from "./popover.js";
import { socket } from "./socket.js";

/** @param {HTMLElement} host */
export function drawHeader(host) {
  host.replaceChildren(brand(), nameButton(), soundButton(), themeButton());
}

function nameButton() {
  const label = h("span", { class: "user-name" }, socket.name ?? "");
  const button = h("button", { class: "button subtle", type: "button", title: t("name.change"), "aria-label": t("name.change") }, icon("person"), label);
  const { element, close } = popover(button, () => {
    const input = h("input", { class: "input", value: socket.name ?? "", maxlength: 24, autocomplete: "nickname", required: true });
    const error = h("p", { class: "error small", role: "alert" });
    /** @param {Event} event */
    const submit = async (event) => {
      event.preventDefault();
      const name = input.value.trim();
      if (!name) return;
      try {
        await socket.rename(name);
        close();
        button.focus();
      } catch (failure) {
        error.textContent = errorMessage(failure, t("connection.failed"));
      }
    };
    return [h("form", { class: "field", onsubmit: submit },
      h("label", {}, h("span", {}, t("name.label")), input),
      h("p", { class: "muted small" }, t("name.from")),
      error,
      h("button", { class: "button primary" }, t("name.keep")))];
  });
  socket.onName((name) => {
    label.textContent = name;
    button.setAttribute("aria-label", `${name}: ${t("name.change")}`);
  });
  return element;
}
