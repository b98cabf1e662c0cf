// The brand, and the two switches of every page: sound and light.

import { h, s } from "./dom.js";
import { play, setSound, soundIsOn } from "./sounds.js";
import { toggleTheme, onSystemThemeChange, theme } from "./theme.js";
import { t } from "./i18n.js";

const ICONS = {
  sun: "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M12 2v2M12 20v2M4 4.9l1.5 1.4M18.5 17.7 20 19.1M2 12h2M20 12h2M4 19.1l1.5-1.4M18.5 6.3 20 4.9",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5",
  loud: "M4 9.5v5h3.5l5 4.5V5l-5 4.5zM16 9a4.5 4.5 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  mute: "M4 9.5v5h3.5l5 4.5V5l-5 4.5zM16.5 9.5l5 5M21.5 9.5l-5 5",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.5 20a7.5 7.5 0 0 1 15 0",
};

/** @param {keyof typeof ICONS} name */
export const icon = (name) => s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));

export function brand() {
  return h("a", { class: "brand", href: "/" },
    h("img", { src: "/icon.svg", alt: "", width: 30, height: 30 }),
    h("b", {}, t("app.title")), h("span", { lang: "fa", dir: "rtl" }, "تخته"));
}

export function soundButton() {
  const button = h("button", { class: "button subtle icon", type: "button" });
  const draw = () => {
    const on = soundIsOn();
    const words = t(on ? "sound.off" : "sound.on");
    button.replaceChildren(icon(on ? "loud" : "mute"));
    button.title = words;
    button.setAttribute("aria-label", words);
  };
  button.addEventListener("click", () => {
    setSound(!soundIsOn());
    draw();
    play("tap");
  });
  draw();
  return button;
}

export function themeButton() {
  const button = h("button", { class: "button subtle icon", type: "button" });
  const draw = () => {
    const dark = theme() === "dark";
    const words = t(dark ? "theme.light" : "theme.dark");
    button.replaceChildren(icon(dark ? "sun" : "moon"));
    button.title = words;
    button.setAttribute("aria-label", words);
  };
  button.addEventListener("click", () => {
    toggleTheme();
    draw();
  });
  onSystemThemeChange(draw);
  draw();
  return button;
}
