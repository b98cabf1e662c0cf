// A small panel that opens beside its button and pushes nothing away.

import { h } from "./dom.js";

/**
 * @param {HTMLButtonElement} button
 * @param {() => Node[]} content asked for each time it opens
 * @param {{up?: boolean}} [how]
 * @returns {{element: HTMLElement, close: () => void}}
 */
export function popover(button, content, how = {}) {
  const panel = h("div", { class: "panel", hidden: true });
  const element = h("div", { class: how.up ? "popover up" : "popover" }, button, panel);
  const close = () => {
    panel.hidden = true;
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside);
  };
  /** @param {Event} event */
  const outside = (event) => {
    if (!element.isConnected || !(event.target instanceof Node) || !element.contains(event.target)) close();
  };
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => {
    if (!panel.hidden) return close();
    panel.replaceChildren(...content());
    panel.hidden = false;
    button.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", outside);
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
