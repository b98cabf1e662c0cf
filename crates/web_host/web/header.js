// The page header: brand, navigation, user, sound and theme buttons.

import { h } from "./dom.js";
import { brand, icon, soundButton, themeButton } from "./header_buttons.js";
import { t } from "./i18n.js";
import { popover } from "./popover.js";
import { socket } from "./socket.js";

const LINKS = [["/", "nav.play"], ["/history", "nav.games"], ["/statistics", "nav.statistics"]];

const links = () => LINKS.map(([href, key]) => h("a", { href }, t(key)));

/** @param {HTMLElement} host */
export function drawHeader(host) {
  const logIn = h("a", { class: "button subtle log-in", href: "/account", hidden: true }, t("nav.logIn"));
  socket.onUser(({ registered }) => (logIn.hidden = registered));
  host.replaceChildren(brand(), h("nav", { class: "nav", "aria-label": t("nav.label") }, ...links()), userButton(), logIn, soundButton(), themeButton(), menuButton());
}

/** Button that opens the links of the header where they have no room. */
function menuButton() {
  const button = h("button", { class: "button subtle icon", type: "button", title: t("nav.menu"), "aria-label": t("nav.menu") }, icon("menu"));
  const menu = popover(button, () => [h("nav", { class: "menu", "aria-label": t("nav.label"), onclick: () => menu.close() }, ...links(),
    h("a", { href: "/account" }, t(socket.user?.registered ? "nav.account" : "nav.logIn")))]);
  menu.element.classList.add("nav-menu");
  return menu.element;
}

/** Button with the user's name: a guest changes it, an account has a menu. */
function userButton() {
  const label = h("span", { class: "user-name" });
  const button = h("button", { class: "button subtle", type: "button", title: t("name.change") }, icon("person"), label);
  const { element, close } = popover(button, () => {
    const content = h("div", { class: "menu" });
    void import("./user_menu.js").then(({ userMenu }) => userMenu(content, () => {
      close();
      button.focus();
    }));
    return [content];
  });
  socket.onUser(({ name, registered }) => {
    close();
    const action = t(registered ? "nav.account" : "name.change");
    label.textContent = name;
    button.title = action;
    button.setAttribute("aria-label", `${name}: ${action}`);
  });
  return element;
}
