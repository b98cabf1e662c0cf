// Header parts shared by every page: brand, sound button and theme button.

import { h, s } from "./dom.js";
import { t } from "./i18n.js";
import { isSoundOn, play, setSound } from "./sounds.js";
import { onSystemThemeChange, theme, toggleTheme } from "./theme.js";

const ICONS = {
  sun: "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M12 2v2M12 20v2M4 4.9l1.5 1.4M18.5 17.7 20 19.1M2 12h2M20 12h2M4 19.1l1.5-1.4M18.5 6.3 20 4.9",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5",
  loud: "M4 9.5v5h3.5l5 4.5V5l-5 4.5zM16 9a4.5 4.5 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  mute: "M4 9.5v5h3.5l5 4.5V5l-5 4.5zM16.5 9.5l5 5M21.5 9.5l-5 5",
  menu: "M4 7h16M4 12h16M4 17h16",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.5 20a7.5 7.5 0 0 1 15 0",
};

/** @param {keyof typeof ICONS} name */
export const icon = (name) => s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));

/** Link to the start page. */
export function brand() {
  return h("a", { class: "brand", href: "/" },
    h("img", { src: "/icon.svg", alt: "", width: 30, height: 30 }),
    h("b", {}, t("app.title")), h("span", { lang: "fa", dir: "rtl" }, "تخته"));
}

/** Button that turns sounds on and off. */
export function soundButton() {
  const button = h("button", { class: "button subtle icon", type: "button" });
  const update = () => {
    const on = isSoundOn();
    const label = t(on ? "sound.off" : "sound.on");
    button.replaceChildren(icon(on ? "loud" : "mute"));
    button.title = label;
    button.setAttribute("aria-label", label);
  };
  button.addEventListener("click", () => {
    setSound(!isSoundOn());
    update();
    play("tap");
  });
  update();
  return button;
}

/** Button that toggles the theme. */
export function themeButton() {
  const button = h("button", { class: "button subtle icon", type: "button" });
  const update = () => {
    const dark = theme() === "dark";
    const label = t(dark ? "theme.light" : "theme.dark");
    button.replaceChildren(icon(dark ? "sun" : "moon"));
    button.title = label;
    button.setAttribute("aria-label", label);
  };
  button.addEventListener("click", () => {
    toggleTheme();
    update();
  });
  onSystemThemeChange(update);
  update();
  return button;
}
