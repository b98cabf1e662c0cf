// The strip that says how things stand, and why something was not done.

import { h } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** How long something said in passing stays. */
const PASSING = 6000;

/**
 * How a game ended, in two lines.
 * @param {Scene} scene
 */
export function verdict(scene) {
  const { ended, own } = scene.sight;
  if (!ended) return null;
  const words = scene.isRelay && ended.void ? "line.relay.why" : "line.why";
  const why = t(`${words}.${ended.why}`, { colour: scene.side(ended.by) });
  if (ended.void) return { headline: t("line.result.void"), why };
  const sorted = [...ended.discs].sort((one, other) => other - one);
  const ahead = ended.winner === null || ended.discs[ended.winner - 1] > ended.discs[2 - ended.winner];
  // Who gives up may have been ahead; then the count says nothing.
  const score = ahead ? t("result.score", { more: sorted[0], fewer: sorted[1] }) : "";
  if (ended.winner === null) return { headline: t("result.draw", { score }), why };
  const isYou = scene.isPlayed && ended.winner === own;
  return { headline: isYou ? t("result.you", { score }) : t("result.wins", { name: scene.side(ended.winner), score }), why };
}

/**
 * @param {Scene} scene
 * @returns {{tone: string, headline: string, detail: string}}
 */
export function standing(scene) {
  const { stage, turn, own, awaited } = scene.sight;
  const watching = scene.isPlayed ? "" : t(scene.isRelay ? "line.watching.relay" : "line.watching");
  const over = verdict(scene);
  if (stage === "gone") return { tone: "gone", headline: t(scene.isRelay ? "line.gone.relay" : "line.gone"), detail: over ? `${over.headline}. ${over.why}` : "" };
  if (stage === "over" && over) return { tone: "over", headline: over.headline, detail: over.why };
  if (stage === "opening") return { tone: "theirs", headline: t(`line.opening.${scene.part}`), detail: t(`line.opening.${scene.part}.detail`) };
  if (turn !== own || scene.isRelay) return { tone: "theirs", headline: t("status.theirs", { name: scene.side(turn) }), detail: watching };
  if (!awaited) return { tone: "theirs", headline: t("line.answer"), detail: watching };
  if (!scene.isPlayed) return { tone: "theirs", headline: t("status.thinking", { name: scene.colour(own) }), detail: watching };
  return { tone: "yours", headline: t("status.yours"), detail: t("line.yours.detail") };
}

/**
 * @param {Scene} scene
 * @returns {import("./scene.js").Part & {murmur: (sentence: string) => void}}
 */
export function statusStrip(scene) {
  const headline = h("p", { class: "headline" });
  const detail = h("p", { class: "muted small" });
  const complaint = h("p", { class: "notice small", role: "alert" });
  const element = h("section", { class: "status", "aria-label": t("status.label") }, headline, detail, complaint);
  let quietAgain = 0;
  return {
    element,
    update() {
      const now = standing(scene);
      element.dataset.tone = now.tone;
      headline.textContent = now.headline;
      detail.textContent = now.detail;
    },
    /** @param {string} sentence */
    murmur(sentence) {
      complaint.textContent = sentence;
      clearTimeout(quietAgain);
      quietAgain = window.setTimeout(() => (complaint.textContent = ""), PASSING);
    },
  };
}
