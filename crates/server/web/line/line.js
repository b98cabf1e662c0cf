// The page of a serial line, or of a relay, begins here: board, LEDs, traffic.

import { announce } from "../announce.js";
import { confirmButton } from "../confirm_button.js";
import { h } from "../dom.js";
import { errorMessage } from "../http.js";
import { play } from "../sounds.js";
import { brand, soundButton, themeButton } from "../header_buttons.js";
import { addMessages, capitalize, t } from "../i18n.js";
import { line as messages } from "../messages/en.line.js";
import { LineConnection } from "./connection.js";
import { factSheet, heading, name } from "./facts.js";
import { ledPanel } from "./leds.js";
import { people } from "./people.js";
import { Scene } from "./scene.js";
import { stage } from "./stage.js";
import { statusStrip } from "./status.js";
import { trafficLog } from "./traffic.js";

addMessages(messages);
const host = /** @type {HTMLElement} */ (document.getElementById("page"));
const scene = new Scene();
const connection = new LineConnection(hear);

/**
 * Orders something; says whether it was done, and on the page why not.
 * @param {Record<string, any>} wish
 */
async function order(wish) {
  if (!scene.isPlayed) {
    status.murmur(t("line.watch"));
    return false;
  }
  try {
    await connection.order(wish);
    status.murmur("");
    return true;
  } catch (fault) {
    status.murmur(capitalize(`${errorMessage(fault, t("connection.failed"))}.`.replace("..", ".")));
    return false;
  }
}

const headline = h("h1", { class: "visually-hidden" }, t("line.loading"));
const about = factSheet(scene);
const players = people(scene);
const middle = stage(scene, (square) => order({ kind: "play", question: scene.sight.question, move: square }));
const leds = ledPanel(scene);
const status = statusStrip(scene);
const traffic = trafficLog(scene);
const again = h("button", { class: "button primary", type: "button", onclick: () => void order({ kind: "again" }) }, t("line.again"));
const stop = confirmButton(t("line.stop"), t("line.sure"), () => void order({ kind: "stop" }));
const resign = confirmButton(t("line.resign"), t("line.sure"), () => void order({ kind: "resign" }));
const actions = h("section", { class: "actions", "aria-label": t("actions.label") }, h("div", { class: "row" }, again, stop, resign));

/** What the page shows, once something is known of the line. */
const content = [headline,
  h("div", { class: "table-middle" }, players.above, h("div", { class: "board-frame" }, middle.element), players.below),
  h("div", { class: "table-side panel" },
    h("div", { class: "line-head" }, about.element, leds.element),
    status.element, traffic.element, actions)];

/**
 * Sounds and sentences for what just happened.
 * @param {import("../wire.js").LineEntry[]} fresh
 */
function tell(fresh) {
  const happenings = fresh.filter(({ what }) => what === "move" || what === "claim" || what === "game");
  for (const { text } of happenings) announce(`${capitalize(text)}.`);
  if (happenings.length > 0 && scene.isPlayed && scene.sight.awaited) announce(`${t("status.yours")}.`);
  if (happenings.some(({ what }) => what === "game") && scene.sight.ended) play("end");
  else if (happenings.some(({ what }) => what === "move")) play("flip");
}

function update() {
  const { stage: at, finished, turn } = scene.sight;
  for (const part of [players, middle, about, leds, status]) part.update();
  headline.textContent = heading(scene);
  const playing = scene.isPlayed && at === "playing" && turn !== null;
  again.hidden = !(scene.isPlayed && scene.part === "pc" && finished && at !== "gone");
  stop.hidden = !(playing && scene.part === "pc");
  resign.hidden = !playing;
  actions.hidden = !scene.isPlayed;
  document.title = `${playing && scene.sight.awaited && document.hidden ? "● " : ""}${name(scene)} · ${t("app.title")}`;
}

/** @param {import("../wire.js").LineMessage} message */
function hear(message) {
  const isAnew = message.about !== undefined;
  const fresh = scene.take(message, performance.now());
  host.dataset.part = scene.part;
  if (!headline.isConnected) host.replaceChildren(...content);
  traffic.hear(fresh, isAnew);
  if (!scene.known) return;
  if (!isAnew) tell(fresh);
  update();
}

/** @type {HTMLElement} */ (document.getElementById("header")).replaceChildren(brand(), soundButton(), themeButton());
host.className = "wide table line";
host.append(h("p", { class: "muted" }, t("line.loading")));
document.addEventListener("visibilitychange", () => scene.known && update());
connection.connect();
