// The chat of a table: preset phrases and short texts. Players and spectators have a chat each.

import { h } from "../../dom.js";
import { announce } from "../../announce.js";
import { errorMessage } from "../../http.js";
import { addMessages, t, tOr } from "../../i18n.js";
import { social } from "../../messages/en.social.js";
import { popover } from "../../popover.js";
import { randomText } from "../../random_text.js";
import { socket } from "../../socket.js";
import { loadSetting, saveSetting } from "../../storage.js";

addMessages(social);

/** @typedef {import("./model.js").TableModel} TableModel */
/** @typedef {import("../../wire.js").ChatLine} ChatLine */

const PHRASES = ["hello", "good_luck", "have_fun", "thanks", "well_played", "good_game", "sorry", "bye"];
/** Longest text in characters. */
const MAX_TEXT = 140;
/** Number of lines that the log shows. */
const MAX_LINES = 100;
const SETTING = "chat";

/**
 * Text of a line in the user's language.
 * @param {ChatLine} line
 */
export const lineText = (line) => line.text ?? tOr(`phrase.${line.phrase}`, line.phrase ?? "");

/**
 * Request that adds a line to the chat. Its key lets the server recognise it if it is sent again after a reconnect.
 * @param {{text: string} | {phrase: string}} content
 */
export const sayRequest = (content) => ({ kind: "say", key: randomText(), ...content });

/** Lines of a chat, without those of muted authors. */
export class ChatLines {
  /** @type {ChatLine[]} */
  #lines = [];
  /** @type {Set<string>} */
  #muted = new Set();

