// Fields for the players: you, a friend on this device, a friend by link, or the computer.

import { h } from "../../dom.js";
import { capitalize, t } from "../../i18n.js";

/** @typedef {import("../../wire.js").SeatRequest} SeatRequest */
/** @typedef {import("../../wire.js").SeatTitle} SeatTitle */

const DEFAULT_LEVEL = 3;

/**
 * Creates the fields of one seat.
 * @param {import("../../wire.js").GameEntry} game
 * @param {number} index
 * @param {() => void} change
 */
function seatRow(game, index, change) {
  const paint = h("span", { class: "colour-dot" });
  const title = h("span", {});
  const options = game.levels > 0 ? ["me", "here", "link", "engine"] : ["me", "here", "link"];
  const usual = index === 0 ? "me" : game.levels > 0 ? "engine" : "here";
  const who = h("select", { class: "input" }, ...options.map((kind) => h("option", { value: kind, selected: kind === usual }, t(`new.who.${kind}`))));
  const level = h("select", { class: "input" }, ...Array.from({ length: game.levels + 1 }, (_, at) =>
    h("option", { value: at, selected: at === Math.min(DEFAULT_LEVEL, game.levels) }, t(`new.level.${at}`))));
  const name = h("input", { class: "input", maxlength: 24, placeholder: t("new.name"), "aria-label": t("new.name"), autocomplete: "off" });
  const onChange = () => {
    level.hidden = who.value !== "engine";
    name.hidden = who.value !== "here";
    change();
  };
  who.addEventListener("change", onChange);
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
    request() {
      if (who.value === "engine") return { who: "engine", level: Number(level.value) };
      if (who.value === "here") return name.value.trim() ? { who: "here", name: name.value.trim() } : { who: "here" };
      return { who: who.value === "me" ? "me" : "link" };
    },
  };
}

/**
 * Creates the fields of all seats.
 * @param {import("../../wire.js").GameEntry} game
 * @param {() => void} change
 */
export function seatFields(game, change) {
  const element = h("div", { class: "field" });
  /** @type {ReturnType<typeof seatRow>[]} */
  const rows = [];
  let count = game.usual_seats;
  const drawRows = () => {
    while (rows.length < count) rows.push(seatRow(game, rows.length, change));
    element.replaceChildren(...rows.slice(0, count).map((row) => row.element));
  };
  drawRows();
  return {
    element,
    /** @param {SeatTitle[]} seats */
    draw(seats) {
      if (seats.length !== count || element.childElementCount !== count) {
        count = seats.length;
        drawRows();
      }
      seats.forEach((seat, index) => rows[index].draw(seat));
    },
    requests: () => rows.slice(0, count).map((row) => row.request()),
  };
}
