// The three LEDs of each device.

import { h, s } from "../dom.js";
import { t } from "../i18n.js";
import { lineName } from "./model.js";

/** @typedef {import("./model.js").LineModel} LineModel */

const RAYS = Array.from({ length: 8 }, (_, ray) => {
  const [x, y] = [Math.cos((ray * Math.PI) / 4), Math.sin((ray * Math.PI) / 4)];
  return `M${(x * 15.5).toFixed(1)} ${(y * 15.5).toFixed(1)}L${(x * 19.5).toFixed(1)} ${(y * 19.5).toFixed(1)}`;
}).join("");

/** @param {number} number */
function led(number) {
  const state = h("span", { class: "visually-hidden" });
  const element = h("li", { class: "led", "data-led": number },
    s("svg", { viewBox: "-21 -21 42 42", "aria-hidden": "true" },
      s("circle", { class: "led-glow", r: 20 }),
      s("path", { class: "led-rays", d: RAYS }),
      s("circle", { class: "led-collar", r: 12.5 }),
      s("circle", { class: "led-dome", r: 10 }),
      s("ellipse", { class: "led-shine", cx: -3, cy: -4.2, rx: 3.6, ry: 2.3, transform: "rotate(-32 -3 -4.2)" })),
    h("span", { class: "led-label", "aria-hidden": "true" }, t(`line.led.${number}`)), state);
  return {
    element,
    /** @param {boolean} on */
    update(on) {
      element.classList.toggle("on", on);
      state.textContent = `${t(`line.led.name.${number}`)}: ${t(on ? "line.led.on" : "line.led.off")}`;
    },
  };
}

/**
 * LEDs of one device.
 * @param {string} label
 * @param {string} title
 */
function plate(label, title) {
  const leds = [1, 2, 3].map(led);
  return {
    element: h("section", { class: "led-plate", "aria-label": label },
      h("p", { class: "led-title", "aria-hidden": "true" }, title),
      h("ul", {}, ...leds.map((one) => one.element))),
    /** @param {import("../wire.js").LineStatus} line */
    update: (line) => leds.forEach((one, index) => one.update(line.leds[index])),
  };
}

/**
 * Creates the LEDs of all devices.
 * @param {LineModel} model
 * @returns {import("./model.js").Panel}
 */
export function ledPanel(model) {
  const element = h("div", { class: "led-plates" });
  /** @type {ReturnType<typeof plate>[]} */
  let plates = [];
  return {
    element,
    update() {
      const { lines } = model.view;
      if (plates.length !== lines.length) {
        const name = (/** @type {string} */ key, /** @type {number} */ line) => t(model.isRelay ? `${key}.relay` : key, { device: lineName(line) });
        plates = lines.map((_, line) => plate(name("line.leds", line), name("line.device", line)));
        element.replaceChildren(...plates.map((one) => one.element));
      }
      plates.forEach((one, line) => one.update(lines[line]));
    },
  };
}
