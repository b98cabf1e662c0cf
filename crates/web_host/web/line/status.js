// The status of a game on a serial line, and notices about failed commands.

import { h } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("./model.js").LineModel} LineModel */

/** Display time of a notice, in milliseconds. */
const NOTICE_TIME = 6000;

/**
 * Headline and reason of the result, or `null` while the game runs.
 * @param {LineModel} model
 */
export function resultText(model) {
  const { result, own } = model.view;
  if (!result) return null;
  const key = model.isRelay && result.void ? "line.relay.why" : "line.why";
  const reason = t(`${key}.${result.why}`, { colour: model.sideName(result.by) });
  if (result.void) return { headline: t("line.result.void"), reason };
  const sorted = [...result.discs].sort((one, other) => other - one);
  const ahead = result.winner === null || result.discs[result.winner - 1] > result.discs[2 - result.winner];
  // A player who resigns may be ahead on discs; then the score is misleading.
  const score = ahead ? t("result.score", { more: sorted[0], fewer: sorted[1] }) : "";
  if (result.winner === null) return { headline: t("result.draw", { score }), reason };
  const isYou = model.isInteractive && result.winner === own;
  return { headline: isYou ? t("result.you", { score }) : t("result.wins", { name: model.sideName(result.winner), score }), reason };
}

/**
 * Status to display.
 * @param {LineModel} model
 * @returns {{tone: string, headline: string, detail: string}}
 */
export function statusOf(model) {
  const { state, turn, own, awaits_move } = model.view;
  const watching = model.isInteractive ? "" : t(model.isRelay ? "line.watching.relay" : "line.watching");
  const over = resultText(model);
  if (state === "disconnected") return { tone: "disconnected", headline: t(model.isRelay ? "line.disconnected.relay" : "line.disconnected"), detail: over ? `${over.headline}. ${over.reason}` : "" };
  if (state === "over" && over) return { tone: "over", headline: over.headline, detail: over.reason };
  if (state === "opening") return { tone: "theirs", headline: t(`line.opening.${model.role}`), detail: t(`line.opening.${model.role}.detail`) };
  if (turn !== own || model.isRelay) return { tone: "theirs", headline: t("status.theirs", { name: model.sideName(turn) }), detail: watching };
  if (!awaits_move) return { tone: "theirs", headline: t("line.answer"), detail: watching };
  if (!model.isInteractive) return { tone: "theirs", headline: t("status.thinking", { name: model.colour(own) }), detail: watching };
  return { tone: "yours", headline: t("status.yours"), detail: t("line.yours.detail") };
}

/**
 * Creates the status panel.
 * @param {LineModel} model
 * @returns {import("./model.js").Panel & {notify: (message: string) => void}}
 */
export function statusPanel(model) {
  const headline = h("p", { class: "headline" });
  const detail = h("p", { class: "muted small" });
  const notice = h("p", { class: "notice small", role: "alert" });
  const element = h("section", { class: "status", "aria-label": t("status.label") }, headline, detail, notice);
  let noticeTimer = 0;
  return {
    element,
    update() {
      const status = statusOf(model);
      element.dataset.tone = status.tone;
      headline.textContent = status.headline;
      detail.textContent = status.detail;
    },
    /** @param {string} message */
    notify(message) {
      notice.textContent = message;
      clearTimeout(noticeTimer);
      noticeTimer = window.setTimeout(() => (notice.textContent = ""), NOTICE_TIME);
    },
  };
}
