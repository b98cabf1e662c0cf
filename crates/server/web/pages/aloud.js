// For pages where much changes at a touch: of what follows quickly upon itself only the last is spoken.

import { announce } from "../announce.js";

/** How long nothing may follow, in milliseconds. */
const PAUSE = 120;

let due = 0;

/** @param {string} sentence */
export function speakLast(sentence) {
  window.clearTimeout(due);
  due = window.setTimeout(() => announce(sentence), PAUSE);
}
