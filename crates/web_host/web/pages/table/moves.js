// The move list with resignations, and buttons to step through the game.

import { h } from "../../dom.js";
import { moveRows } from "../../history.js";
import { t } from "../../i18n.js";
import { eventText } from "./event_announcer.js";

/** @typedef {import("./model.js").TableModel} TableModel */

/** @param {import("../../history.js").Ply} ply */
export const plyText = (ply) => (ply.roll ? `${ply.roll}: ${ply.move}` : ply.move);

/**
 * Shortens a move of many steps to its first and last square.
 * @param {string} text
 */
export const shorten = (text) => text.replace(/^(\w+)-(?:\w+-)+(\w+)$/, "$1…$2");

/**
 * Creates the move list.
 * @param {TableModel} model
 * @param {(ply: number | null) => void} go
 * @returns {import("./model.js").Panel & {step: (by: number) => void, remove: () => void}}
 */
export function moveList(model, go) {
  const list = h("ol", { class: "moves", tabindex: "-1" });
  const none = h("p", { class: "muted moves-none" }, t("moves.none"));
  const scroll = h("div", { class: "moves-scroll" }, none, list);
  /** @type {Map<number, HTMLButtonElement>} */
  const buttons = new Map();
  let drawn = "";
  let marked = -1;

  /** @param {number} by */
  const step = (by) => {
    const ply = Math.max(0, Math.min(model.table.ply, model.ply + by));
    go(ply === model.table.ply ? null : ply);
  };
  /**
   * @param {string} sign
   * @param {string} key
   * @param {() => void} onclick
   */
  const navButton = (sign, key, onclick) =>
    h("button", { class: "button subtle icon move-nav-button", type: "button", title: t(key), "aria-label": t(key), onclick }, sign);
  const first = navButton("«", "moves.first", () => go(model.table.ply > 0 ? 0 : null));
  const previous = navButton("‹", "moves.previous", () => step(-1));
  const next = navButton("›", "moves.next", () => step(1));
  const last = navButton("»", "moves.last", () => go(null));
  const element = h("section", { class: "move-list", "aria-label": t("moves.label") }, scroll,
    h("div", { class: "move-nav" }, first, previous, next, last));

  const draw = () => {
    const seats = model.table.seats.length;
    list.style.setProperty("--seats", String(seats));
    const atEnd = scroll.scrollTop + scroll.clientHeight >= scroll.scrollHeight - 30;
    buttons.clear();
    const rows = moveRows(model.moves, model.resignations.map(({ after }) => after));
    const items = rows.map((row, index) => ({
      after: row[0].plies[0],
      item: h("li", {},
        h("span", { class: "muted count" }, h("bdi", {}, `${index + 1}.`)),
        ...Array.from({ length: seats }, (_, seat) => {
          const cell = row.find((entry) => entry.seat === seat + 1);
          return h("span", { class: "cell" }, ...(cell?.plies ?? []).map((ply) => {
            const text = plyText(model.moves[ply - 1]);
            const button = h("button", { type: "button", class: "ply", title: text, onclick: () => go(ply === model.table.ply ? null : ply) }, h("bdi", {}, seats > 2 ? shorten(text) : text));
            buttons.set(ply, button);
            return button;
          }));
        })),
    }));
    const notes = model.resignations.map(({ after, event }) => ({ after: after + 0.5, item: h("li", { class: "note muted small" }, eventText(model, event)) }));
    list.replaceChildren(...[...items, ...notes].sort((one, other) => one.after - other.after).map(({ item }) => item));
    marked = -1;
    if (atEnd) scroll.scrollTop = scroll.scrollHeight;
  };

  // Keep the last move visible when the panel changes its size.
  const watch = new ResizeObserver(() => {
    if (model.message && model.viewedPly === null) scroll.scrollTop = scroll.scrollHeight;
  });
  watch.observe(scroll);

  return {
    element, step,
    update() {
      const text = [...model.moves.map((move) => `${move.seat}${plyText(move)}`), ...model.resignations.map(({ event }) => event.number)].join("|");
      if (text !== drawn) {
        drawn = text;
        draw();
      }
      none.hidden = model.moves.length + model.resignations.length > 0;
      const ply = model.ply;
      if (ply !== marked) {
        buttons.get(marked)?.removeAttribute("aria-current");
        const button = buttons.get(ply);
        button?.setAttribute("aria-current", "step");
        if (button && model.viewedPly !== null) scrollIntoList(scroll, button);
        if (model.viewedPly === null) scroll.scrollTop = scroll.scrollHeight;
        if (ply === 0) scroll.scrollTop = 0;
        marked = ply;
      }
      first.disabled = previous.disabled = ply === 0;
      next.disabled = last.disabled = model.viewedPly === null;
    },
    remove: () => watch.disconnect(),
  };
}

/**
 * Scrolls the list, but not the page, until `button` is visible.
 * @param {HTMLElement} scroll
 * @param {HTMLElement} button
 */
function scrollIntoList(scroll, button) {
  const frame = scroll.getBoundingClientRect();
  const place = button.getBoundingClientRect();
  if (place.top < frame.top) scroll.scrollTop -= frame.top - place.top + 8;
  else if (place.bottom > frame.bottom) scroll.scrollTop += place.bottom - frame.bottom + 8;
}
