// Debounced screen reader announcements, for pages that change often.

import { announce } from "../announce.js";

/** Quiet time before an announcement, in milliseconds. */
const DELAY = 120;

let timer = 0;

/**
 * Announces `message` unless another one follows at once.
 * @param {string} message
 */
export function announceLatest(message) {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => announce(message), DELAY);
}
