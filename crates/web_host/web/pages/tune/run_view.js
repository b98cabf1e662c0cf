// One run: progress, buttons, best values and plots.

import { h } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { t } from "../../i18n.js";
import { announceLatest } from "../announce_latest.js";
import { fetchDetails, fileUrl, resumeRun, stopRun } from "./api.js";
import { progressText, stateText } from "./progress_text.js";

/** Shortest time between two requests for details, in milliseconds. */
const DETAILS_INTERVAL = 500;

/**
 * Creates the view of a run.
 * @param {boolean} isOperator
 */
export function runView(isOperator) {
  /** @type {import("./api.js").RunSummary | null} */
  let shown = null;
  /** State for which the details were fetched last. */
  let fetched = "";
  let timer = 0;
  let isFetching = false;

  const title = h("h2", {});
  const state = h("span", { class: "tune-state" });
  const bar = h("progress", { max: 1, "aria-label": t("tune.progress") });
  const progress = h("p", { class: "muted" });
  const stop = h("button", { type: "button", class: "button", onclick: () => act(stopRun) }, t("tune.stop"));
  const resume = h("button", { type: "button", class: "button primary", onclick: () => act(resumeRun) }, t("tune.resume"));
  const report = h("a", { class: "button" }, t("tune.report"));
  const weights = h("a", { class: "button", download: true }, t("tune.weights"));
  const error = h("p", { class: "error small", role: "alert" });
  const details = h("div", { class: "tune-details" });
  const element = h("section", { class: "panel tune-run", hidden: true },
    h("div", { class: "row" }, title, state), bar, progress,
    h("div", { class: "row" }, stop, resume, report, weights), error, details);

  /** @param {(name: string) => Promise<string>} action */
  async function act(action) {
    if (!shown) return;
    error.textContent = "";
    try {
      await action(shown.name);
    } catch (failure) {
      error.textContent = errorMessage(failure, t("connection.failed"));
    }
  }

  /** Fetches the details when there is something new, one request at a time. */
  async function refresh() {
    timer = 0;
    const run = shown;
    const wanted = run ? `${run.name} ${run.state} ${run.complete_generations}` : "";
    if (!run || isFetching || wanted === fetched) return;
    isFetching = true;
    fetched = wanted;
    try {
      const found = await fetchDetails(run.name);
      if (shown?.name === run.name) details.replaceChildren(...drawDetails(found));
    } catch {
      // The next change of the run tries again.
    }
    isFetching = false;
    timer ||= window.setTimeout(refresh, DETAILS_INTERVAL);
  }

  return {
    element,
    /**
     * Shows a run, or its progress.
     * @param {import("./api.js").RunSummary} run
     */
    show(run) {
      if (shown?.name === run.name && shown.state !== run.state) announceLatest(`${run.name}: ${stateText(run)}`);
      if (shown?.name !== run.name) {
        details.replaceChildren();
        fetched = "";
        error.textContent = "";
      }
      shown = run;
      element.hidden = false;
      title.textContent = run.name;
      state.textContent = stateText(run);
      state.dataset.state = run.state;
      bar.value = run.state === "complete" ? 1 : Math.min(1, run.games / Math.max(1, run.expected_games));
      progress.textContent = progressText(run);
      if (run.error) error.textContent = run.error;
      stop.hidden = !isOperator || run.state !== "running";
      resume.hidden = !isOperator || run.state === "running" || run.state === "complete";
      report.hidden = weights.hidden = !run.has_report;
      report.href = fileUrl(run.name, "report.html");
      weights.href = fileUrl(run.name, "champion.conf");
      if (!timer) void refresh();
    },
    /** Ends all requests. */
    close() {
      shown = null;
      window.clearTimeout(timer);
    },
  };
}

/** @param {import("./api.js").RunDetails} details */
function drawDetails({ generations, parameters, confirmations, plots }) {
  // Plots of nothing have no points.
  if (!generations.length) return [];
  const spreads = h("div", { class: "tune-spreads" }, ...plots.spreads.map((svg, index) =>
    h("figure", {}, h("figcaption", {}, parameters[index].name), picture(svg))));
  const sections = [
    section(t("tune.best"), bestTable(parameters), ...confirmations.map(({ opponent, text }) =>
      h("p", { class: "small" }, t("tune.against", { opponent, text })))),
    section(t("tune.points"), picture(plots.points)),
    section(t("tune.spread"), note(t("tune.spread.about")), spreads),
  ];
  if (plots.matrix) sections.push(section(t("tune.matrix"), note(t("tune.matrix.about")), scrollable(t("tune.matrix"), plots.matrix)));
  if (plots.family_tree) sections.push(section(t("tune.tree"), note(t("tune.tree.about")), scrollable(t("tune.tree"), plots.family_tree)));
  return sections;
}

/** @param {import("./api.js").Parameter[]} parameters */
function bestTable(parameters) {
  const columns = ["parameter", "value", "initial", "min", "max"];
  return h("div", { class: "tune-wide" }, h("table", {},
    h("thead", {}, h("tr", {}, ...columns.map((name) => h("th", { scope: "col" }, t(`tune.column.${name}`))))),
    h("tbody", {}, ...parameters.map(({ name, min, max, start, best }) =>
      h("tr", {}, h("th", { scope: "row" }, name), ...[best ?? "", start, min, max].map((value) => h("td", {}, value)))))));
}

/**
 * @param {string} heading
 * @param {...(Node | string)} content
 */
const section = (heading, ...content) => h("section", {}, h("h3", {}, heading), ...content);

/** @param {string} text */
const note = (text) => h("p", { class: "muted small" }, text);

/**
 * A picture that scrolls where it is wider than the page.
 * @param {string} label
 * @param {string} svg
 */
const scrollable = (label, svg) => h("div", { class: "tune-wide", role: "region", "aria-label": label, tabindex: 0 }, picture(svg));

/**
 * A plot drawn by the server.
 * @param {string} svg
 */
function picture(svg) {
  const drawn = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  return drawn ? document.importNode(drawn, true) : "";
}
