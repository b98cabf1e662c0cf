// The status of a table: whose turn it is, the match, offers, the ply on display, and the result. Its height is fixed, so that the
// layout does not jump.

import { h } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { capitalize, t, tOr } from "../../i18n.js";

/** @typedef {import("./model.js").TableModel} TableModel */

/**
 * Text of the pending offer, or an empty string.
 * @param {TableModel} model
 */
export function offerText(model) {
  const { offer } = model.table;
  if (!offer) return "";
  const from = model.seat(offer.seat);
  const key = model.isYou(from) ? `offer.yours.${offer.offer}` : `offer.${offer.offer}`;
  return t(key, { name: model.seatName(from), what: tOr(`concession.${offer.text}`, offer.text) });
}

/**
 * Text that names the player to move.
 * @param {TableModel} model
 */
export function turnText(model) {
  const { state, turn, seats } = model.table;
  if (state === "waiting") return t("invite.waiting", { count: Math.max(1, seats.filter(({ who }) => who === "open").length) });
  if (state === "opening") return t("status.opening");
  const seat = model.seat(turn);
  if (!seat) return t("status.dice");
  if (model.isYou(seat)) return t("status.yours");
  if (seat.who === "engine") return t("status.thinking", { name: model.seatName(seat) });
  return t("status.theirs", { name: model.seatName(seat) });
}

/**
 * Creates the status panel.
 * @param {TableModel} model
 * @param {(ply: number | null) => void} go shows a ply, or with `null` the current position
 * @returns {import("./model.js").Panel & {notify: (message: string) => void, clearNotice: () => void}}
 */
export function statusPanel(model, go) {
  const headline = h("p", { class: "headline" });
  const facts = h("p", { class: "match-facts small", hidden: true });
  const detail = h("p", { class: "muted small" });
  const buttons = h("div", { class: "row" });
  const element = h("section", { class: "status", "aria-label": t("status.label") }, h("div", {}, headline, facts, detail), buttons);
  let notice = "";
  let noticeTimer = 0;
  let drawn = "";

  const answer = (/** @type {boolean} */ yes) => async () => {
    const seat = model.ownSeats.find((own) => model.table.offer?.awaits.includes(own.seat));
    try {
      await model.act({ do: "answer", yes }, seat?.seat);
    } catch (error) {
      notify(errorMessage(error, t("connection.failed")));
    }
  };

  /** @returns {{tone: string, headline: string, detail: string, buttons: HTMLElement[]}} */
  const content = () => {
    const { offer, ending, placement } = model.table;
    if (offer && model.ownSeats.some((seat) => offer.awaits.includes(seat.seat))) {
      return { tone: "offer", headline: offerText(model), detail: "", buttons: [
        h("button", { class: "button primary", type: "button", onclick: answer(true) }, t("offer.accept")),
        h("button", { class: "button", type: "button", onclick: answer(false) }, t("offer.decline"))] };
    }
    if (model.viewedPly !== null) {
      return { tone: "past", headline: t("status.past", { ply: model.viewedPly, plies: model.table.ply }), detail: "", buttons: [
        h("button", { class: "button", type: "button", onclick: () => go(null) }, t("status.back"))] };
    }
    const result = ending ? model.resultText : null;
    if (result) return { tone: "over", headline: result.headline, detail: result.reason, buttons: [] };
    return { tone: model.ownTurn ? "yours" : "theirs", headline: turnText(model), detail: offer ? offerText(model) : capitalize(placement.match?.turn ?? placement.caption), buttons: [] };
  };
  /** Facts about the match; after its end only its length. */
  const matchFacts = () => {
    const { ending, placement } = model.table;
    const all = placement.match?.facts ?? [];
    return (ending ? all.slice(0, 1) : all).map(capitalize);
  };

  const update = () => {
    const next = content();
    const known = matchFacts();
    const text = JSON.stringify([next.tone, next.headline, next.detail, known, notice, model.viewedPly]);
    if (text === drawn) return;
    drawn = text;
    element.dataset.tone = next.tone;
    headline.textContent = next.headline;
    facts.textContent = known.join(" · ");
    facts.hidden = known.length === 0;
    detail.textContent = notice || next.detail;
    detail.title = detail.textContent;
    detail.classList.toggle("notice", notice !== "");
    buttons.replaceChildren(...next.buttons);
  };

  /**
   * Shows a notice for a few seconds.
   * @param {string} message
   */
  const notify = (message) => {
    notice = message;
    clearTimeout(noticeTimer);
    noticeTimer = window.setTimeout(() => {
      notice = "";
      if (element.isConnected) update();
    }, 5000);
    update();
  };

  /** Removes the notice. */
  const clearNotice = () => {
    notice = "";
    clearTimeout(noticeTimer);
  };

  return { element, update, notify, clearNotice };
}
