// Mouse, pen and touch input: a click picks a place, a drag picks two.

/** @typedef {import("./geometry.js").Point} Point */
/**
 * @typedef {object} PointerHandlers
 * @property {(place: number) => boolean} movable `true` if the piece on a place can be dragged
 * @property {(at: Point) => number | null} placeAt place at a point of the board
 * @property {(place: number, at: Point) => void} lift a drag starts
 * @property {(at: Point) => void} drag
 * @property {(to: number | null) => void} drop the drag ends on a place, or null if it is cancelled
 * @property {(place: number) => void} pick
 * @property {() => void} cancel
 */

/** Distance after which a press becomes a drag, in pixels. */
const DRAG_THRESHOLD = 5;
/** Time after a drag in which the click that the browser adds is ignored, in milliseconds. */
const CLICK_DELAY = 60;

/**
 * @param {SVGSVGElement} svg
 * @param {SVGGElement} group element in the coordinates of the board
 * @param {PointerHandlers} handlers
 */
export function listenToPointer(svg, group, handlers) {
  /** @type {{id: number, place: number, x: number, y: number, isDrag: boolean} | null} */
  let press = null;
  let dragEnd = 0;

  /** @param {MouseEvent} event @returns {Point} */
  const pointOf = (event) => {
    const matrix = group.getScreenCTM();
    if (!matrix) return [-1, -1];
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [point.x, point.y];
  };
  /** @param {Event} event */
  const placeOf = (event) => {
    const spot = /** @type {Element} */ (event.target).closest("[data-place]");
    return spot ? Number(spot.getAttribute("data-place")) : null;
  };
  /** @param {number | null} to */
  const release = (to) => {
    if (!press) return;
    const { place, isDrag, id } = press;
    press = null;
    if (!isDrag) return;
    dragEnd = performance.now();
    if (svg.hasPointerCapture(id)) svg.releasePointerCapture(id);
    svg.classList.remove("board-dragging");
    handlers.drop(to === place ? null : to);
  };

  svg.addEventListener("pointerdown", (event) => {
    const place = placeOf(event);
    if (press) return release(null);
    if (event.button !== 0 || !event.isPrimary || place === null || !handlers.movable(place)) return;
    press = { id: event.pointerId, place, x: event.clientX, y: event.clientY, isDrag: false };
  });
  svg.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!press.isDrag) {
      if (distance <= DRAG_THRESHOLD) return;
      press.isDrag = true;
      svg.setPointerCapture(press.id);
      svg.classList.add("board-dragging");
      handlers.lift(press.place, pointOf(event));
    }
    handlers.drag(pointOf(event));
  });
  svg.addEventListener("pointerup", (event) => {
    if (press?.id === event.pointerId) release(press.isDrag ? handlers.placeAt(pointOf(event)) : null);
  });
  svg.addEventListener("pointercancel", () => release(null));
  // A touch on a piece drags it; anywhere else it scrolls the page.
  svg.addEventListener("touchmove", (event) => press && event.cancelable && event.preventDefault(), {
    passive: false,
  });
  svg.addEventListener("click", (event) => {
    const place = placeOf(event);
    if (place !== null && performance.now() - dragEnd > CLICK_DELAY) handlers.pick(place);
  });
  svg.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    if (press?.isDrag) release(null);
    else handlers.cancel();
  });
  return {
    /** Cancels the drag. */
    cancelDrag: () => release(null),
    isDragging: () => press?.isDrag ?? false,
  };
}
