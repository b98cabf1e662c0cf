// Debounced screen reader announcements, for pages that change often.

import { announce } from "../announce.js";

/** Quiet time before an announcement, in milliseconds. */
const DELAY = 120;

let timer = 0;

/**
 * Announces `sentence` unless another one follows at once.
 * @param {string} sentence
 */
export function announceLatest(sentence) {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => announce(sentence), DELAY);
}
