// What just happened, for ears: sounds, and sentences for those who hear the page.

import { announce } from "../../announce.js";
import { play } from "../../sounds.js";
import { t } from "../../i18n.js";
import { offerWords, turnWords } from "./result.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../../wire.js").TableEvent} TableEvent */

/**
 * How many pieces have another paint than before, and how many are gone.
 * @param {import("../../wire.js").Standing | undefined} before
 * @param {import("../../wire.js").Standing} after
 */
function turnedOver(before, after) {
  if (!before) return 0;
  const painted = new Map(before.stacks.map((stack) => [stack[0], before.pieces[stack[stack.length - 1]]?.paint]));
  return after.stacks.filter((stack) => {
    const paint = painted.get(stack[0]);
    return paint !== undefined && paint !== after.pieces[stack[stack.length - 1]]?.paint;
  }).length;
}

/**
 * @param {Scene} scene
 * @param {TableEvent} event
 */
function sentence(scene, event) {
  const seat = scene.seat(event.seat ?? null);
  const values = { name: scene.nameOf(seat), move: event.move ?? "", roll: event.roll ?? "", count: event.moves ?? 0 };
  const you = scene.isYou(seat) ? ".you" : "";
  switch (event.event) {
    case "begun": return t("told.begun");
    case "moved": return t(`told.moved${you}`, values);
    case "rolled": return t("told.rolled", values);
    case "offered": return offerWords(scene);
    case "answered": return t(event.yes ? `told.accepted${you}` : `told.declined${you}`, values);
    case "retired": return t(`told.retired.${event.why}${you}`, values);
    case "took_back": return t("told.took_back", values);
    case "ended": return [scene.verdict?.headline, scene.verdict?.why].join(" ");
    default: return "";
  }
}

/**
 * @param {Scene} scene
 * @param {TableEvent[]} events
 * @param {import("../../wire.js").Standing | undefined} before
 */
export function tell(scene, events, before) {
  for (const event of events) announce(sentence(scene, event));
  const happened = new Set(events.map((event) => event.event));
  if (happened.has("moved") && scene.table.state === "playing") announce(turnWords(scene));
  if (happened.has("ended")) play("end");
  else if (happened.has("moved")) {
    const hit = events.some((event) => /[*x]/.test(event.move ?? ""));
    play(hit ? "capture" : turnedOver(before, scene.table.standing) > 0 && scene.about?.game === "othello" ? "flip" : "tap");
  }
  if (happened.has("rolled")) setTimeout(() => play("dice"), happened.has("moved") ? 250 : 0);
}
