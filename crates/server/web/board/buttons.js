// What is done without pieces: words to touch, in a strip below the board.

import { h } from "../dom.js";
import { tOr } from "../i18n.js";

/** @typedef {import("../wire.js").Token} Token */

export class Buttons {
  strip = h("div", { class: "board-buttons", hidden: true });
  #pick;
  #shown = "";

  /** @param {(place: number) => void} pick */
  constructor(pick) {
    this.#pick = pick;
  }

  /**
   * A strip that has been needed once keeps its height, so that nothing jumps.
   * @param {Token[]} tokens @param {(place: number) => boolean} inviting
   * @returns {boolean} whether the button that had the keyboard is gone, and there is no other
   */
  show(tokens, inviting) {
    const words = tokens.flatMap((token) => (token.kind === "button" ? [token] : []));
    const shown = JSON.stringify(words);
    let hadFocus = false;
    if (shown !== this.#shown) {
      this.#shown = shown;
      hadFocus = this.strip.contains(document.activeElement);
      this.strip.replaceChildren(
        ...words.map(({ place, label }) =>
          h(
            "button",
            { type: "button", class: "board-button", "data-place": place, onclick: () => this.#pick(place) },
            tOr(`board.button.${label}`, label),
          ),
        ),
      );
      if (words.length) this.strip.hidden = false;
    }
    for (const button of this.strip.children) {
      button.classList.toggle("primary", inviting(Number(button.getAttribute("data-place"))));
    }
    if (hadFocus && words.length) this.focus(words[0].place);
    return hadFocus && !words.length;
  }

  clear() {
    this.#shown = "";
    this.strip.hidden = true;
    this.strip.replaceChildren();
  }

  /** @param {number} place @returns {boolean} whether there is such a button */
  focus(place) {
    const button = /** @type {HTMLElement | null} */ (this.strip.querySelector(`[data-place="${place}"]`));
    button?.focus();
    return button !== null;
  }
}
