// How long a game may take.

import { describeTimeControl } from "../../clock.js";
import { h } from "../../dom.js";
import { t } from "../../i18n.js";

const CLOCKS = ["none", "3m+2s", "5m+3s", "10m+5s", "30m", "8s/move"];

export function clockChoice() {
  const own = h("input", { class: "input", hidden: true, placeholder: "15m+10s", "aria-label": t("new.clock.label"), autocomplete: "off" });
  /**
   * @param {string} value
   * @param {string} words
   */
  const choice = (value, words) => h("label", {}, h("input", { type: "radio", name: "clock", value, checked: value === "none" }), h("span", {}, words));
  const choices = h("div", { class: "choices" }, ...CLOCKS.map((clock) => choice(clock, describeTimeControl(clock))), choice("", t("new.clock.own")));
  const chosen = () => choices.querySelector("input:checked")?.getAttribute("value") ?? "none";
  choices.addEventListener("change", () => {
    own.hidden = chosen() !== "";
    if (!own.hidden) own.focus();
  });
  return { element: h("div", { class: "field" }, choices, own), value: () => chosen() || own.value.trim().replaceAll(" ", "") };
}
