// Light and dark theme: the system's preference until the user picks one.

import { saveSetting } from "./storage.js";

const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");

/**
 * Returns the theme in use.
 * @returns {"light" | "dark"}
 */
export function theme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return prefersDark.matches ? "dark" : "light";
}

/** Switches to the other theme and stores it. */
export function toggleTheme() {
  const next = theme() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  saveSetting("theme", next);
}

/**
 * Registers a listener for changes of the system's preference.
 * @param {() => void} listener
 */
export function onSystemThemeChange(listener) {
  prefersDark.addEventListener("change", listener);
}
