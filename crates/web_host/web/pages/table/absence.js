// Players who have left: a countdown, and buttons to claim the game.

import { announce } from "../../announce.js";
import { h } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { t } from "../../i18n.js";

/** @typedef {import("./model.js").TableModel} TableModel */

/**
 * Time in one unit, rounded up: "23 s", "5 min", "3 h", "2 d".
 * @param {number} wait milliseconds
 */
export function waitText(wait) {
  const seconds = Math.ceil(wait / 1000);
  if (seconds < 100) return t("absence.seconds", { count: seconds });
  if (seconds < 100 * 60) return t("absence.minutes", { count: Math.ceil(seconds / 60) });
  if (seconds < 48 * 3600) return t("absence.hours", { count: Math.ceil(seconds / 3600) });
  return t("absence.days", { count: Math.ceil(seconds / 86_400) });
}

/**
 * Creates the panel, which is hidden while all players are here.
 * @param {TableModel} model
 * @param {(message: string) => void} notify shows a notice to the player
 * @returns {import("./model.js").Panel & {remove: () => void}}
 */
export function absencePanel(model, notify) {
  const element = h("section", { class: "absence", "aria-label": t("absence.label"), hidden: true });
  let drawn = "";
  /**
   * Seats whose absence has been announced; `true` once it can be claimed.
   * @type {Map<number, boolean>}
   */
  const announced = new Map();

  /** @param {number} absent @param {"win" | "draw"} claim */
  const claimButton = (absent, claim) => h("button", {
    class: claim === "win" ? "button primary" : "button", type: "button",
    onclick: () => model.act({ do: "claim_absence", absent, claim }).catch((error) => notify(errorMessage(error, t("connection.failed")))),
  }, t(claim === "draw" ? "absence.claimDraw" : model.table.seats.length > 2 ? "absence.remove" : "absence.claimWin", { name: model.seatName(model.seat(absent)) }));

  const update = () => {
    const { absent, seats, may } = model.table;
    const passed = performance.now() - model.receivedAt;
    const isPlayer = model.ownSeats.some((seat) => seat.playing);
    const rows = absent.filter(({ seat }) => model.seat(seat)?.who !== "you").map(({ seat, claim_in }) => {
      const left = Math.max(0, claim_in - passed);
      const name = model.seatName(model.seat(seat));
      const key = !isPlayer ? "absence.left" : left > 0 ? "absence.wait" : "absence.ready";
      return { seat, isReady: isPlayer && left === 0, text: t(key, { name, time: waitText(left) }), spoken: key };
    });
    const next = JSON.stringify([rows, may?.absence_draw, seats.length]);
    if (next === drawn) return;
    drawn = next;
    for (const seat of [...announced.keys()]) if (!rows.some((row) => row.seat === seat)) announced.delete(seat);
    for (const { seat, isReady, text } of rows) {
      if (announced.get(seat) !== isReady) announce(text);
      announced.set(seat, isReady);
    }
    element.hidden = rows.length === 0;
    element.replaceChildren(...rows.map(({ seat, isReady, text }) => h("div", {}, h("p", { class: "small" }, text),
      isReady ? h("div", { class: "row" }, claimButton(seat, "win"), may?.absence_draw ? claimButton(seat, "draw") : null) : null)));
  };
  const timer = setInterval(() => model.message && model.table.absent.length > 0 && update(), 500);
  return { element, update, remove: () => clearInterval(timer) };
}
