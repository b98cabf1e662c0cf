// The field for the time control.

import { describeTimeControl } from "../../clock.js";
import { h } from "../../dom.js";
import { t } from "../../i18n.js";

const PRESETS = ["none", "3m+2s", "5m+3s", "10m+5s", "30m", "8s/move"];

/** Creates the field. */
export function timeControlField() {
  const custom = h("input", { class: "input", hidden: true, placeholder: "15m+10s", "aria-label": t("new.clock.label"), autocomplete: "off" });
  /**
   * @param {string} value
   * @param {string} label
   */
  const choice = (value, label) => h("label", {}, h("input", { type: "radio", name: "clock", value, checked: value === "none" }), h("span", {}, label));
  const choices = h("div", { class: "choices" }, ...PRESETS.map((clock) => choice(clock, describeTimeControl(clock))), choice("", t("new.clock.other")));
  const chosen = () => choices.querySelector("input:checked")?.getAttribute("value") ?? "none";
  choices.addEventListener("change", () => {
    custom.hidden = chosen() !== "";
    if (!custom.hidden) custom.focus();
  });
  return { element: h("div", { class: "field" }, choices, custom), value: () => chosen() || custom.value.trim().replaceAll(" ", "") };
}
