// Who sits where: you, somebody at this screen, somebody by link, or the engine.

import { h } from "../../dom.js";
import { capitalize, t } from "../../i18n.js";

/** @typedef {import("../../wire.js").SeatRequest} SeatRequest */
/** @typedef {import("../../wire.js").SeatTitle} SeatTitle */

const USUAL_LEVEL = 3;

/**
 * One seat, and what is wished for it.
 * @param {import("../../wire.js").GameEntry} game
 * @param {number} index
 * @param {() => void} change
 */
function seatRow(game, index, change) {
  const paint = h("span", { class: "colour-dot" });
  const title = h("span", {});
  const kinds = game.levels > 0 ? ["me", "here", "link", "engine"] : ["me", "here", "link"];
  const usual = index === 0 ? "me" : game.levels > 0 ? "engine" : "here";
  const who = h("select", { class: "input" }, ...kinds.map((kind) => h("option", { value: kind, selected: kind === usual }, t(`new.who.${kind}`))));
  const level = h("select", { class: "input" }, ...Array.from({ length: game.levels + 1 }, (_, at) =>
    h("option", { value: at, selected: at === Math.min(USUAL_LEVEL, game.levels) }, t(`new.level.${at}`))));
  const name = h("input", { class: "input", maxlength: 24, placeholder: t("new.name"), "aria-label": t("new.name"), autocomplete: "off" });
  const adjust = () => {
    level.hidden = who.value !== "engine";
    name.hidden = who.value !== "here";
    change();
  };
  who.addEventListener("change", adjust);
  const element = h("div", { class: "seat-options" }, h("span", {}, paint, title), who, h("span", {}, level, name));
  level.hidden = who.value !== "engine";
  name.hidden = who.value !== "here";
  return {
    element,
    /** @param {SeatTitle} seat */
    draw(seat) {
      paint.dataset.paint = seat.paint ?? "";
      paint.hidden = !seat.paint;
      const name = capitalize(seat.title);
      title.textContent = name;
      who.setAttribute("aria-label", t("new.who", { seat: name }));
      level.setAttribute("aria-label", t("new.level", { seat: name }));
    },
    /** @returns {SeatRequest} */
    wish() {
      if (who.value === "engine") return { who: "engine", level: Number(level.value) };
      if (who.value === "here") return name.value.trim() ? { who: "here", name: name.value.trim() } : { who: "here" };
      return { who: who.value === "me" ? "me" : "link" };
    },
  };
}

/**
 * @param {import("../../wire.js").GameEntry} game
 * @param {() => void} change
 */
export function seatWishes(game, change) {
  const element = h("div", { class: "field" });
  /** @type {ReturnType<typeof seatRow>[]} */
  const rows = [];
  let count = game.usual_seats;
  const fit = () => {
    while (rows.length < count) rows.push(seatRow(game, rows.length, change));
    element.replaceChildren(...rows.slice(0, count).map((row) => row.element));
  };
  fit();
  return {
    element,
    /** @param {SeatTitle[]} seats */
    draw(seats) {
      if (seats.length !== count || element.childElementCount !== count) {
        count = seats.length;
        fit();
      }
      seats.forEach((seat, index) => rows[index].draw(seat));
    },
    wishes: () => rows.slice(0, count).map((row) => row.wish()),
  };
}
