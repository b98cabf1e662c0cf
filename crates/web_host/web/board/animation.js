// Animations of the board. Every element is already at its final place and an animation only shows how it got there, so
// that it can be finished at any time.

import { formatLength } from "./geometry.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {{from: Point, to: Point, step: number}} Leg */

/** Limit for a whole animation, and the default duration of a step, in milliseconds. */
const [MAX_DURATION, STEP] = [900, 190];
const MOVE_EASING = "cubic-bezier(.35, .05, .25, 1)";

/** `true` if the user prefers reduced motion or the page is hidden. */
export function skipsAnimation() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * CSS transform to a point.
 * @param {Point} point
 */
export function at([x, y]) {
  return `translate(${formatLength(x)}px, ${formatLength(y)}px)`;
}

/** Runs the animations of one change of position. */
export class Animator {
  /** @type {Animation[]} */
  #running = [];
  /** @type {(() => void)[]} */
  #onFinish = [];
  #step;
  /** End of the last animation, in milliseconds. */
  #end = 0;
  /** End of the last step, in milliseconds. */
  #stepsEnd;

  /** @param {number} steps number of successive steps that the pieces take */
  constructor(steps = 1) {
    this.#step = Math.min(STEP, (MAX_DURATION - 260) / Math.max(steps, 1));
    this.#stepsEnd = steps * this.#step;
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {number} delay
   * @param {number} duration
   * @param {string} [easing]
   */
  #play(element, frames, delay, duration, easing = "linear") {
    this.#end = Math.max(this.#end, delay + duration);
    this.#running.push(element.animate(frames, { delay, duration, easing, fill: "backwards" }));
  }

  /**
   * Registers a callback for the end of the animation.
   * @param {() => void} callback
   */
  onFinish(callback) {
    this.#onFinish.push(callback);
  }

  /**
   * Moves an element along its legs and pauses between them. The body grows in the middle of each leg.
   * @param {Element} element @param {Element} body @param {Leg[]} legs
   */
  move(element, body, legs) {
    const end = Math.max(...legs.map((leg) => leg.step)) + 1;
    /** @type {Keyframe[]} */
    const places = [];
    /** @type {Keyframe[]} */
    const heights = [];
    for (const { from, to, step } of legs) {
      places.push(
        { offset: step / end, transform: at(from), easing: MOVE_EASING },
        { offset: (step + 1) / end, transform: at(to) },
      );
      heights.push({ offset: step / end, transform: "scale(1)", easing: "ease-out" });
      heights.push({ offset: (step + 0.5) / end, transform: "scale(1.16)", easing: "ease-in" });
      heights.push({ offset: (step + 1) / end, transform: "scale(1)" });
    }
    for (const frames of [places, heights]) {
      if (frames[0].offset) frames.unshift({ ...frames[0], offset: 0, easing: "linear" });
    }
    this.#play(element, places, 0, end * this.#step);
    this.#play(body, heights, 0, end * this.#step);
  }

  /**
   * Moves an element in a straight line.
   * @param {Element} element @param {Point} from @param {Point} to
   */
  slide(element, from, to) {
    if (Math.hypot(to[0] - from[0], to[1] - from[1]) < 0.001) return;
    const frames = [{ transform: at(from) }, { transform: at(to) }];
    this.#play(element, frames, 0, Math.max(160, this.#stepsEnd), MOVE_EASING);
  }

  /**
   * Flips a disc around an axis perpendicular to the direction from the origin. Discs further away start later.
   * @param {Element} body @param {Element} was side that was up @param {Element} is side that comes up
   * @param {Point} away offset from the origin of the flips
   */
  flip(body, was, is, away) {
    const [distance, angle] = [Math.hypot(...away), (Math.atan2(away[1], away[0]) * 180) / Math.PI];
    const delay = this.#stepsEnd + Math.min(60 * Math.max(distance - 1, 0), 360);
    /** @param {number} width @param {number} scale */
    const transform = (width, scale) => `scale(${scale}) rotate(${angle}deg) scaleX(${width}) rotate(${-angle}deg)`;
    const frames = [
      { transform: transform(1, 1), easing: "ease-in" },
      { transform: transform(0.04, 1.14), easing: "ease-out" },
      { transform: transform(1, 1) },
    ];
    this.#play(body, frames, delay, 220);
    this.#play(
      was,
      [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }],
      delay,
      220,
    );
    this.#play(
      is,
      [{ opacity: 0 }, { opacity: 0, offset: 0.5 }, { opacity: 1, offset: 0.5 }, { opacity: 1 }],
      delay,
      220,
    );
    this.onFinish(() => was.remove());
  }

  /**
   * Reveals a body from the top, like handwriting.
   * @param {Element} body
   */
  write(body) {
    this.#play(
      body,
      [{ clipPath: "inset(-10% -10% 100% -10%)" }, { clipPath: "inset(-10%)" }],
      0,
      220,
      "ease-in-out",
    );
  }

  /**
   * Scales a new piece in.
   * @param {Element} body
   */
  appear(body) {
    const frames = [
      { transform: "scale(.55)", opacity: 0, easing: "cubic-bezier(.2, .8, .3, 1)" },
      { transform: "scale(1.07)", opacity: 1, offset: 0.6, easing: "ease-in-out" },
      { transform: "scale(1)", opacity: 1 },
    ];
    this.#play(body, frames, this.#stepsEnd > STEP ? this.#stepsEnd : 0, 200);
  }

  /**
   * Fades a piece out after a step and removes it.
   * @param {Element} element @param {Element} body @param {number} step
   */
  disappear(element, body, step) {
    this.#play(
      body,
      [
        { opacity: 1, transform: "scale(1)" },
        { opacity: 0, transform: "scale(.6)" },
      ],
      step * this.#step,
      170,
      "ease-in",
    );
    body.setAttribute("opacity", "0");
    this.onFinish(() => element.remove());
  }

  /**
   * Rolls a die in; it shows other faces on its way.
   * @param {Element} body @param {Element[]} faces @param {number} order
   */
  roll(body, faces, order) {
    const [delay, duration] = [70 * order, 520];
    const rest = order % 2 ? 7 : -6;
    const frames = [
      {
        transform: `translate(${-1.6 - order}px, -1px) rotate(${rest - 400}deg) scale(.8)`,
        opacity: 0,
        easing: "cubic-bezier(.2, .6, .4, 1)",
      },
      { opacity: 1, offset: 0.12 },
      {
        transform: `translate(.18px, -.1px) rotate(${rest + 20}deg) scale(1.14)`,
        opacity: 1,
        offset: 0.72,
        easing: "ease-in-out",
      },
      { transform: `rotate(${rest}deg)`, opacity: 1 },
    ];
    this.#play(body, frames, delay, duration);
    faces.forEach((face, index) => {
      body.append(face);
      const shown = (index + 1) / (faces.length + 1.4);
      this.#play(
        face,
        [{ opacity: 1 }, { opacity: 1, offset: shown }, { opacity: 0, offset: shown }, { opacity: 0 }],
        delay,
        duration,
      );
    });
    // The face shown first is on top.
    body.append(...faces.reverse());
    this.onFinish(() => faces.forEach((face) => face.remove()));
  }

  /** Resolves at the end of the animation. */
  async finished() {
    const timeout = new Promise((resolve) => setTimeout(resolve, this.#end + 120));
    await Promise.race([Promise.allSettled(this.#running.map((animation) => animation.finished)), timeout]);
    this.finish();
  }

  /** Finishes the animation at once. */
  finish() {
    for (const animation of this.#running.splice(0)) animation.cancel();
    for (const callback of this.#onFinish.splice(0)) callback();
  }
}
