// The elements of the editor.

import { h } from "../../dom.js";
import { t, tOr } from "../../i18n.js";
import { settingFields } from "../new/settings.js";

/** @typedef {import("../../wire.js").SeatTitle} SeatTitle */

/**
 * Creates the elements.
 * @param {HTMLElement} host
 * @param {import("../../wire.js").GameEntry} entry
 * @param {object} handlers
 * @param {(chosen: Record<string, string>) => void} handlers.settings
 * @param {() => void} handlers.clear
 * @param {() => void} handlers.start
 * @param {() => void} handlers.undo
 * @param {(text: string) => void} handlers.load
 * @param {(seat: number) => void} handlers.turn
 */
export function createView(host, entry, handlers) {
  const fields = settingFields(entry, new URLSearchParams(location.search), () => handlers.settings(fields.values()));
  const board = h("div", { class: "editor-board" });
  const palette = h("div", { class: "editor-pieces" });
  const turn = h("fieldset", { class: "editor-turn" });
  const status = h("p", { class: "editor-status" });
  const undo = h("button", { type: "button", class: "button", onclick: handlers.undo }, t("editor.undo"));
  const textLabel = tOr(`editor.text.${entry.name}`, t("editor.text"));
  const text = h("textarea", {
    class: "input", rows: 3, "aria-label": textLabel, autocomplete: "off", spellcheck: "false", dir: "ltr",
    oninput: () => text.removeAttribute("aria-invalid"),
    onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter" && !event.shiftKey) load(event); },
  });
  const copyStatus = h("span", { class: "muted small", role: "status" });
  const play = h("a", { class: "button primary editor-play" }, t("editor.play"));

  /** @param {Event} event */
  function load(event) {
    event.preventDefault();
    if (text.value.trim()) handlers.load(text.value.trim());
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(text.value);
      copyStatus.textContent = t("editor.copied");
    } catch {
      text.select();
      copyStatus.textContent = t("editor.copyFailed");
    }
  }

  const root = h("div", { class: "editor" },
    h("div", { class: "editor-title" }, h("h1", {}, entry.title), h("p", { class: "muted" }, t("editor.lead"))),
    h("div", { class: "editor-tools" },
      entry.settings.length > 0 && h("details", { class: "editor-options" }, h("summary", {}, t("editor.settings")), fields.element),
      palette,
      h("div", { class: "editor-rest" }, turn,
        h("div", { class: "editor-buttons" }, undo,
          h("button", { type: "button", class: "button", onclick: handlers.clear }, t("editor.clear")),
          h("button", { type: "button", class: "button", onclick: handlers.start }, t("editor.start"))))),
    h("div", { class: "editor-middle" }, board, status),
    h("div", { class: "editor-side panel" },
      play,
      entry.name === "queens" && h("p", { class: "muted small" }, `${t("editor.queens")} `, h("a", { href: "/queens?mode=place" }, t("editor.queens.open"))),
      h("form", { class: "editor-text", onsubmit: load }, h("h2", {}, textLabel), text,
        h("p", { class: "muted small" }, t("editor.text.hint")),
        h("div", { class: "row" }, h("button", { class: "button" }, t("editor.load")), h("button", { type: "button", class: "button", onclick: copy }, t("editor.copy")), copyStatus)),
      h("p", { class: "muted small editor-shortcuts" }, t("editor.shortcuts"))));
  host.append(root);

  let seatsShown = "";

  return {
    board,
    palette,

    /** @param {{layout: import("../../wire.js").BoardLayout, seats: SeatTitle[], turn: number, canUndo: boolean}} state */
    show(state) {
      root.style.setProperty("--ratio", String(state.layout.width / state.layout.height));
      undo.disabled = !state.canUndo;
      turn.hidden = state.seats.length < 2;
      const seats = JSON.stringify([state.seats, state.turn]);
      if (seats === seatsShown) return;
      seatsShown = seats;
      const hadFocus = turn.contains(document.activeElement);
      turn.replaceChildren(h("legend", {}, t("editor.turn")), h("div", { class: "choices" }, ...state.seats.map(({ seat, title, paint }) =>
        h("label", {}, h("input", { type: "radio", name: "editor-turn", checked: seat === state.turn, onchange: () => handlers.turn(seat) }),
          h("span", {}, paint && h("i", { class: "colour-dot", "data-paint": paint }), title)))));
      if (hadFocus) /** @type {HTMLElement | null} */ (turn.querySelector("input:checked"))?.focus();
    },

    /**
     * @param {string} position
     * @param {string} caption
     * @param {string} url page that starts a game from here
     */
    showValid(position, caption, url) {
      status.dataset.state = "valid";
      status.textContent = caption || t("editor.valid");
      text.removeAttribute("aria-invalid");
      text.placeholder = "";
      text.value = position;
      copyStatus.textContent = "";
      play.href = url;
      play.removeAttribute("aria-disabled");
    },

    /**
     * @param {"invalid" | "checking"} state
     * @param {string} message
     */
    showInvalid(state, message) {
      play.removeAttribute("href");
      play.setAttribute("aria-disabled", "true");
      // The last message stays during validation, so that it does not flicker.
      if (state === "checking") return;
      status.dataset.state = state;
      status.textContent = message;
      if (document.activeElement !== text) {
        text.value = "";
        text.placeholder = t("editor.text.none");
      }
    },

    /** Marks the typed text as invalid. */
    markTextInvalid() {
      text.setAttribute("aria-invalid", "true");
    },
  };
}
