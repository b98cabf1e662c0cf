// The players: a strip above the board and one below it, with their clocks.

import { Clocks, formatClock } from "../../clock.js";
import { h } from "../../dom.js";
import { capitalize, t } from "../../i18n.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../../wire.js").Seat} Seat */

const LOW = 20_000;

/**
 * @param {Scene} scene
 * @param {Seat} seat
 */
function mood(scene, seat) {
  const turn = scene.table.turn === seat.seat && scene.table.state === "playing";
  if (!seat.playing && scene.table.state === "playing") return t("people.left");
  if (seat.who === "open") return t("people.open");
  if (seat.who === "person" && !seat.here && scene.table.state !== "over") return t("people.away");
  if (turn && seat.who === "engine") return t("people.thinking");
  if (turn) return t(seat.who === "you" ? "people.yourTurn" : "people.turn");
  return "";
}

/**
 * One player's strip.
 * @param {number} number
 */
function strip(number) {
  const paint = h("span", { class: "colour-dot" });
  const name = h("bdi", { class: "player-name" });
  const feel = h("span", { class: "player-status muted small" });
  const time = h("bdi", { class: "player-clock", role: "timer" });
  const element = h("div", { class: "player", role: "group" }, paint, h("span", { class: "player-info" }, name, feel), time);
  return {
    number, element, time,
    /**
     * @param {Scene} scene
     * @param {Seat} seat
     */
    update(scene, seat) {
      paint.dataset.paint = seat.paint ?? "";
      paint.hidden = !seat.paint;
      name.textContent = scene.nameOf(seat);
      name.title = capitalize(seat.title);
      feel.textContent = mood(scene, seat);
      element.classList.toggle("turn", scene.table.turn === seat.seat && scene.table.state === "playing");
      element.classList.toggle("away", feel.textContent === t("people.away"));
      element.setAttribute("aria-label", `${capitalize(seat.title)}: ${name.textContent}`);
    },
  };
}

/**
 * @param {Scene} scene
 * @returns {{above: HTMLElement, below: HTMLElement, update: () => void, remove: () => void}}
 */
export function people(scene) {
  const above = h("div", { class: "players above" });
  const below = h("div", { class: "players below" });
  /** @type {ReturnType<typeof strip>[]} */
  let strips = [];
  let arrangement = "";
  const clocks = new Clocks();

  const tick = () => {
    const now = performance.now();
    for (const { number, time, element } of strips) {
      const left = clocks.left(number, now);
      const face = left === null ? "" : formatClock(left);
      if (time.textContent !== face) time.textContent = face;
      time.hidden = left === null;
      element.classList.toggle("low", left !== null && left < LOW);
    }
  };
  const ticking = setInterval(() => clocks.running && tick(), 100);

  const arrange = () => {
    const own = scene.mine[0]?.seat ?? 1;
    const nearest = scene.flipped && strips.length === 2 ? 3 - own : own;
    const next = `${strips.length} ${nearest}`;
    if (next === arrangement) return;
    arrangement = next;
    above.replaceChildren(...strips.filter(({ number }) => number !== nearest).map(({ element }) => element));
    below.replaceChildren(...strips.filter(({ number }) => number === nearest).map(({ element }) => element));
    above.dataset.count = String(strips.length - 1);
  };

  return {
    above, below,
    update() {
      const { seats } = scene.table;
      if (strips.length !== seats.length) strips = seats.map((seat) => strip(seat.seat));
      clocks.set(scene.table.clocks, scene.heard);
      seats.forEach((seat, index) => strips[index].update(scene, seat));
      arrange();
      tick();
    },
    remove: () => clearInterval(ticking),
  };
}
