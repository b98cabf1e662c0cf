// List of all runs.

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { stateText } from "./progress_text.js";

/**
 * Creates the list.
 * @param {(name: string) => void} onchoose receives the name of a run to show
 */
export function runList(onchoose) {
  const list = h("ul", { class: "tune-list" });
  const empty = h("p", { class: "muted small" }, t("tune.none"));
  /** @type {Map<string, {button: HTMLButtonElement, state: HTMLElement}>} */
  const rows = new Map();

  /** @param {import("./api.js").RunSummary} run */
  function createRow(run) {
    const state = h("span", { class: "muted small" });
    const about = h("span", { class: "muted small" }, t("tune.about", { method: t(`tune.method.${run.method}`), seed: run.seed }));
    const button = h("button", { type: "button", class: "tune-row", onclick: () => onchoose(run.name) }, h("b", {}, run.name), about, state);
    return { button, state };
  }

  return {
    element: h("section", { class: "panel tune-runs" }, h("h2", {}, t("tune.runs")), empty, list),
    /**
     * Draws the list anew only where it has changed, so that the focus stays.
     * @param {import("./api.js").RunSummary[]} runs
     * @param {string | null} shown name of the run on display
     */
    update(runs, shown) {
      empty.hidden = runs.length > 0;
      for (const run of runs) {
        const row = rows.get(run.name) ?? createRow(run);
        rows.set(run.name, row);
        row.state.textContent = stateText(run);
        row.button.setAttribute("aria-pressed", String(run.name === shown));
      }
      const buttons = runs.map(({ name }) => rows.get(name)?.button);
      if (list.children.length !== runs.length || [...list.children].some((item, index) => item.firstChild !== buttons[index])) {
        list.replaceChildren(...buttons.map((button) => h("li", {}, button)));
      }
    },
  };
}
