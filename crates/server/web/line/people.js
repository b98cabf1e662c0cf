// The two ends: colour, discs, whose turn, and the time that runs.

import { clockFace } from "../clock.js";
import { h } from "../dom.js";
import { say } from "../words.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** From here on time is short. */
const LOW = 1000;

/**
 * One end's strip.
 * @param {Scene} scene
 * @param {boolean} isOwn
 */
function strip(scene, isOwn) {
  const paint = h("span", { class: "paint" });
  const name = h("bdi", { class: "player-name" });
  const mood = h("span", { class: "player-mood soft small" });
  const discs = h("span", { class: "player-discs" });
  const limit = h("span", { class: "player-limit soft small" });
  const time = h("bdi", { class: "player-clock", role: "timer" });
  const element = h("div", { class: "player", role: "group" }, paint, h("span", { class: "player-who" }, name, discs, mood), limit, time);
  const who = () => {
    const part = say(`line.${isOwn ? scene.part : scene.otherPart}`);
    const Part = part.charAt(0).toUpperCase() + part.slice(1);
    if (!isOwn) return Part;
    return scene.isPlayed ? say("line.player.you", { part: Part }) : say("line.player.engine", { part: Part, engine: scene.about?.engine ?? "" });
  };
  return {
    element,
    update() {
      const { own, turn, discs: counts } = scene.sight;
      const seat = isOwn ? own : 3 - own;
      const colour = scene.colour(seat);
      paint.dataset.paint = seat === 1 ? "black" : "white";
      name.textContent = who();
      discs.textContent = say("line.discs", { count: counts[seat - 1] });
      const moves = turn === seat;
      mood.textContent = !moves ? "" : say(!isOwn ? "people.turn" : scene.isPlayed ? "people.yourTurn" : "people.thinking");
      element.classList.toggle("turn", moves);
      element.setAttribute("aria-label", `${colour}: ${name.textContent}`);
    },
    /** @param {number} now */
    tick(now) {
      const kind = scene.sight.time?.for;
      const left = (kind === "own") === isOwn ? scene.left(now) : null;
      const face = left === null ? "" : clockFace(left);
      if (time.textContent !== face) time.textContent = face;
      time.hidden = limit.hidden = left === null;
      limit.textContent = left === null ? "" : say(`line.left.${kind}`);
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
  setInterval(() => scene.known?.time && tick(), 100);
  return {
    above: h("div", { class: "players above" }, strips[0].element),
    below: h("div", { class: "players below" }, strips[1].element),
    update() {
      for (const one of strips) one.update();
      tick();
    },
  };
}
