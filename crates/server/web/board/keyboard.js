// The keyboard: the board is one stop of the tab key, arrows go from place to place.

import { neighbour, rowEnd } from "./key_navigation.js";

/** @typedef {import("./key_navigation.js").Stop} Stop */
/** @typedef {import("./key_navigation.js").Way} Way */
/**
 * @typedef {object} Guide
 * @property {() => Stop[]} stops
 * @property {() => number} here
 * @property {(place: number) => void} go
 * @property {(place: number) => void} pick
 * @property {() => void} cancel
 */

/** @type {Record<string, Way>} */
export const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/**
 * @param {SVGSVGElement} svg
 * @param {Guide} guide
 */
export function listenToKeys(svg, { stops, here, go, pick, cancel }) {
  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) go(neighbour(stops(), here(), ARROWS[event.key]));
    else if (event.key === "Home") go(rowEnd(stops(), here(), "first"));
    else if (event.key === "End") go(rowEnd(stops(), here(), "last"));
    else if (event.key === "Enter" || event.key === " ") pick(here());
    else if (event.key === "Escape") cancel();
    else return;
    event.preventDefault();
  });
}
