// Where a board keeps the gradients and figures it draws with: each is made once and has an id of its own on the page.

import { s } from "../dom.js";

let boards = 0;

/** @typedef {[number, string, number?]} Stop offset, colour (or the name of a class), how opaque */

export class SvgDefs {
  #prefix = `board${++boards}-`;
  /** @type {Set<string>} */
  #made = new Set();
  defs = s("defs");

  /** @param {string} name */
  id(name) {
    return this.#prefix + name;
  }

  /**
   * Puts something into the cabinet unless it is there.
   * @param {string} name @param {() => SVGElement} make @returns {string} its id
   */
  keep(name, make) {
    const id = this.id(name);
    if (!this.#made.has(name)) {
      this.#made.add(name);
      const thing = make();
      thing.id = id;
      this.defs.append(thing);
    }
    return id;
  }

  /**
   * A gradient along a line, in shares of what is painted.
   * @param {string} name @param {[number, number, number, number]} line @param {Stop[]} stops
   */
  linear(name, [x1, y1, x2, y2], stops) {
    return `url(#${this.keep(name, () => s("linearGradient", { x1, y1, x2, y2 }, ...stops.map(stop)))})`;
  }

  /**
   * A gradient around a point, in shares of what is painted.
   * @param {string} name @param {[number, number, number]} circle @param {Stop[]} stops
   */
  radial(name, [cx, cy, r], stops) {
    return `url(#${this.keep(name, () => s("radialGradient", { cx, cy, r }, ...stops.map(stop)))})`;
  }

  /**
   * Shows a thing of the cabinet.
   * @param {string} name @param {Record<string, any>} [attributes]
   */
  use(name, attributes = {}) {
    return s("use", { href: `#${this.id(name)}`, ...attributes });
  }

  /** Forgets everything. */
  clear() {
    this.#made.clear();
    this.defs.replaceChildren();
  }
}

/** @param {Stop} stop */
function stop([offset, colour, opacity]) {
  const paint = /^[#a-z]/.test(colour) && !colour.startsWith("board-") ? { "stop-color": colour } : { class: colour };
  return s("stop", { offset, "stop-opacity": opacity, ...paint });
}
