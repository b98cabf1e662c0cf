// What is said on the line, each end on its side, and what happens in between.

import { h } from "../dom.js";
import { say } from "../words.js";
import { KEPT } from "./scene.js";
import { seconds, visible } from "./visible.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../wire.js").LineEntry} LineEntry */

/** So near to its end the log follows what comes. */
const NEAR = 30;
/** What is longer needs the room of both sides. */
const NARROW = 14;

const SIGNS = { move: "▸", claim: "⚑", game: "◆", leds: "✦", note: "!", gap: "…" };

/**
 * @param {Scene} scene
 * @param {LineEntry} entry
 */
function row(scene, entry) {
  const time = h("span", { class: "entry-time" }, seconds(entry.at));
  const { what, text } = entry;
  if (what !== "sent" && what !== "heard") {
    const words = what === "gap" ? say("line.traffic.gap") : text.charAt(0).toUpperCase() + text.slice(1);
    return h("li", { class: "entry happening", "data-what": what }, time,
      h("span", { class: "entry-words" }, h("span", { class: "entry-sign", "aria-hidden": "true" }, SIGNS[what]),
        h("span", { class: "unseen" }, `${say(`line.kind.${what}`)}: `), h("span", {}, words)));
  }
  const from = scene.speaker(what);
  const parts = visible(text).map(({ text: part, named }) => (named ? h("span", { class: "control" }, part) : part));
  return h("li", { class: "entry spoken", "data-from": from, "data-long": text.length > NARROW }, time,
    h("span", { class: "unseen" }, `${say(`line.from.${from}`)}: `), h("code", { class: "entry-bytes" }, ...parts));
}

/**
 * @param {Scene} scene
 * @returns {{element: HTMLElement, hear: (fresh: LineEntry[], isAnew: boolean) => void}}
 */
export function trafficLog(scene) {
  const list = h("ol", { class: "entries" });
  const none = h("p", { class: "soft small" }, say("line.traffic.none"));
  const scroll = h("div", { class: "traffic-scroll", role: "region", tabindex: "0", "aria-label": say("line.traffic") },
    h("div", { class: "traffic-head small soft", "aria-hidden": "true" },
      h("span", {}, say("line.traffic.time")), h("span", {}, `${say("line.from.pc")} →`), h("span", {}, `← ${say("line.from.device")}`)),
    none, list);
  const latest = h("button", { class: "button traffic-latest", type: "button", hidden: true }, say("line.traffic.latest"));
  const element = h("section", { class: "traffic", "aria-labelledby": "traffic-title" },
    h("h2", { class: "unseen", id: "traffic-title" }, say("line.traffic")),
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
      if (isAnew) list.replaceChildren();
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
