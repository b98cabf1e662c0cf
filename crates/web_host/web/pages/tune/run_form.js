// Form for a new run.

import { h } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { t } from "../../i18n.js";
import { startRun } from "./api.js";

let fieldCount = 0;

/**
 * Creates the form.
 * @param {import("./api.js").Overview} overview
 * @param {(name: string) => void} onstart receives the name of a run that was started
 */
export function runForm(overview, onstart) {
  const about = h("p", { class: "muted small" });
  const plan = h("select", { class: "input", onchange: fillIn }, ...overview.plans.map(({ name }) => h("option", { value: name }, name)));
  const method = h("select", { class: "input" }, ...overview.methods.map((name) => h("option", { value: name }, t(`tune.method.${name}`))));
  const seed = h("input", { class: "input", type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, required: true });
  const generations = h("input", { class: "input", type: "number", min: 0, max: overview.max_generations });
  const start = h("button", { class: "button primary" }, t("tune.start"));
  const error = h("p", { class: "error small", role: "alert" });

  /** Fills in the values of the chosen plan. */
  function fillIn() {
    const chosen = overview.plans.find(({ name }) => name === plan.value);
    if (!chosen) return;
    about.textContent = chosen.about;
    method.value = chosen.method;
    seed.value = String(chosen.seed);
    generations.value = String(chosen.generations ?? "");
    generations.placeholder = t("tune.byPlan");
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    error.textContent = "";
    start.disabled = true;
    try {
      const chosen = generations.value === "" ? {} : { generations: Number(generations.value) };
      onstart(await startRun({ plan: plan.value, method: method.value, seed: Number(seed.value), ...chosen }));
    } catch (failure) {
      error.textContent = errorMessage(failure, t("connection.failed"));
    } finally {
      start.disabled = false;
    }
  }

  /**
   * @param {string} label
   * @param {HTMLElement} input
   */
  const field = (label, input) => {
    input.id = `tune-field-${++fieldCount}`;
    return h("div", { class: "field" }, h("label", { for: input.id }, label), input);
  };

  fillIn();
  return h("form", { class: "panel tune-form", onsubmit: submit, "aria-label": t("tune.new") },
    h("h2", {}, t("tune.new")),
    field(t("tune.plan"), plan), about,
    field(t("tune.method"), method),
    h("div", { class: "tune-pair" }, field(t("tune.seed"), seed), field(t("tune.generations"), generations)),
    start, error);
}
