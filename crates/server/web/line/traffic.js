// What is said on a line, each end on its side, or on the two lines of a relay, A on one side and B on the other; and what
// happens in between.

import { h } from "../dom.js";
import { capitalize, t } from "../i18n.js";
import { KEPT, lineName } from "./scene.js";
import { seconds, visible } from "./visible.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../wire.js").LineEntry} LineEntry */

/** So near to its end the log follows what comes. */
const NEAR = 30;
/** What is longer needs the room of both sides. */
const NARROW = 14;

const SIGNS = { move: "▸", claim: "⚑", game: "◆", leds: "✦", note: "!", gap: "…" };

/**
 * Which way something went: on which side it stands, what stands before and after it, and the same in words. Who is on
 * the left stands on the left; an arrow points to who is spoken to.
 * @param {Scene} scene
 * @param {{what: "sent" | "heard", line: number | null}} entry
 */
export function route(scene, { what, line }) {
  const from = scene.speaker(what);
  if (!scene.isRelay) {
    const words = t(`line.from.${from}`);
    return from === "pc" ? { from, side: "left", before: "", after: " →", words } : { from, side: "right", before: "← ", after: "", words };
  }
  const device = lineName(line ?? 0);
  const words = t(`line.relay.from.${from}`, { device });
  if (device === "A") return { from, side: "left", before: from === "device" ? "A → " : "A ← ", after: "", words };
  return { from, side: "right", before: "", after: from === "device" ? " ← B" : " → B", words };
}

/**
 * @param {Scene} scene
 * @param {LineEntry} entry
 */
function row(scene, entry) {
  const time = h("span", { class: "entry-time" }, seconds(entry.at));
  const { what, text } = entry;
  if (what !== "sent" && what !== "heard") {
    const words = what === "gap" ? t("line.traffic.gap") : capitalize(text);
    return h("li", { class: "entry happening", "data-what": what }, time,
      h("span", { class: "entry-words" }, h("span", { class: "entry-sign", "aria-hidden": "true" }, SIGNS[what]),
        h("span", { class: "visually-hidden" }, `${t(`line.kind.${what}`)}: `), h("span", {}, words)));
  }
  const { from, side, before, after, words } = route(scene, { what, line: entry.line });
  const parts = visible(text).map(({ text: part, named }) => (named ? h("span", { class: "control" }, part) : part));
  return h("li", { class: "entry spoken", "data-from": from, "data-side": side, "data-long": text.length > NARROW }, time,
    h("span", { class: "visually-hidden" }, `${words}: `), h("code", { class: "entry-bytes", "data-before": before, "data-after": after }, ...parts));
}

/**
 * What stands above the two sides.
 * @param {Scene} scene
 */
const titles = (scene) => (scene.isRelay
  ? ["A", "B"].map((device) => capitalize(t("line.device.relay", { device })))
  : [`${t("line.from.pc")} →`, `← ${t("line.from.device")}`]);

/**
 * @param {Scene} scene
 * @returns {{element: HTMLElement, hear: (fresh: LineEntry[], isAnew: boolean) => void}}
 */
export function trafficLog(scene) {
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
    // A window that changes its size moves the log too; that is not the reader.
    if (follows && measured() !== size) return toEnd();
    follows = scroll.scrollTop + scroll.clientHeight >= scroll.scrollHeight - NEAR;
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
    hear(fresh, isAnew) {
      if (isAnew) {
        list.replaceChildren();
        titles(scene).forEach((title, side) => (sides[side].textContent = title));
      }
      for (const entry of fresh) {
        const made = row(scene, entry);
        made.dataset.number = String(entry.number);
        const last = /** @type {HTMLElement | null} */ (list.lastElementChild);
        if (last?.dataset.number === made.dataset.number && last.classList.contains("spoken")) last.replaceWith(made);
        else list.append(made);
      }
      while (list.childElementCount > KEPT) list.firstElementChild?.remove();
      none.hidden = list.childElementCount > 0;
      if (follows) toEnd();
      else if (fresh.length > 0) latest.hidden = false;
    },
  };
}
