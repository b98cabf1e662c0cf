// The page of the chess computer: a drawn handheld with a screen of 128 by 128 pixels and a keypad of 16 keys.

import { h } from "../dom.js";
import { addMessages, asSentence, hasMessage, t } from "../i18n.js";
import { device as messages } from "../messages/en.device.js";
import { setTitle } from "../router.js";
import { play } from "../sounds.js";
import { announceLatest } from "./announce_latest.js";
import { deviceSocket } from "./device/device_socket.js";
import { numberHelp } from "./device/help.js";
import { keypadKey, LAYOUT } from "./device/keypad.js";
import { drawFrame, scaleFor, SIDE } from "./device/lcd.js";

addMessages(messages);

/** Rows of the table of keyboard keys. */
const KEYBOARD = ["digits", "arrows", "space", "enter", "erase", "menu"];
/** Time that a key stays down when it is pressed on the keyboard, in milliseconds. */
const PRESS_TIME = 110;

/**
 * Opens the page.
 * @param {HTMLElement} host
 * @returns {() => void} closes the page
 */
export function devicePage(host) {
  setTitle(t("device.title"));
  host.className = "device-page";
  const canvas = h("canvas", { width: SIDE, height: SIDE, class: "device-lcd", role: "img", "aria-label": t("device.screen") });
  const words = h("p", { class: "visually-hidden", id: "device-words" });
  canvas.setAttribute("aria-describedby", words.id);
  const light = h("span", { class: "device-light", "aria-hidden": "true" });
  const keys = new Map(LAYOUT.map((key) => [key, keyButton(key, () => press(key))]));
  const status = h("p", { class: "device-status" }, t("device.game.none"));
  const watch = h("a", { class: "button primary", hidden: true }, t("device.watch"));
  const error = h("p", { class: "error small", role: "alert" });
  const file = h("input", { type: "file", accept: ".toml,.txt,text/plain", class: "visually-hidden", tabindex: "-1", "aria-hidden": "true", onchange: loadArmy });

  const glass = h("div", { class: "device-glass" }, canvas);
  const body = h("div", { class: "device-body off" },
    h("div", { class: "device-bezel" },
      h("div", { class: "device-brand", "aria-hidden": "true" }, h("b", {}, t("app.title")), h("span", {}, t("device.name")), light),
      glass),
    h("div", { class: "device-keys", role: "group", "aria-label": t("device.keypad") }, ...keys.values()));
  host.append(
    h("div", { class: "device-intro" }, h("h1", {}, t("device.title")), h("p", { class: "lead" }, t("device.lead"))),
    body,
    h("div", { class: "device-side" },
      h("section", { class: "panel" }, h("h2", {}, t("device.game")), status, words, error, watch),
      h("section", { class: "panel" }, h("h2", {}, t("device.army")), h("p", { class: "muted small" }, t("device.army.about")),
        h("div", { class: "row" },
          h("button", { type: "button", class: "button", onclick: () => file.click() }, t("device.army.load")),
          h("a", { class: "button", href: "/api/device/army", download: "army.toml" }, t("device.army.save")), file)),
      numberHelp(),
      h("details", { class: "panel device-help" }, h("summary", {}, h("h2", {}, t("device.keys"))),
        h("p", { class: "small" }, t("device.keys.about")),
        h("dl", { class: "device-keyboard small" }, ...KEYBOARD.flatMap((row) =>
          [h("dt", {}, h("kbd", {}, t(`device.keyboard.${row}`))), h("dd", {}, t(`device.keyboard.${row}.do`))])),
        h("p", { class: "small" }, t("device.keys.games")))));

  /** @type {Uint8Array} */
  let frame = new Uint8Array((SIDE * SIDE) / 8);
  let scale = 1;
  const draw = () => drawFrame(canvas, frame, scale);
  const resized = new ResizeObserver(() => {
    const { paddingLeft, paddingRight } = getComputedStyle(glass);
    scale = scaleFor(glass.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight), devicePixelRatio);
    canvas.style.width = canvas.style.height = `${(SIDE * scale) / devicePixelRatio}px`;
    draw();
  });
  resized.observe(glass);

  const connection = deviceSocket({
    onFrame(pixels) {
      frame = pixels;
      draw();
    },
    onState({ table, turn, text }) {
      light.classList.toggle("on", turn === "opponent");
      status.textContent = t(turn ? `device.turn.${turn}` : table ? "device.turn.over" : "device.game.none");
      watch.hidden = !table;
      if (table) watch.href = `/table/${table}`;
      if (text === words.textContent) return;
      words.textContent = text;
      announceLatest(text);
    },
    onError: (message) => (error.textContent = asSentence(message)),
    onArmy() {
      status.textContent = t("device.army.loaded");
      announceLatest(t("device.army.loaded"));
    },
    onConnection: (isConnected) => body.classList.toggle("off", !isConnected),
  });

  /** @param {string} key */
  function press(key) {
    error.textContent = "";
    if (connection.send(key)) play("key");
  }

  async function loadArmy() {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    error.textContent = "";
    try {
      connection.send(JSON.stringify({ army: await chosen.text() }));
    } catch {
      error.textContent = t("device.army.unreadable");
    }
  }

  /** @param {KeyboardEvent} event */
  function onkeydown(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const focused = event.target instanceof Element ? event.target.closest("a, button, input, summary") : null;
    // Enter and Space belong to the focused control.
    if (focused && (event.key === "Enter" || event.key === " ")) return;
    const key = keypadKey(event.key);
    if (!key) return;
    event.preventDefault();
    press(key);
    const button = keys.get(key);
    button?.classList.add("down");
    window.setTimeout(() => button?.classList.remove("down"), PRESS_TIME);
  }

  document.addEventListener("keydown", onkeydown);
  return () => {
    document.removeEventListener("keydown", onkeydown);
    resized.disconnect();
    connection.close();
  };
}

/**
 * Creates a key of the keypad.
 * @param {string} key its character
 * @param {() => void} onpress
 */
function keyButton(key, onpress) {
  const label = hasMessage(`device.key.${key}`) ? t(`device.key.${key}`) : "";
  const kind = /\d/.test(key) ? "digit" : /[A-D]/.test(key) ? "letter" : "edit";
  return h("button", { type: "button", class: `device-key ${kind}`, "data-key": key, onclick: onpress,
    // A click leaves the focus where it is, so that Enter on the keyboard stays the Enter of the device.
    onpointerdown: (/** @type {PointerEvent} */ event) => event.preventDefault() },
    h("b", {}, key), " ", h("span", {}, label));
}
