// Light or dark: what the system says, until somebody chooses.

import { keep } from "./keep.js";

const system = window.matchMedia("(prefers-color-scheme: dark)");

/** @returns {"light" | "dark"} */
export function theme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return system.matches ? "dark" : "light";
}

/** Changes to the other theme and keeps it. */
export function changeTheme() {
  const next = theme() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  keep("theme", next);
}

/**
 * Calls back when the system changes between day and night.
 * @param {() => void} change
 */
export function onSystemTheme(change) {
  system.addEventListener("change", change);
}
