// Player strips above and below the board, with names, match points and clocks.

import { Clocks, formatClock } from "../../clock.js";
import { h } from "../../dom.js";
import { capitalize, t } from "../../i18n.js";

/** @typedef {import("./model.js").TableModel} TableModel */
/** @typedef {import("../../wire.js").Seat} Seat */

/** Clocks below this are shown in red, in milliseconds. */
const LOW = 20_000;

/**
 * Short status next to the name of a player.
 * @param {TableModel} model
 * @param {Seat} seat
 */
function playerStatus(model, seat) {
  const turn = model.table.turn === seat.seat && model.table.state === "playing";
  if (!seat.playing && model.table.state === "playing") return t("player.left");
  if (seat.who === "open") return t("seat.open");
  if (seat.who === "person" && !seat.here && model.table.state !== "over") return t("player.away");
  if (turn && seat.who === "engine") return t("player.thinking");
  if (turn) return t(seat.who === "you" ? "player.yourTurn" : "player.turn");
  return "";
}

/**
 * Creates the strip of one player.
 * @param {number} number
 */
function strip(number) {
  const paint = h("span", { class: "colour-dot" });
  const name = h("bdi", { class: "player-name" });
  const status = h("span", { class: "player-status muted small" });
  const score = h("bdi", { class: "player-score", role: "img" });
  const time = h("bdi", { class: "player-clock", role: "timer" });
  const element = h("div", { class: "player", role: "group" }, paint, h("span", { class: "player-info" }, name, status), score, time);
  return {
    number, element, time,
    /**
     * @param {TableModel} model
     * @param {Seat} seat
     */
    update(model, seat) {
      paint.dataset.paint = seat.paint ?? "";
      paint.hidden = !seat.paint;
      name.textContent = model.seatName(seat);
      name.title = capitalize(seat.title);
      status.textContent = playerStatus(model, seat);
      const points = model.matchPoints?.[seat.seat - 1];
      score.hidden = points === undefined;
      score.textContent = score.hidden ? "" : String(points);
      score.title = score.hidden ? "" : t("player.points", { count: points ?? 0 });
      score.setAttribute("aria-label", score.title);
      const { lag } = model.table.clocks[seat.seat - 1];
      time.title = lag ? t("clock.lag", { lag }) : "";
      element.classList.toggle("turn", model.table.turn === seat.seat && model.table.state === "playing");
      element.classList.toggle("away", status.textContent === t("player.away"));
      element.setAttribute("aria-label", `${capitalize(seat.title)}: ${name.textContent}`);
    },
  };
}

/**
 * Creates the player strips of a table.
 * @param {TableModel} model
 * @returns {{above: HTMLElement, below: HTMLElement, update: () => void, remove: () => void}}
 */
export function playerStrips(model) {
  const above = h("div", { class: "players above" });
  const below = h("div", { class: "players below" });
  /** @type {ReturnType<typeof strip>[]} */
  let strips = [];
  let layout = "";
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
  const timer = setInterval(() => clocks.running && tick(), 100);

  const place = () => {
    const own = model.ownSeats[0]?.seat ?? 1;
    const nearest = model.flipped && strips.length === 2 ? 3 - own : own;
    const next = `${strips.length} ${nearest}`;
    if (next === layout) return;
    layout = next;
    above.replaceChildren(...strips.filter(({ number }) => number !== nearest).map(({ element }) => element));
    below.replaceChildren(...strips.filter(({ number }) => number === nearest).map(({ element }) => element));
    above.dataset.count = String(strips.length - 1);
  };

  return {
    above, below,
    update() {
      const { seats } = model.table;
      if (strips.length !== seats.length) strips = seats.map((seat) => strip(seat.seat));
      clocks.set(model.table.clocks, model.receivedAt);
      seats.forEach((seat, index) => strips[index].update(model, seat));
      place();
      tick();
    },
    remove: () => clearInterval(timer),
  };
}
