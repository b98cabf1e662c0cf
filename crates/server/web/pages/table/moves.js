// The moves, to read and to walk through.

import { h } from "../../dom.js";
import { moveRows } from "../../history.js";
import { t } from "../../i18n.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** @param {import("../../history.js").Ply} ply */
export const written = (ply) => (ply.roll ? `${ply.roll}: ${ply.move}` : ply.move);

/**
 * A long way by its ends, where there are columns for many.
 * @param {string} text
 */
export const brief = (text) => text.replace(/^(\w+)-(?:\w+-)+(\w+)$/, "$1…$2");

/**
 * @param {Scene} scene
 * @param {(ply: number | null) => void} go
 * @returns {import("./scene.js").Part & {step: (by: number) => void, remove: () => void}}
 */
export function moveList(scene, go) {
  const list = h("ol", { class: "moves", tabindex: "-1" });
  const none = h("p", { class: "muted moves-none" }, t("moves.none"));
  const scroll = h("div", { class: "moves-scroll" }, none, list);
  /** @type {Map<number, HTMLButtonElement>} */
  const buttons = new Map();
  let drawn = "";
  let marked = -1;

  /** @param {number} by */
  const step = (by) => {
    const ply = Math.max(0, Math.min(scene.table.ply, scene.ply + by));
    go(ply === scene.table.ply ? null : ply);
  };
  /**
   * @param {string} sign
   * @param {string} key
   * @param {() => void} onclick
   */
  const turner = (sign, key, onclick) =>
    h("button", { class: "button subtle icon move-nav-button", type: "button", title: t(key), "aria-label": t(key), onclick }, sign);
  const first = turner("«", "moves.first", () => go(scene.table.ply > 0 ? 0 : null));
  const previous = turner("‹", "moves.previous", () => step(-1));
  const next = turner("›", "moves.next", () => step(1));
  const last = turner("»", "moves.last", () => go(null));
  const element = h("section", { class: "move-list", "aria-label": t("moves.label") }, scroll,
    h("div", { class: "move-nav" }, first, previous, next, last));

  const draw = () => {
    const seats = scene.table.seats.length;
    list.style.setProperty("--seats", String(seats));
    const stuck = scroll.scrollTop + scroll.clientHeight >= scroll.scrollHeight - 30;
    buttons.clear();
    list.replaceChildren(...moveRows(scene.moves).map((row, index) => h("li", {},
      h("span", { class: "muted count" }, h("bdi", {}, `${index + 1}.`)),
      ...Array.from({ length: seats }, (_, seat) => {
        const cell = row.find((entry) => entry.seat === seat + 1);
        return h("span", { class: "cell" }, ...(cell?.plies ?? []).map((ply) => {
          const text = written(scene.moves[ply - 1]);
          const button = h("button", { type: "button", class: "ply", title: text, onclick: () => go(ply === scene.table.ply ? null : ply) }, h("bdi", {}, seats > 2 ? brief(text) : text));
          buttons.set(ply, button);
          return button;
        }));
      }))));
    marked = -1;
    if (stuck) scroll.scrollTop = scroll.scrollHeight;
  };

  // However the room for it changes, the last move stays in sight.
  const watch = new ResizeObserver(() => {
    if (scene.message && scene.viewed === null) scroll.scrollTop = scroll.scrollHeight;
  });
  watch.observe(scroll);

  return {
    element, step,
    update() {
      const text = scene.moves.map((move) => `${move.seat}${written(move)}`).join("|");
      if (text !== drawn) {
        drawn = text;
        draw();
      }
      none.hidden = scene.moves.length > 0;
      const ply = scene.ply;
      if (ply !== marked) {
        buttons.get(marked)?.removeAttribute("aria-current");
        const button = buttons.get(ply);
        button?.setAttribute("aria-current", "step");
        if (button && scene.viewed !== null) reveal(scroll, button);
        if (scene.viewed === null) scroll.scrollTop = scroll.scrollHeight;
        if (ply === 0) scroll.scrollTop = 0;
        marked = ply;
      }
      first.disabled = previous.disabled = ply === 0;
      next.disabled = last.disabled = scene.viewed === null;
    },
    remove: () => watch.disconnect(),
  };
}

/**
 * Scrolls the list only, never the page.
 * @param {HTMLElement} scroll
 * @param {HTMLElement} button
 */
function reveal(scroll, button) {
  const frame = scroll.getBoundingClientRect();
  const place = button.getBoundingClientRect();
  if (place.top < frame.top) scroll.scrollTop -= frame.top - place.top + 8;
  else if (place.bottom > frame.bottom) scroll.scrollTop += place.bottom - frame.bottom + 8;
}
