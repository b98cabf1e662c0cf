// Painting with a pointer: a press begins a stroke, and squares on the way take part in it once.

/**
 * @param {HTMLElement} host where the board is
 * @param {object} painter
 * @param {(x: number, y: number) => number | null} painter.placeAt the place at a point of the window
 * @param {(place: number) => void} painter.begin
 * @param {(place: number) => void} painter.pass
 * @returns {{isPainting: () => boolean, remove: () => void}} `isPainting`: a click that comes now belongs to the stroke
 */
export function strokes(host, painter) {
  /** @type {number | null} */
  let pointer = null;
  /** @type {Set<number>} */
  let passed = new Set();
  let ended = -Infinity;

  /** @param {PointerEvent} event */
  function down(event) {
    if (event.button !== 0 || pointer !== null) return;
    const place = painter.placeAt(event.clientX, event.clientY);
    if (place === null) return;
    pointer = event.pointerId;
    passed = new Set([place]);
    painter.begin(place);
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (event.pointerId !== pointer) return;
    for (const each of event.getCoalescedEvents?.() ?? [event]) {
      const place = painter.placeAt(each.clientX, each.clientY);
      if (place === null || passed.has(place)) continue;
      passed.add(place);
      painter.pass(place);
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
    // The click follows the release within the same moment.
    isPainting: () => pointer !== null || performance.now() - ended < 100,
    remove() {
      host.removeEventListener("pointerdown", down, true);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", up);
    },
  };
}
