// Mouse, pen and finger: a click picks a place, a drag picks two.

/** @typedef {import("./geometry.js").Point} Point */
/**
 * @typedef {object} Moves
 * @property {(place: number) => boolean} movable whether a piece can be taken up here
 * @property {(at: Point) => number | null} placeAt the place at this point of the board
 * @property {(place: number, at: Point) => void} lift a piece is taken up
 * @property {(at: Point) => void} carry
 * @property {(to: number | null) => void} drop where it is laid down, or null where it does not go anywhere
 * @property {(place: number) => void} pick
 * @property {() => void} cancel
 */

/** How far a pointer must move before it drags, in pixels. */
const SLACK = 5;

/**
 * Listens to the pointer. The group's coordinates are those of the board.
 * @param {SVGSVGElement} svg @param {SVGGElement} group @param {Moves} hand
 */
export function listenToPointer(svg, group, hand) {
  /** @type {{id: number, place: number, x: number, y: number, drags: boolean} | null} */
  let press = null;
  let ended = 0;

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
    const { place, drags, id } = press;
    press = null;
    if (!drags) return;
    ended = performance.now();
    if (svg.hasPointerCapture(id)) svg.releasePointerCapture(id);
    svg.classList.remove("board-dragging");
    hand.drop(to === place ? null : to);
  };

  svg.addEventListener("pointerdown", (event) => {
    const place = placeOf(event);
    if (press) return release(null);
    if (event.button !== 0 || !event.isPrimary || place === null || !hand.movable(place)) return;
    press = { id: event.pointerId, place, x: event.clientX, y: event.clientY, drags: false };
  });
  svg.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const moved = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!press.drags) {
      if (moved <= SLACK) return;
      press.drags = true;
      svg.setPointerCapture(press.id);
      svg.classList.add("board-dragging");
      hand.lift(press.place, pointOf(event));
    }
    hand.carry(pointOf(event));
  });
  svg.addEventListener("pointerup", (event) => {
    if (press?.id === event.pointerId) release(press.drags ? hand.placeAt(pointOf(event)) : null);
  });
  svg.addEventListener("pointercancel", () => release(null));
  // A finger on a piece drags it; anywhere else it scrolls the page.
  svg.addEventListener("touchmove", (event) => press && event.cancelable && event.preventDefault(), {
    passive: false,
  });
  svg.addEventListener("click", (event) => {
    const place = placeOf(event);
    // A drag ends with a click that means nothing.
    if (place !== null && performance.now() - ended > 60) hand.pick(place);
  });
  svg.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    if (press?.drags) release(null);
    else hand.cancel();
  });
  return {
    /** Lays down what is in the hand, where it came from. */
    letGo: () => release(null),
    holds: () => press?.drags ?? false,
  };
}
