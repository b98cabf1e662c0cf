// Sounds and screen reader announcements for new events.

import { announce } from "../../announce.js";
import { play } from "../../sounds.js";
import { t } from "../../i18n.js";
import { offerText, turnText } from "./status.js";

/** @typedef {import("./model.js").TableModel} TableModel */
/** @typedef {import("../../wire.js").TableEvent} TableEvent */

/**
 * Number of places whose piece changed its colour.
 * @param {import("../../wire.js").Placement | undefined} before
 * @param {import("../../wire.js").Placement} after
 */
function flippedCount(before, after) {
  if (!before) return 0;
  const colours = new Map(before.stacks.map((stack) => [stack[0], before.pieces[stack[stack.length - 1]]?.paint]));
  return after.stacks.filter((stack) => {
    const paint = colours.get(stack[0]);
    return paint !== undefined && paint !== after.pieces[stack[stack.length - 1]]?.paint;
  }).length;
}

/**
 * Announcement of an event, or an empty string.
 * @param {TableModel} model
 * @param {TableEvent} event
 */
function eventText(model, event) {
  const seat = model.seat(event.seat ?? null);
  const values = { name: model.seatName(seat), move: event.move ?? "", roll: event.roll ?? "", count: event.moves ?? 0 };
  const you = model.isYou(seat) ? ".you" : "";
  switch (event.event) {
    case "begun": return t("event.begun");
    case "moved": return t(`event.moved${you}`, values);
    case "rolled": return t("event.rolled", values);
    case "offered": return offerText(model);
    case "answered": return t(event.yes ? `event.accepted${you}` : `event.declined${you}`, values);
    case "retired": return t(`event.retired.${event.why}${you}`, values);
    case "took_back": return t("event.took_back", values);
    case "ended": return [model.resultText?.headline, model.resultText?.reason].join(" ");
    default: return "";
  }
}

/**
 * Announces new events and plays their sounds.
 * @param {TableModel} model
 * @param {TableEvent[]} events
 * @param {import("../../wire.js").Placement | undefined} before position before the events
 */
export function announceEvents(model, events, before) {
  for (const event of events) announce(eventText(model, event));
  const kinds = new Set(events.map((event) => event.event));
  if (kinds.has("moved") && model.table.state === "playing") announce(turnText(model));
  if (kinds.has("ended")) play("end");
  else if (kinds.has("moved")) {
    const hit = events.some((event) => /[*x]/.test(event.move ?? ""));
    play(hit ? "capture" : flippedCount(before, model.table.placement) > 0 && model.about?.game === "othello" ? "flip" : "tap");
  }
  if (kinds.has("rolled")) setTimeout(() => play("dice"), kinds.has("moved") ? 250 : 0);
}
