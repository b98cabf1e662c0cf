// Keyboard input: the board is a single tab stop, and the arrow keys move between its spots.

import { neighbour, rowEnd } from "./key_navigation.js";

/** @typedef {import("./key_navigation.js").Direction} Direction */
/** @typedef {import("./key_navigation.js").NavigationTarget} NavigationTarget */
/**
 * @typedef {object} KeyboardHandlers
 * @property {() => NavigationTarget[]} targets
 * @property {() => number} current
 * @property {(place: number) => void} focus
 * @property {(place: number) => void} pick
 * @property {() => void} cancel
 */

/** @type {Record<string, Direction>} */
export const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/**
 * @param {SVGSVGElement} svg
 * @param {KeyboardHandlers} handlers
 */
export function listenToKeys(svg, { targets, current, focus, pick, cancel }) {
  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) focus(neighbour(targets(), current(), ARROWS[event.key]));
    else if (event.key === "Home") focus(rowEnd(targets(), current(), "first"));
    else if (event.key === "End") focus(rowEnd(targets(), current(), "last"));
    else if (event.key === "Enter" || event.key === " ") pick(current());
    else if (event.key === "Escape") cancel();
    else return;
    event.preventDefault();
  });
}
