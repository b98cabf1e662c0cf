// Tabs that follow the ARIA pattern: one tab stop, arrow keys between them.

import { h } from "../../dom.js";

/**
 * Creates a tab list.
 * @param {string} label
 * @param {{name: string, label: string, panel: HTMLElement}[]} entries
 * @param {string} chosen
 * @param {(name: string) => void} onchoose
 * @returns {{element: HTMLElement, choose: (name: string) => void}}
 */
export function tabs(label, entries, chosen, onchoose) {
  const buttons = entries.map(({ name, label, panel }) => {
    panel.id ||= `panel-${name}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${name}`);
    return h("button", {
      type: "button", role: "tab", id: `tab-${name}`, "aria-controls": panel.id,
      onclick: () => { choose(name); onchoose(name); },
    }, label);
  });

  /** @param {string} name */
  function choose(name) {
    entries.forEach((entry, index) => {
      buttons[index].setAttribute("aria-selected", String(entry.name === name));
      buttons[index].tabIndex = entry.name === name ? 0 : -1;
    });
  }

  /** @param {KeyboardEvent} event */
  function onkeydown(event) {
    const here = buttons.findIndex((button) => button === event.target);
    const isRightToLeft = getComputedStyle(element).direction === "rtl";
    const forward = isRightToLeft ? "ArrowLeft" : "ArrowRight";
    const backward = isRightToLeft ? "ArrowRight" : "ArrowLeft";
    const goal = { [forward]: here + 1, [backward]: here - 1 + buttons.length, Home: 0, End: buttons.length - 1 }[event.key];
    if (here < 0 || goal === undefined) return;
    event.preventDefault();
    const button = buttons[goal % buttons.length];
    button.focus();
    button.click();
  }

  const element = h("div", { class: "queens-tabs", role: "tablist", "aria-label": label, onkeydown }, ...buttons);
  choose(chosen);
  return { element, choose };
}
