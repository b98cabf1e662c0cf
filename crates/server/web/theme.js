// Light or dark: what the system says, until somebody chooses.

import { saveSetting } from "./storage.js";

const system = window.matchMedia("(prefers-color-scheme: dark)");

/** @returns {"light" | "dark"} */
export function theme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return system.matches ? "dark" : "light";
}

/** Changes to the other theme and keeps it. */
export function toggleTheme() {
  const next = theme() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  saveSetting("theme", next);
}

/**
 * Calls back when the system changes between day and night.
 * @param {() => void} change
 */
export function onSystemThemeChange(change) {
  system.addEventListener("change", change);
}
