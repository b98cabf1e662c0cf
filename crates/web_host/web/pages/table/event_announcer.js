// Sounds and screen reader announcements for new events.

import { announce } from "../../announce.js";
import { hasFlippedDisc } from "../../board/position_diff.js";
import { play } from "../../sounds.js";
import { t, tOr } from "../../i18n.js";
import { offerText, turnText } from "./status.js";

/** @typedef {import("./model.js").TableModel} TableModel */
/** @typedef {import("../../wire.js").TableEvent} TableEvent */

/**
 * Sentence about an event, or an empty string.
 * @param {TableModel} model
 * @param {TableEvent} event
 */
export function eventText(model, event) {
  const seat = model.seat(event.seat ?? null);
  const conceded = model.about?.concessions[event.concession ?? 0] ?? "";
  const what = tOr(`concession.${conceded}`, conceded);
  const values = { name: model.seatName(seat), move: event.move ?? "", roll: event.roll ?? "", count: event.moves ?? 0, what };
  const you = model.isYou(seat) ? ".you" : "";
  switch (event.event) {
    case "begun": return t("event.begun");
    case "moved": return t(`event.moved${you}`, values);
    case "rolled": return t("event.rolled", values);
    case "offered": return offerText(model);
    case "answered": return t(event.yes ? `event.accepted${you}` : `event.declined${you}`, values);
    case "conceded": return t(`event.conceded${you}`, values);
    case "retired": return t(`event.retired.${event.why}${you}`, values);
    case "absence_claimed": return t(`event.claimed.${event.claim}${you}`, values);
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
    play(hit ? "capture" : before && hasFlippedDisc(before, model.table.placement) ? "flip" : "tap");
  }
  if (kinds.has("rolled")) setTimeout(() => play("dice"), kinds.has("moved") ? 250 : 0);
}
