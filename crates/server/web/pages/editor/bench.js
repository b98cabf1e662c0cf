// The editor's elements, and how they show a state.

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { settingFields } from "../new/settings.js";

/** @typedef {import("../../wire.js").SeatTitle} SeatTitle */

/**
 * @param {HTMLElement} host
 * @param {import("../../wire.js").GameEntry} entry
 * @param {object} does
 * @param {(chosen: Record<string, string>) => void} does.settings
 * @param {() => void} does.clear
 * @param {() => void} does.start
 * @param {() => void} does.undo
 * @param {(text: string) => void} does.read
 * @param {(seat: number) => void} does.turn
 */
export function drawBench(host, entry, does) {
  const fields = settingFields(entry, new URLSearchParams(location.search), () => does.settings(fields.values()));
  const board = h("div", { class: "editor-board" });
  const palette = h("div", { class: "editor-pieces" });
  const turn = h("fieldset", { class: "editor-turn" });
  const sentence = h("p", { class: "editor-sentence" });
  const undo = h("button", { type: "button", class: "button", onclick: does.undo }, t("editor.undo"));
  const text = h("textarea", {
    class: "input", rows: 3, "aria-label": t("editor.text"), autocomplete: "off", spellcheck: "false", dir: "ltr",
    oninput: () => text.removeAttribute("aria-invalid"),
    onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter" && !event.shiftKey) read(event); },
  });
  const copyWords = h("span", { class: "muted small", role: "status" });
  const play = h("a", { class: "button primary editor-play" }, t("editor.play"));

  /** @param {Event} event */
  function read(event) {
    event.preventDefault();
    if (text.value.trim()) does.read(text.value.trim());
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(text.value);
      copyWords.textContent = t("editor.copied");
    } catch {
      text.select();
      copyWords.textContent = t("editor.uncopied");
    }
  }

  const bench = h("div", { class: "editor" },
    h("div", { class: "editor-title" }, h("h1", {}, entry.title), h("p", { class: "muted" }, t("editor.lead"))),
    h("div", { class: "editor-tools" },
      entry.settings.length > 0 && h("details", { class: "editor-options" }, h("summary", {}, t("editor.settings")), fields.element),
      palette,
      h("div", { class: "editor-rest" }, turn,
        h("div", { class: "editor-buttons" }, undo,
          h("button", { type: "button", class: "button", onclick: does.clear }, t("editor.clear")),
          h("button", { type: "button", class: "button", onclick: does.start }, t("editor.start"))))),
    h("div", { class: "editor-middle" }, board, sentence),
    h("div", { class: "editor-side panel" },
      play,
      entry.name === "queens" && h("p", { class: "muted small" }, `${t("editor.queens")} `, h("a", { href: "/queens?way=place" }, t("editor.queens.open"))),
      h("form", { class: "editor-text", onsubmit: read }, h("h2", {}, t("editor.text")), text,
        h("p", { class: "muted small" }, t("editor.text.hint")),
        h("div", { class: "row" }, h("button", { class: "button" }, t("editor.read")), h("button", { type: "button", class: "button", onclick: copy }, t("editor.copy")), copyWords)),
      h("p", { class: "muted small editor-keys" }, t("editor.keys"))));
  host.append(bench);

  let seatsShown = "";

  return {
    board,
    palette,

    /** @param {{ground: import("../../wire.js").Ground, seats: SeatTitle[], turn: number, mayUndo: boolean}} state */
    show(state) {
      bench.style.setProperty("--ratio", String(state.ground.width / state.ground.height));
      undo.disabled = !state.mayUndo;
      turn.hidden = state.seats.length < 2;
      const seats = JSON.stringify([state.seats, state.turn]);
      if (seats === seatsShown) return;
      seatsShown = seats;
      const hadFocus = turn.contains(document.activeElement);
      turn.replaceChildren(h("legend", {}, t("editor.turn")), h("div", { class: "choices" }, ...state.seats.map(({ seat, title, paint }) =>
        h("label", {}, h("input", { type: "radio", name: "editor-turn", checked: seat === state.turn, onchange: () => does.turn(seat) }),
          h("span", {}, paint && h("i", { class: "colour-dot", "data-paint": paint }), title)))));
      if (hadFocus) /** @type {HTMLElement | null} */ (turn.querySelector("input:checked"))?.focus();
    },

    /**
     * @param {string} position
     * @param {string} caption
     * @param {string} address where to play from here
     */
    playable(position, caption, address) {
      sentence.dataset.state = "playable";
      sentence.textContent = caption || t("editor.playable");
      text.removeAttribute("aria-invalid");
      text.placeholder = "";
      text.value = position;
      copyWords.textContent = "";
      play.href = address;
      play.removeAttribute("aria-disabled");
    },

    /**
     * @param {"wrong" | "busy"} state
     * @param {string} words
     */
    unplayable(state, words) {
      play.removeAttribute("href");
      play.setAttribute("aria-disabled", "true");
      // While it is being looked at, what was said stays for the moment, or the line would flicker.
      if (state === "busy") return;
      sentence.dataset.state = state;
      sentence.textContent = words;
      if (document.activeElement !== text) {
        text.value = "";
        text.placeholder = t("editor.text.none");
      }
    },

    /** The typed text was not understood; it stays to be mended. */
    complain() {
      text.setAttribute("aria-invalid", "true");
    },
  };
}
