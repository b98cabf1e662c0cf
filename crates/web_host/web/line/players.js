// Player strips of a serial line or relay: colour, discs, turn, remaining time.

import { formatClock } from "../clock.js";
import { h } from "../dom.js";
import { capitalize, t } from "../i18n.js";
import { lineName } from "./model.js";

/** @typedef {import("./model.js").LineModel} LineModel */

/** Remaining time below this is shown in red, in milliseconds. */
const LOW = 1000;

/**
 * Display name of a player.
 * @param {LineModel} model
 * @param {boolean} isOwn
 */
export function playerName(model, isOwn) {
  if (model.isRelay) return capitalize(t("line.device.relay", { device: lineName(isOwn ? 0 : 1) }));
  const role = capitalize(t(`line.${isOwn ? model.role : model.otherRole}`));
  if (!isOwn) return role;
  return model.isInteractive ? t("line.player.you", { role }) : t("line.player.engine", { role, engine: model.about?.engine ?? "" });
}

/**
 * Short status next to the name of a player.
 * @param {LineModel} model
 * @param {boolean} isOwn
 */
function playerStatus(model, isOwn) {
  const { own, turn, lines } = model.view;
  if (model.isRelay && lines[isOwn ? 0 : 1].disconnected) return t("line.relay.disconnected");
  if (turn !== (isOwn ? own : 3 - own)) return "";
  return t(!isOwn || model.isRelay ? "player.turn" : model.isInteractive ? "player.yourTurn" : "player.thinking");
}

/**
 * Creates the strip of one player. The own player is this end, or device A of a relay.
 * @param {LineModel} model
 * @param {boolean} isOwn
 */
function strip(model, isOwn) {
  const paint = h("span", { class: "colour-dot" });
  const name = h("bdi", { class: "player-name" });
  const status = h("span", { class: "player-status muted small" });
  const discs = h("span", { class: "player-discs" });
  const limit = h("span", { class: "player-limit muted small" });
  const time = h("bdi", { class: "player-clock", role: "timer" });
  const element = h("div", { class: "player", role: "group" }, paint, h("span", { class: "player-info" }, name, discs, status), limit, time);
  const seatNumber = () => (isOwn ? model.view.own : 3 - model.view.own);
  return {
    element,
    update() {
      const { turn, discs: counts } = model.view;
      const seat = seatNumber();
      const colour = model.colour(seat);
      paint.dataset.paint = seat === 1 ? "black" : "white";
      name.textContent = playerName(model, isOwn);
      discs.textContent = t("line.discs", { count: counts[seat - 1] });
      status.textContent = playerStatus(model, isOwn);
      element.classList.toggle("turn", turn === seat);
      element.setAttribute("aria-label", `${colour}: ${name.textContent}`);
    },
    /** @param {number} now */
    tick(now) {
      const seat = seatNumber();
      const kind = model.view.timers[seat - 1]?.kind;
      const left = model.timeLeft(seat, now);
      const face = left === null ? "" : formatClock(left);
      if (time.textContent !== face) time.textContent = face;
      time.hidden = limit.hidden = left === null;
      limit.textContent = left === null ? "" : t(`line.left.${kind}`);
      element.classList.toggle("low", left !== null && kind !== "reply" && left < LOW);
    },
  };
}

/**
 * Creates the player strips.
 * @param {LineModel} model
 * @returns {{above: HTMLElement, below: HTMLElement, update: () => void}}
 */
export function playerStrips(model) {
  const strips = [strip(model, false), strip(model, true)];
  const tick = () => {
    const now = performance.now();
    for (const one of strips) one.tick(now);
  };
  setInterval(() => model.latestView?.timers.some(Boolean) && tick(), 100);
  return {
    above: h("div", { class: "players above" }, strips[0].element),
    below: h("div", { class: "players below" }, strips[1].element),
    update() {
      for (const one of strips) one.update();
      tick();
    },
  };
}
