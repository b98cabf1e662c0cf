// Buttons for actions without a piece, such as roll, double and pass.

import { h } from "../dom.js";
import { tOr } from "../i18n.js";

/** @typedef {import("../wire.js").Token} Token */

export class Buttons {
  element = h("div", { class: "board-buttons", hidden: true });
  #pick;
  #shown = "";

  /** @param {(place: number) => void} pick */
  constructor(pick) {
    this.#pick = pick;
  }

  /**
   * Shows the buttons among the tokens. Once shown, the element keeps its height so that the layout does not jump.
   * @param {Token[]} tokens @param {(place: number) => boolean} isTarget
   * @returns {boolean} `true` if the focused button was removed and no other is left
   */
  show(tokens, isTarget) {
    const buttons = tokens.flatMap((token) => (token.kind === "button" ? [token] : []));
    const shown = JSON.stringify(buttons);
    let hadFocus = false;
    if (shown !== this.#shown) {
      this.#shown = shown;
      hadFocus = this.element.contains(document.activeElement);
      this.element.replaceChildren(
        ...buttons.map(({ place, label }) =>
          h(
            "button",
            { type: "button", class: "board-button", "data-place": place, onclick: () => this.#pick(place) },
            tOr(`board.button.${label}`, label),
          ),
        ),
      );
      if (buttons.length) this.element.hidden = false;
    }
    for (const button of this.element.children) {
      button.classList.toggle("primary", isTarget(Number(button.getAttribute("data-place"))));
    }
    if (hadFocus && buttons.length) this.focus(buttons[0].place);
    return hadFocus && !buttons.length;
  }

  clear() {
    this.#shown = "";
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /** @param {number} place @returns {boolean} `true` if there is such a button */
  focus(place) {
    const button = /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-place="${place}"]`));
    button?.focus();
    return button !== null;
  }
}
