// The <defs> of a board: gradients, patterns and pieces, each defined once under an id that is unique on the page.

import { s } from "../dom.js";

let instances = 0;

/** @typedef {[number, string, number?]} Stop offset, colour or `board-` class, opacity */

export class SvgDefs {
  element = s("defs");
  #prefix = `board${++instances}-`;
  /** @type {Set<string>} */
  #defined = new Set();

  /** @param {string} name */
  id(name) {
    return this.#prefix + name;
  }

  /**
   * Adds a definition unless the name is already defined.
   * @param {string} name @param {() => SVGElement} create @returns {string} its id
   */
  define(name, create) {
    const id = this.id(name);
    if (!this.#defined.has(name)) {
      this.#defined.add(name);
      const definition = create();
      definition.id = id;
      this.element.append(definition);
    }
    return id;
  }

  /**
   * Defines a linear gradient, in fractions of the bounding box, and returns its paint value.
   * @param {string} name @param {[number, number, number, number]} line @param {Stop[]} stops
   */
  linear(name, [x1, y1, x2, y2], stops) {
    return `url(#${this.define(name, () => s("linearGradient", { x1, y1, x2, y2 }, ...stops.map(gradientStop)))})`;
  }

  /**
   * Defines a radial gradient, in fractions of the bounding box, and returns its paint value.
   * @param {string} name @param {[number, number, number]} circle @param {Stop[]} stops
   */
  radial(name, [cx, cy, r], stops) {
    return `url(#${this.define(name, () => s("radialGradient", { cx, cy, r }, ...stops.map(gradientStop)))})`;
  }

  /**
   * Creates a <use> of a definition.
   * @param {string} name @param {Record<string, any>} [attributes]
   */
  use(name, attributes = {}) {
    return s("use", { href: `#${this.id(name)}`, ...attributes });
  }

  /** Removes all definitions. */
  clear() {
    this.#defined.clear();
    this.element.replaceChildren();
  }
}

/** @param {Stop} stop */
function gradientStop([offset, colour, opacity]) {
  const paint = /^[#a-z]/.test(colour) && !colour.startsWith("board-") ? { "stop-color": colour } : { class: colour };
  return s("stop", { offset, "stop-opacity": opacity, ...paint });
}
