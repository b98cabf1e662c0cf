// For those who hear the page: moves, turns, offers and results are spoken as they happen.

/** @type {string[]} */
let waiting = [];
let due = 0;

/**
 * Says it when there is a pause. What comes within the same moment is said together.
 * @param {string} sentence
 */
export function announce(sentence) {
  if (!sentence) return;
  waiting.push(sentence);
  window.clearTimeout(due);
  due = window.setTimeout(() => {
    const announcer = document.getElementById("announcer");
    if (announcer) announcer.textContent = waiting.join(" ");
    waiting = [];
  }, 150);
}
