// A panel that opens over the page next to its button.

import { h } from "./dom.js";

/**
 * Wraps a button in an element that holds its panel.
 * @param {HTMLButtonElement} button
 * @param {() => Node[]} content called each time the panel opens
 * @param {{up?: boolean}} [options] `up` opens the panel above the button
 * @returns {{element: HTMLElement, close: () => void}}
 */
export function popover(button, content, options = {}) {
  const panel = h("div", { class: "panel", hidden: true });
  const element = h("div", { class: options.up ? "popover up" : "popover" }, button, panel);
  const close = () => {
    panel.hidden = true;
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", closeIfOutside);
  };
  /** @param {Event} event */
  const closeIfOutside = (event) => {
    if (!element.isConnected || !(event.target instanceof Node) || !element.contains(event.target)) close();
  };
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => {
    if (!panel.hidden) return close();
    panel.replaceChildren(...content());
    panel.hidden = false;
    button.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", closeIfOutside);
    const input = panel.querySelector("input");
    input?.focus();
    input?.select();
  });
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || panel.hidden) return;
    event.stopPropagation();
    close();
    button.focus();
  });
  return { element, close };
}
