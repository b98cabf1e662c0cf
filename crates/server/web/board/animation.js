// How things move. Every element already stands where it belongs; an animation shows how it came there, so ending one
// early loses nothing.

import { short } from "./geometry.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {{from: Point, to: Point, step: number}} Leg */

/** What all of it may take at most, and what one step takes, in milliseconds. */
const [LONGEST, STEP] = [900, 190];
const GLIDE = "cubic-bezier(.35, .05, .25, 1)";

/** Whether motion is unwanted or would not be seen. */
export function calm() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {Point} point */
export function at([x, y]) {
  return `translate(${short(x)}px, ${short(y)}px)`;
}

export class Motion {
  /** @type {Animation[]} */
  #running = [];
  /** @type {(() => void)[]} */
  #afterwards = [];
  #step;
  /** When the last animation is over. */
  #end = 0;
  /** When the last step is over. */
  #arrived;

  /** @param {number} steps how many steps the pieces take, one after the other */
  constructor(steps = 1) {
    this.#step = Math.min(STEP, (LONGEST - 260) / Math.max(steps, 1));
    this.#arrived = steps * this.#step;
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

  /** @param {() => void} work */
  afterwards(work) {
    this.#afterwards.push(work);
  }

  /**
   * Travels from leg to leg; between them it waits. The body rises in the middle of each.
   * @param {Element} element @param {Element} body @param {Leg[]} legs
   */
  travel(element, body, legs) {
    const end = Math.max(...legs.map((leg) => leg.step)) + 1;
    /** @type {Keyframe[]} */
    const places = [];
    /** @type {Keyframe[]} */
    const heights = [];
    for (const { from, to, step } of legs) {
      places.push(
        { offset: step / end, transform: at(from), easing: GLIDE },
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

  /** @param {Element} element @param {Point} from @param {Point} to */
  slide(element, from, to) {
    if (Math.hypot(to[0] - from[0], to[1] - from[1]) < 0.001) return;
    this.#play(element, [{ transform: at(from) }, { transform: at(to) }], 0, Math.max(160, this.#arrived), GLIDE);
  }

  /**
   * Turns a disc over, around an axis across the way from where the turning began.
   * @param {Element} body @param {Element} was the side that was up @param {Element} is the side that comes up
   * @param {Point} away from where it begins
   */
  flip(body, was, is, away) {
    const [distance, angle] = [Math.hypot(...away), (Math.atan2(away[1], away[0]) * 180) / Math.PI];
    const delay = this.#arrived + Math.min(60 * Math.max(distance - 1, 0), 360);
    /** @param {number} share @param {number} rise */
    const turn = (share, rise) => `scale(${rise}) rotate(${angle}deg) scaleX(${share}) rotate(${-angle}deg)`;
    const frames = [
      { transform: turn(1, 1), easing: "ease-in" },
      { transform: turn(0.04, 1.14), easing: "ease-out" },
      { transform: turn(1, 1) },
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
    this.afterwards(() => was.remove());
  }

  /**
   * What is written grows from the top, as the pen goes.
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

  /** @param {Element} body */
  appear(body) {
    const frames = [
      { transform: "scale(.55)", opacity: 0, easing: "cubic-bezier(.2, .8, .3, 1)" },
      { transform: "scale(1.07)", opacity: 1, offset: 0.6, easing: "ease-in-out" },
      { transform: "scale(1)", opacity: 1 },
    ];
    this.#play(body, frames, this.#arrived > STEP ? this.#arrived : 0, 200);
  }

  /** @param {Element} element @param {Element} body @param {number} step */
  vanish(element, body, step) {
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
    this.afterwards(() => element.remove());
  }

  /**
   * A die rolls in and shows other numbers on its way.
   * @param {Element} body @param {Element[]} faces @param {number} order
   */
  tumble(body, faces, order) {
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
    faces.forEach((face, turn) => {
      body.append(face);
      const shown = (turn + 1) / (faces.length + 1.4);
      this.#play(
        face,
        [{ opacity: 1 }, { opacity: 1, offset: shown }, { opacity: 0, offset: shown }, { opacity: 0 }],
        delay,
        duration,
      );
    });
    // The one shown first lies uppermost.
    body.append(...faces.reverse());
    this.afterwards(() => faces.forEach((face) => face.remove()));
  }

  /** Resolves when everything has come to rest. */
  async rest() {
    const late = new Promise((resolve) => setTimeout(resolve, this.#end + 120));
    await Promise.race([Promise.allSettled(this.#running.map((animation) => animation.finished)), late]);
    this.finish();
  }

  /** Ends everything at once. */
  finish() {
    for (const animation of this.#running.splice(0)) animation.cancel();
    for (const work of this.#afterwards.splice(0)) work();
  }
}
