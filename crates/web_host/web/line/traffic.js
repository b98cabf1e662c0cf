// The traffic log: messages of each end, or of each line of a relay, in two columns, and events between them.

import { h } from "../dom.js";
import { capitalize, t } from "../i18n.js";
import { MAX_ENTRIES, lineName } from "./model.js";
import { formatSeconds, splitControls } from "./control_chars.js";

/** @typedef {import("./model.js").LineModel} LineModel */
/** @typedef {import("../wire.js").LineEntry} LineEntry */

/** The log follows new entries if it is scrolled this close to its end, in pixels. */
const FOLLOW_DISTANCE = 30;
/** Longer messages span both columns. */
const MAX_COLUMN_CHARS = 14;

const SIGNS = { move: "▸", claim: "⚑", game: "◆", leds: "✦", note: "!", gap: "…" };

/**
 * Direction of a message: its sender, its column, arrows before and after it, and a description. An arrow points at the
 * receiver.
 * @param {LineModel} model
 * @param {{kind: "sent" | "received", line: number | null}} entry
 */
export function route(model, { kind, line }) {
  const from = model.sender(kind);
  if (!model.isRelay) {
    const description = t(`line.from.${from}`);
    return from === "pc" ? { from, side: "left", before: "", after: " →", description } : { from, side: "right", before: "← ", after: "", description };
  }
  const device = lineName(line ?? 0);
  const description = t(`line.relay.from.${from}`, { device });
  if (device === "A") return { from, side: "left", before: from === "device" ? "A → " : "A ← ", after: "", description };
  return { from, side: "right", before: "", after: from === "device" ? " ← B" : " → B", description };
}

/**
 * Creates the row of an entry.
 * @param {LineModel} model
 * @param {LineEntry} entry
 */
function row(model, entry) {
  const time = h("span", { class: "entry-time" }, formatSeconds(entry.at));
  const { kind, text } = entry;
  if (kind !== "sent" && kind !== "received") {
    const label = kind === "gap" ? t("line.traffic.gap") : capitalize(text);
    return h("li", { class: "entry event", "data-kind": kind }, time,
      h("span", { class: "entry-text" }, h("span", { class: "entry-sign", "aria-hidden": "true" }, SIGNS[kind]),
        h("span", { class: "visually-hidden" }, `${t(`line.kind.${kind}`)}: `), h("span", {}, label)));
  }
  const { from, side, before, after, description } = route(model, { kind, line: entry.line });
  const parts = splitControls(text).map(({ text: part, named }) => (named ? h("span", { class: "control" }, part) : part));
  return h("li", { class: "entry message", "data-from": from, "data-side": side, "data-long": text.length > MAX_COLUMN_CHARS }, time,
    h("span", { class: "visually-hidden" }, `${description}: `), h("code", { class: "entry-bytes", "data-before": before, "data-after": after }, ...parts));
}

/**
 * Titles of the two columns.
 * @param {LineModel} model
 */
const titles = (model) => (model.isRelay
  ? ["A", "B"].map((device) => capitalize(t("line.device.relay", { device })))
  : [`${t("line.from.pc")} →`, `← ${t("line.from.device")}`]);

/**
 * Creates the traffic log.
 * @param {LineModel} model
 * @returns {{element: HTMLElement, append: (fresh: LineEntry[], isReset: boolean) => void}}
 */
export function trafficLog(model) {
  const list = h("ol", { class: "entries" });
  const none = h("p", { class: "muted small" }, t("line.traffic.none"));
  const sides = [h("span", {}), h("span", {})];
  const scroll = h("div", { class: "traffic-scroll", role: "region", tabindex: "0", "aria-label": t("line.traffic") },
    h("div", { class: "traffic-head small muted", "aria-hidden": "true" }, h("span", {}, t("line.traffic.time")), ...sides),
    none, list);
  const latest = h("button", { class: "button traffic-latest", type: "button", hidden: true }, t("line.traffic.latest"));
  const element = h("section", { class: "traffic", "aria-labelledby": "traffic-title" },
    h("h2", { class: "visually-hidden", id: "traffic-title" }, t("line.traffic")),
    scroll, latest);
  let follows = true;

  let size = "";
  const measured = () => `${scroll.clientWidth} ${scroll.clientHeight} ${scroll.scrollHeight}`;
  const toEnd = () => {
    scroll.scrollTop = scroll.scrollHeight;
    size = measured();
  };
  scroll.addEventListener("scroll", () => {
    // Resizing the window scrolls the log too; that is not the user.
    if (follows && measured() !== size) return toEnd();
    follows = scroll.scrollTop + scroll.clientHeight >= scroll.scrollHeight - FOLLOW_DISTANCE;
    if (follows) latest.hidden = true;
  });
  latest.addEventListener("click", () => {
    toEnd();
    latest.hidden = true;
    scroll.focus();
  });
  const watch = new ResizeObserver(() => follows && toEnd());
  watch.observe(scroll);
  watch.observe(list);

  return {
    element,
    append(fresh, isReset) {
      if (isReset) {
        list.replaceChildren();
        titles(model).forEach((title, side) => (sides[side].textContent = title));
      }
      for (const entry of fresh) {
        const item = row(model, entry);
        item.dataset.number = String(entry.number);
        const last = /** @type {HTMLElement | null} */ (list.lastElementChild);
        if (last?.dataset.number === item.dataset.number && last.classList.contains("message")) last.replaceWith(item);
        else list.append(item);
      }
      while (list.childElementCount > MAX_ENTRIES) list.firstElementChild?.remove();
      none.hidden = list.childElementCount > 0;
      if (follows) toEnd();
      else if (fresh.length > 0) latest.hidden = false;
    },
  };
}
