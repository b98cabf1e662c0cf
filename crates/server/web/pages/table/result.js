// The strip that says how things stand: whose turn, what is on offer, where one looks, and how it ended. It always has its
// place, so that nothing moves when it speaks.

import { h } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { capitalize, t, tOr } from "../../i18n.js";

/** @typedef {import("./scene.js").Scene} Scene */

/**
 * What an offer says, to who must answer it.
 * @param {Scene} scene
 */
export function offerWords(scene) {
  const { offer } = scene.table;
  if (!offer) return "";
  const from = scene.seat(offer.seat);
  const key = scene.isYou(from) ? `offer.yours.${offer.offer}` : `offer.${offer.offer}`;
  return t(key, { name: scene.nameOf(from), what: tOr(`concession.${offer.words}`, offer.words) });
}

/**
 * Whose turn it is, in words.
 * @param {Scene} scene
 */
export function turnWords(scene) {
  const { state, turn } = scene.table;
  if (state === "waiting") return t("status.waiting");
  if (state === "opening") return t("status.opening");
  const seat = scene.seat(turn);
  if (!seat) return t("status.dice");
  if (scene.isYou(seat)) return t("status.yours");
  if (seat.who === "engine") return t("status.thinking", { name: scene.nameOf(seat) });
  return t("status.theirs", { name: scene.nameOf(seat) });
}

/**
 * @param {Scene} scene
 * @param {(ply: number | null) => void} go
 * @returns {import("./scene.js").Part & {murmur: (sentence: string) => void, hush: () => void}}
 */
export function statusStrip(scene, go) {
  const headline = h("p", { class: "headline" });
  const detail = h("p", { class: "muted small" });
  const buttons = h("div", { class: "row" });
  const element = h("section", { class: "status", "aria-label": t("status.label") }, h("div", {}, headline, detail), buttons);
  let murmured = "";
  let quietAgain = 0;
  let drawn = "";

  const answer = (/** @type {boolean} */ yes) => async () => {
    const seat = scene.mine.find((own) => scene.table.offer?.awaits.includes(own.seat));
    try {
      await scene.act({ do: "answer", yes }, seat?.seat);
    } catch (fault) {
      murmur(errorMessage(fault, t("connection.failed")));
    }
  };

  /** @returns {{tone: string, headline: string, detail: string, buttons: HTMLElement[]}} */
  const words = () => {
    const { offer, ending, standing } = scene.table;
    if (offer && scene.mine.some((seat) => offer.awaits.includes(seat.seat))) {
      return { tone: "offer", headline: offerWords(scene), detail: "", buttons: [
        h("button", { class: "button primary", type: "button", onclick: answer(true) }, t("offer.accept")),
        h("button", { class: "button", type: "button", onclick: answer(false) }, t("offer.decline"))] };
    }
    if (scene.viewed !== null) {
      return { tone: "past", headline: t("status.past", { ply: scene.viewed, plies: scene.table.ply }), detail: "", buttons: [
        h("button", { class: "button", type: "button", onclick: () => go(null) }, t("status.back"))] };
    }
    const verdict = ending ? scene.verdict : null;
    if (verdict) return { tone: "over", headline: verdict.headline, detail: verdict.why, buttons: [] };
    return { tone: scene.ownTurn ? "yours" : "theirs", headline: turnWords(scene), detail: offer ? offerWords(scene) : capitalize(standing.caption), buttons: [] };
  };

  const update = () => {
    const next = words();
    const text = JSON.stringify([next.tone, next.headline, next.detail, murmured, scene.viewed]);
    if (text === drawn) return;
    drawn = text;
    element.dataset.tone = next.tone;
    headline.textContent = next.headline;
    detail.textContent = murmured || next.detail;
    detail.title = detail.textContent;
    detail.classList.toggle("notice", murmured !== "");
    buttons.replaceChildren(...next.buttons);
  };

  /**
   * Says something in passing.
   * @param {string} sentence
   */
  const murmur = (sentence) => {
    murmured = sentence;
    clearTimeout(quietAgain);
    quietAgain = window.setTimeout(() => {
      murmured = "";
      if (element.isConnected) update();
    }, 5000);
    update();
  };

  /** What was said in passing is over. */
  const hush = () => {
    murmured = "";
    clearTimeout(quietAgain);
  };

  return { element, update, murmur, hush };
}
