// A button that asks for confirmation, for actions that cannot be undone.

import { h } from "./dom.js";

/** Time to confirm before the button resets, in milliseconds. */
const CONFIRM_TIMEOUT = 4000;

/**
 * Button that runs its action on the second click; after the first one it shows the confirmation label.
 * @param {string} label
 * @param {string} confirmLabel
 * @param {() => void} action
 */
export function confirmButton(label, confirmLabel, action) {
  const button = h("button", { class: "button", type: "button" }, label);
  let timer = 0;
  const reset = () => {
    clearTimeout(timer);
    timer = 0;
    button.textContent = label;
    button.classList.remove("danger");
  };
  button.addEventListener("click", () => {
    if (timer) {
      reset();
      return action();
    }
    button.textContent = confirmLabel;
    button.classList.add("danger");
    timer = window.setTimeout(reset, CONFIRM_TIMEOUT);
  });
  return button;
}
