// The brand, who you are, and the two switches.

import { h } from "./dom.js";
import { errorMessage } from "./http.js";
import { popover } from "./popover.js";
import { socket } from "./socket.js";
import { brand, icon, soundButton, themeButton } from "./header_buttons.js";
import { t } from "./i18n.js";

/** @param {HTMLElement} host */
export function drawHeader(host) {
  host.replaceChildren(brand(), nameButton(), soundButton(), themeButton());
}

function nameButton() {
  const shown = h("span", { class: "user-name" }, socket.name ?? "");
  const button = h("button", { class: "button subtle", type: "button", title: t("name.change"), "aria-label": t("name.change") }, icon("person"), shown);
  const { element, close } = popover(button, () => {
    const input = h("input", { class: "input", value: socket.name ?? "", maxlength: 24, autocomplete: "nickname", required: true });
    const complaint = h("p", { class: "error small", role: "alert" });
    /** @param {Event} event */
    const submit = async (event) => {
      event.preventDefault();
      const name = input.value.trim();
      if (!name) return;
      try {
        await socket.rename(name);
        close();
        button.focus();
      } catch (fault) {
        complaint.textContent = errorMessage(fault, t("connection.failed"));
      }
    };
    return [h("form", { class: "field", onsubmit: submit },
      h("label", {}, h("span", {}, t("name.label")), input),
      h("p", { class: "muted small" }, t("name.from")),
      complaint,
      h("button", { class: "button primary" }, t("name.keep")))];
  });
  socket.onName((name) => {
    shown.textContent = name;
    button.setAttribute("aria-label", `${name}: ${t("name.change")}`);
  });
  return element;
}
