// Buttons for what cannot be undone.

import { h } from "./dom.js";

const SURE = 4000;

/**
 * A button that asks once more in its own words.
 * @param {string} words
 * @param {string} again
 * @param {() => void} act
 */
export function confirmButton(words, again, act) {
  const button = h("button", { class: "button", type: "button" }, words);
  let sure = 0;
  const calm = () => {
    clearTimeout(sure);
    sure = 0;
    button.textContent = words;
    button.classList.remove("danger");
  };
  button.addEventListener("click", () => {
    if (sure) {
      calm();
      return act();
    }
    button.textContent = again;
    button.classList.add("danger");
    sure = window.setTimeout(calm, SURE);
  });
  return button;
}