  /**
   * @param {ChatLine[]} lines
   * @param {boolean} reset
   * @returns {{added: ChatLine[], dropped: ChatLine[]}} new lines at the end, and lines that they have pushed out
   */
  add(lines, reset) {
    if (reset) this.#lines = [];
    const last = this.#lines.at(-1)?.number ?? 0;
    const added = lines.filter((line) => line.number > last);
    this.#lines.push(...added);
    return { added, dropped: this.#lines.splice(0, Math.max(0, this.#lines.length - MAX_LINES)) };
  }

  /** @param {string} name */
  toggleMute(name) {
    if (!this.#muted.delete(name)) this.#muted.add(name);
  }

  /** @param {string} name */
  isMuted(name) {
    return this.#muted.has(name);
  }

  /** @param {ChatLine} line */
  isShown(line) {
    return line.own || !this.#muted.has(line.name);
  }

  get shown() {
    return this.#lines.filter((line) => this.isShown(line));
  }

  /** Names of muted authors. */
  get muted() {
    return [...this.#muted];
  }
}

/**
 * Creates the chat panel, which is hidden while no other person is at the table.
 * @param {TableModel} model
 * @returns {import("./model.js").Panel & {remove: () => void}}
 */
export function chatPanel(model) {
  const lines = new ChatLines();
  const heading = h("h2", {});
  const about = h("p", { class: "muted small" });
  const toggle = h("button", { class: "button subtle", type: "button" });
  const list = h("ul", {});
  const log = h("div", { class: "chat-log", role: "log", tabindex: "0", "aria-label": t("chat.log") }, list);
  const error = h("p", { class: "error small", role: "alert" });
  const input = h("input", { class: "input", maxlength: MAX_TEXT, autocomplete: "off", dir: "auto", "aria-label": t("chat.text"), placeholder: t("chat.text") });
  const phrasesButton = h("button", { class: "button subtle", type: "button" }, t("chat.phrases"));
  /** @param {Record<string, any>} request */
  const send = async (request) => {
    try {
      await socket.request({ table: model.id, ...request });
      error.textContent = "";
      return true;
    } catch (fault) {
      error.textContent = errorMessage(fault, t("connection.failed"));
      return false;
    }
  };
  const phrases = popover(phrasesButton, () => [h("div", { class: "menu" }, ...PHRASES.map((phrase) =>
    h("button", { type: "button", onclick: () => {
      phrases.close();
      phrasesButton.focus();
      void send(sayRequest({ phrase }));
    } }, t(`phrase.${phrase}`))))], { up: true });
  const form = h("form", { class: "chat-form", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text && await send(sayRequest({ text }))) input.value = "";
  } }, input, h("button", { class: "button" }, t("chat.send")), phrases.element);
  const content = h("div", { class: "chat-content" }, about, log, error, form);
  const element = h("section", { class: "panel chat", hidden: true }, h("div", { class: "section-head" }, heading, toggle), content);

  /** @param {ChatLine} line */
  const author = (line) => {
    if (line.own) return h("b", {}, t("table.you"));
    // A panel over the log would be cut off by its edge.
    const options = h("span", { class: "row", hidden: true },
      h("button", { class: "button", type: "button", onclick: () => mute(line.name) }, t("chat.mute")),
      h("button", { class: "button", type: "button", onclick: async () => {
        if (await send({ kind: "block", line: line.number })) announce(t("chat.blocked", { name: line.name }));
      } }, t("chat.block")));
    const button = h("button", { class: "chat-author", type: "button", "aria-expanded": "false", "aria-label": t("chat.options", { name: line.name }) }, h("bdi", {}, line.name));
    button.addEventListener("click", () => {
      options.hidden = !options.hidden;
      button.setAttribute("aria-expanded", String(!options.hidden));
    });
    return h("span", {}, button, options);
  };
  /** @param {string} name */
  const mute = (name) => {
    lines.toggleMute(name);
    if (lines.isMuted(name)) announce(t("chat.muted", { name }));
    draw();
  };
  /**
   * Rows by the number of their line.
   * @type {Map<number, HTMLElement>}
   */
  const rows = new Map();
  const none = h("li", { class: "muted small" }, t("chat.none"));
  /**
   * Notices about muted authors, after the rows.
   * @type {HTMLElement[]}
   */
  let notices = [];
  /**
   * Changes the list, and scrolls to its end if that was visible.
   * @param {() => void} change
   */
  const changeList = (change) => {
    const isAtEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 8;
    change();
    if (rows.size + notices.length === 0) list.append(none);
    else none.remove();
    if (isAtEnd) log.scrollTop = log.scrollHeight;
  };
  /** @param {ChatLine[]} added */
  const appendRows = (added) => {
    for (const line of added) {
      if (!lines.isShown(line)) continue;
      const row = h("li", {}, author(line), " ", h("span", { dir: "auto" }, lineText(line)));
      rows.set(line.number, row);
      list.insertBefore(row, notices[0] ?? null);
    }
  };
  /** Draws all lines. New lines are only appended: menus and the focus in the log stay. */
  const draw = () => changeList(() => {
    rows.clear();
    notices = lines.muted.map((name) => h("li", { class: "muted small" }, t("chat.muted", { name }), " ",
      h("button", { class: "chat-author", type: "button", onclick: () => mute(name) }, t("chat.unmute"))));
    list.replaceChildren(...notices);
    appendRows(lines.shown);
  });
  const isOn = () => loadSetting(SETTING) !== "off";
  const updateSwitch = () => {
    content.hidden = !isOn();
    const action = t(isOn() ? "chat.off" : "chat.on");
    toggle.textContent = t(isOn() ? "chat.off.short" : "chat.on.short");
    toggle.title = action;
    toggle.setAttribute("aria-label", action);
  };
  toggle.addEventListener("click", () => {
    saveSetting(SETTING, isOn() ? "off" : "on");
    updateSwitch();
  });
  const remove = socket.on("chat", (message) => {
    if (message.table !== model.id) return;
    const { added, dropped } = lines.add(message.lines, message.reset);
    if (message.reset) return draw();
    changeList(() => {
      for (const { number } of dropped) {
        rows.get(number)?.remove();
        rows.delete(number);
      }
      appendRows(added);
    });
  });
  draw();
  updateSwitch();
  return {
    element,
    update() {
      const isPlayer = model.ownSeats.length > 0;
      const isAlone = isPlayer && !model.table.seats.some((seat) => seat.who === "person");
      element.hidden = isAlone;
      heading.textContent = t(isPlayer ? "chat.label" : "chat.spectators");
      about.textContent = t(isPlayer ? "chat.about.players" : "chat.about.spectators");
      element.setAttribute("aria-label", heading.textContent);
    },
    remove,
  };
}
