// Who plays, at the two ends of a line or on the two lines of a relay: colour, discs, whose turn, and the time that runs.

import { formatClock } from "../clock.js";
import { h } from "../dom.js";
import { capitalize, t } from "../i18n.js";
import { lineName } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** From here on time is short. */
const LOW = 1000;

/**
 * What a player is called.
 * @param {Scene} scene
 * @param {boolean} isOwn
 */
export function playerName(scene, isOwn) {
  if (scene.isRelay) return capitalize(t("line.device.relay", { device: lineName(isOwn ? 0 : 1) }));
  const part = capitalize(t(`line.${isOwn ? scene.part : scene.otherPart}`));
  if (!isOwn) return part;
  return scene.isPlayed ? t("line.player.you", { part }) : t("line.player.engine", { part, engine: scene.about?.engine ?? "" });
}

/**
 * What is to be said of a player now.
 * @param {Scene} scene
 * @param {boolean} isOwn
 */
function mood(scene, isOwn) {
  const { own, turn, lines } = scene.sight;
  if (scene.isRelay && lines[isOwn ? 0 : 1].gone) return t("line.relay.gone");
  if (turn !== (isOwn ? own : 3 - own)) return "";
  return t(!isOwn || scene.isRelay ? "people.turn" : scene.isPlayed ? "people.yourTurn" : "people.thinking");
}

/**
 * One player's strip; ours, or that of device A, is the own one.
 * @param {Scene} scene
 * @param {boolean} isOwn
 */
function strip(scene, isOwn) {
  const paint = h("span", { class: "colour-dot" });
  const name = h("bdi", { class: "player-name" });
  const feeling = h("span", { class: "player-status muted small" });
  const discs = h("span", { class: "player-discs" });
  const limit = h("span", { class: "player-limit muted small" });
  const time = h("bdi", { class: "player-clock", role: "timer" });
  const element = h("div", { class: "player", role: "group" }, paint, h("span", { class: "player-info" }, name, discs, feeling), limit, time);
  const seatOf = () => (isOwn ? scene.sight.own : 3 - scene.sight.own);
  return {
    element,
    update() {
      const { turn, discs: counts } = scene.sight;
      const seat = seatOf();
      const colour = scene.colour(seat);
      paint.dataset.paint = seat === 1 ? "black" : "white";
      name.textContent = playerName(scene, isOwn);
      discs.textContent = t("line.discs", { count: counts[seat - 1] });
      feeling.textContent = mood(scene, isOwn);
      element.classList.toggle("turn", turn === seat);
      element.setAttribute("aria-label", `${colour}: ${name.textContent}`);
    },
    /** @param {number} now */
    tick(now) {
      const seat = seatOf();
      const kind = scene.sight.times[seat - 1]?.for;
      const left = scene.left(seat, now);
      const face = left === null ? "" : formatClock(left);
      if (time.textContent !== face) time.textContent = face;
      time.hidden = limit.hidden = left === null;
      limit.textContent = left === null ? "" : t(`line.left.${kind}`);
      element.classList.toggle("low", left !== null && kind !== "answer" && left < LOW);
    },
  };
}

/**
 * @param {Scene} scene
 * @returns {{above: HTMLElement, below: HTMLElement, update: () => void}}
 */
export function people(scene) {
  const strips = [strip(scene, false), strip(scene, true)];
  const tick = () => {
    const now = performance.now();
    for (const one of strips) one.tick(now);
  };
  setInterval(() => scene.known?.times.some(Boolean) && tick(), 100);
  return {
    above: h("div", { class: "players above" }, strips[0].element),
    below: h("div", { class: "players below" }, strips[1].element),
    update() {
      for (const one of strips) one.update();
      tick();
    },
  };
}
