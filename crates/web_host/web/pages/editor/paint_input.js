// Pointer input of the editor: a press starts a stroke, which visits each place once.

/**
 * Listens for strokes on the board.
 * @param {HTMLElement} host element of the board
 * @param {object} handlers
 * @param {(x: number, y: number) => number | null} handlers.placeAt returns the place at a point of the window
 * @param {(place: number) => void} handlers.start starts a stroke
 * @param {(place: number) => void} handlers.enter continues the stroke at another place
 * @returns {{isPainting: () => boolean, remove: () => void}} `isPainting` returns `true` if a click belongs to the stroke
 */
export function paintInput(host, handlers) {
  /** @type {number | null} */
  let pointer = null;
  /** @type {Set<number>} */
  let visited = new Set();
  let ended = -Infinity;

  /** @param {PointerEvent} event */
  function down(event) {
    if (event.button !== 0 || pointer !== null) return;
    const place = handlers.placeAt(event.clientX, event.clientY);
    if (place === null) return;
    pointer = event.pointerId;
    visited = new Set([place]);
    handlers.start(place);
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (event.pointerId !== pointer) return;
    for (const each of event.getCoalescedEvents?.() ?? [event]) {
      const place = handlers.placeAt(each.clientX, each.clientY);
      if (place === null || visited.has(place)) continue;
      visited.add(place);
      handlers.enter(place);
    }
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (event.pointerId !== pointer) return;
    pointer = null;
    ended = event.timeStamp;
  }

  host.addEventListener("pointerdown", down, true);
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", up);
  return {
    // The click event follows the release.
    isPainting: () => pointer !== null || performance.now() - ended < 100,
    remove() {
      host.removeEventListener("pointerdown", down, true);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", up);
    },
  };
}
