// Entry point of the page of a serial line or of a relay: board, LEDs, traffic.

import { announce } from "../announce.js";
import { confirmButton } from "../confirm_button.js";
import { h } from "../dom.js";
import { errorMessage } from "../http.js";
import { play } from "../sounds.js";
import { brand, soundButton, themeButton } from "../header_buttons.js";
import { addMessages, capitalize, t } from "../i18n.js";
import { table } from "../messages/en.table.js";
import { line as messages } from "../messages/en.line.js";
import { LineConnection } from "./connection.js";
import { heading, lineInfo, pageTitle } from "./line_info.js";
import { ledPanel } from "./leds.js";
import { playerStrips } from "./players.js";
import { LineModel } from "./model.js";
import { boardPanel } from "./board_panel.js";
import { statusPanel } from "./status.js";
import { trafficLog } from "./traffic.js";

addMessages({ ...table, ...messages });
const host = /** @type {HTMLElement} */ (document.getElementById("page"));
const model = new LineModel();
const connection = new LineConnection(onMessage);

/**
 * Sends a command and shows a notice if it fails.
 * @param {Record<string, any>} command
 * @returns {Promise<boolean>} `true` if the server accepted it
 */
async function sendCommand(command) {
  if (!model.isInteractive) {
    status.notify(t("line.readOnly"));
    return false;
  }
  try {
    await connection.send(command);
    status.notify("");
    return true;
  } catch (error) {
    status.notify(errorMessage(error, t("connection.failed")));
    return false;
  }
}

const headline = h("h1", { class: "visually-hidden" }, t("line.loading"));
const about = lineInfo(model);
const players = playerStrips(model);
const board = boardPanel(model, (square) => sendCommand({ kind: "play", prompt: model.view.prompt, move: square }));
const leds = ledPanel(model);
const status = statusPanel(model);
const traffic = trafficLog(model);
const newGame = h("button", { class: "button primary", type: "button", onclick: () => void sendCommand({ kind: "new_game" }) }, t("line.new"));
const stop = confirmButton(t("line.stop"), t("line.confirm"), () => void sendCommand({ kind: "stop" }));
const resign = confirmButton(t("line.resign"), t("line.confirm"), () => void sendCommand({ kind: "resign" }));
const actions = h("section", { class: "actions", "aria-label": t("actions.label") }, h("div", { class: "row" }, newGame, stop, resign));

/** Content of the page, shown after the first message. */
const content = [headline,
  h("div", { class: "table-middle" }, players.above, h("div", { class: "board-frame" }, board.element), players.below),
  h("div", { class: "table-side panel" },
    h("div", { class: "line-head" }, about.element, leds.element),
    status.element, traffic.element, actions)];

/**
 * Announces new events and plays their sounds.
 * @param {import("../wire.js").LineEntry[]} fresh
 */
function announceEvents(fresh) {
  const events = fresh.filter(({ kind }) => kind === "move" || kind === "claim" || kind === "game");
  for (const { text } of events) announce(`${capitalize(text)}.`);
  if (events.length > 0 && model.isInteractive && model.view.awaits_move) announce(`${t("status.yours")}.`);
  if (events.some(({ kind }) => kind === "game") && model.view.result) play("end");
  else if (events.some(({ kind }) => kind === "move")) play("flip");
}

function update() {
  const { state, finished, turn } = model.view;
  for (const panel of [players, board, about, leds, status]) panel.update();
  headline.textContent = heading(model);
  const playing = model.isInteractive && state === "playing" && turn !== null;
  newGame.hidden = !(model.isInteractive && model.role === "pc" && finished && state !== "disconnected");
  stop.hidden = !(playing && model.role === "pc");
  resign.hidden = !playing;
  actions.hidden = !model.isInteractive;
  document.title = `${playing && model.view.awaits_move && document.hidden ? "● " : ""}${pageTitle(model)} · ${t("app.title")}`;
}

/** @param {import("../wire.js").LineMessage} message */
function onMessage(message) {
  const isReset = message.about !== undefined;
  const fresh = model.apply(message, performance.now());
  host.dataset.role = model.role;
  if (!headline.isConnected) host.replaceChildren(...content);
  traffic.append(fresh, isReset);
  if (!model.latestView) return;
  if (!isReset) announceEvents(fresh);
  update();
}

/** @type {HTMLElement} */ (document.getElementById("header")).replaceChildren(brand(), soundButton(), themeButton());
host.className = "wide table line";
host.append(h("p", { class: "muted" }, t("line.loading")));
document.addEventListener("visibilitychange", () => model.latestView && update());
connection.connect();
