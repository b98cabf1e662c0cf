// Screen reader announcements of moves, turns, offers and results.

/** Delay within which messages are joined into one announcement, in milliseconds. */
const BATCH_DELAY = 150;

/** @type {string[]} */
let pending = [];
let timer = 0;

/**
 * Announces a message in the live region of the page. Messages that arrive close together are announced as one.
 * @param {string} message
 */
export function announce(message) {
  if (!message) return;
  pending.push(message);
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    const region = document.getElementById("announcer");
    if (region) region.textContent = pending.join(" ");
    pending = [];
  }, BATCH_DELAY);
}
