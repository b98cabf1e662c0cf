// All ways to place queens so that none attacks another: to leaf through, to watch being found, to find by hand.

import { h } from "../dom.js";
import { setTitle } from "../router.js";
import { addMessages, t } from "../i18n.js";
import { queens as messages } from "../messages/en.queens.js";
import { speakLast } from "./aloud.js";
import { browseWay } from "./queens/browse.js";
import { readNumber } from "./queens/catalogue.js";
import { catalogueOf } from "./queens/library.js";
import { choices, figure, isTaken } from "./queens/parts.js";
import { LARGEST, SMALLEST, readSquares, squaresText } from "./queens/placement.js";
import { placeWay } from "./queens/place.js";
import { Stage } from "./queens/stage.js";
import { tabs } from "./queens/tabs.js";
import { watchWay } from "./queens/watch.js";

addMessages(messages);

/** @typedef {"browse" | "watch" | "place"} WayName */
/**
 * What the ways share.
 * @typedef {object} Desk
 * @property {number} size
 * @property {number} number the solution to look at, from 1
 * @property {number[]} queens placed by hand
 * @property {import("./queens/catalogue.js").Catalogue} catalogue
 * @property {Stage} stage
 * @property {(text: string, how?: {quiet?: boolean, aloud?: string}) => void} tell says something below the board and, unless quiet, aloud, there perhaps at more length
 * @property {() => void} remember keeps size and number in the address
 * @property {(number: number) => void} look shows a solution among the others
 * @property {(size: number) => void} resize
 */
/**
 * A way of the page: `enter` shows it (again, after the size changed), `leave` stops whatever runs.
 * @typedef {{panel: HTMLElement, enter: () => void, leave: () => void, key: (event: KeyboardEvent) => boolean}} Way
 */

/** @type {WayName[]} */
const WAYS = ["browse", "watch", "place"];

/**
 * @param {HTMLElement} host
 * @returns {() => void} what ends it
 */
export function queensPage(host) {
  const query = new URLSearchParams(location.search);
  const asked = Number(query.get("size") ?? 8);
  let wayName = WAYS.find((name) => name === query.get("way")) ?? "browse";
  let gone = false;

  const sentence = h("p", { class: "queens-sentence" });
  const boardHost = h("div", { class: "queens-board" });
  const title = h("h1", {});
  const keys = h("p", { class: "muted small queens-keys" });
  const facts = h("p", { class: "queens-facts" });
  const trouble = h("div", { class: "queens-trouble", hidden: true });

  const stage = new Stage(boardHost);
  const size = Number.isInteger(asked) && asked >= SMALLEST && asked <= LARGEST ? asked : 8;
  /** @type {Desk} */
  const desk = {
    size,
    number: readNumber(query.get("k"), 1e6) ?? 1,
    queens: readSquares(query.get("queens") ?? "", size),
    catalogue: /** @type {any} */ (null),
    stage,
    tell(text, { quiet = false, aloud = text } = {}) {
      sentence.textContent = text;
      if (!quiet) speakLast(aloud);
    },
    remember() {
      const values = new URLSearchParams();
      if (wayName !== "browse") values.set("way", wayName);
      values.set("size", String(desk.size));
      if (wayName === "browse") values.set("k", String(desk.number));
      const squares = squaresText(desk.queens, desk.size);
      if (wayName === "place" && squares) values.set("queens", squares);
      history.replaceState(history.state, "", `${location.pathname}?${values.toString().replaceAll("%2C", ",")}`);
    },
    look(number) {
      desk.number = number;
      tabList.choose("browse");
      open("browse");
    },
    resize(size) {
      desk.size = size;
      desk.number = 1;
      desk.queens = [];
      void load();
    },
  };

  /** @type {Record<WayName, Way>} */
  const ways = { browse: browseWay(desk), watch: watchWay(desk), place: placeWay(desk) };
  const tabList = tabs(t("queens.ways"), WAYS.map((name) => ({ name, label: t(`queens.way.${name}`), panel: ways[name].panel })), wayName,
    (name) => open(/** @type {WayName} */ (name)));
  const sizes = Array.from({ length: LARGEST - SMALLEST + 1 }, (_, index) => index + SMALLEST);
  const sizeBox = h("div", { class: "queens-sizes" });

  const page = h("div", { class: "queens" },
    title,
    tabList.element,
    h("div", { class: "queens-middle" }, boardHost, sentence),
    h("div", { class: "panel queens-panel" }, trouble, ...WAYS.map((name) => ways[name].panel)),
    h("section", { class: "panel queens-side" }, facts, sizeBox, keys));
  host.className = "wide";
  host.append(page);

  /** @param {WayName} name */
  function open(name) {
    if (name !== wayName) ways[wayName].leave();
    wayName = name;
    for (const each of WAYS) ways[each].panel.hidden = each !== name || !desk.catalogue;
    if (!desk.catalogue) return;
    keys.textContent = t(`queens.keys.${name}`);
    ways[name].enter();
    desk.remember();
  }

  async function load() {
    const { size } = desk;
    ways[wayName].leave();
    stage.show(size, []);
    sizeBox.replaceChildren(choices(t("queens.size"), sizes.map((each) => [each, String(each)]), size, desk.resize));
    title.textContent = t(`queens.title.${size}`);
    setTitle(title.textContent);
    try {
      const catalogue = await catalogueOf(size);
      if (gone || size !== desk.size) return;
      desk.catalogue = catalogue;
      desk.number = Math.min(desk.number, catalogue.count);
      facts.textContent = t("queens.facts", { size, all: figure(catalogue.count), count: catalogue.classes.length });
      trouble.hidden = true;
      open(wayName);
    } catch (error) {
      if (gone || size !== desk.size) return;
      trouble.replaceChildren(h("p", {}, t("queens.trouble")),
        h("button", { type: "button", class: "button", onclick: load }, t("queens.again")));
      trouble.hidden = false;
      desk.tell(t("queens.trouble"));
    }
  }

  /** @param {KeyboardEvent} event */
  function onkeydown(event) {
    if (!desk.catalogue || isTaken(event)) return;
    if (ways[wayName].key(event)) event.preventDefault();
  }

  document.addEventListener("keydown", onkeydown);
  void load();
  return () => {
    gone = true;
    document.removeEventListener("keydown", onkeydown);
    ways[wayName].leave();
    stage.remove();
    page.remove();
  };
}
