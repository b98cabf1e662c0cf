// The page of tuning runs: everyone watches, the operator of the server starts, stops and resumes them.

import { h } from "../dom.js";
import { addMessages, t } from "../i18n.js";
import { tune as messages } from "../messages/en.tune.js";
import { setTitle } from "../router.js";
import { loadErrorPage } from "./not_found.js";
import { fetchOverview, takeOperatorKey, watchRuns } from "./tune/api.js";
import { runForm } from "./tune/run_form.js";
import { runList } from "./tune/run_list.js";
import { runView } from "./tune/run_view.js";

addMessages(messages);

/**
 * Opens the page.
 * @param {HTMLElement} host
 * @returns {Promise<() => void>} closes the page
 */
export async function tunePage(host) {
  takeOperatorKey();
  const overview = await fetchOverview().catch(() => null);
  if (!overview) return loadErrorPage(host);
  const view = runView(overview.operator);
  const list = runList((name) => show(name));
  let { runs } = overview;
  let shown = new URLSearchParams(location.search).get("run");
  if (!runs.some(({ name }) => name === shown)) shown = runs[0]?.name ?? null;

  setTitle(t("tune.title"));
  host.append(h("h1", {}, t("tune.title")), h("p", { class: "lead" }, t("tune.lead")),
    h("div", { class: "tune" },
      overview.operator ? runForm(overview, (name) => show(name)) : h("p", { class: "panel small tune-form" }, t("tune.watching")),
      view.element, list.element));
  update();

  /** Draws the list and the run on display. */
  function update() {
    list.update(runs, shown);
    const run = runs.find(({ name }) => name === shown);
    if (run) view.show(run);
  }

  /** @param {string} name */
  function show(name) {
    shown = name;
    history.replaceState(history.state, "", `${location.pathname}?run=${encodeURIComponent(name)}`);
    update();
  }

  const unwatch = watchRuns((run) => {
    if (!run) return;
    runs = runs.some(({ name }) => name === run.name) ? runs.map((each) => (each.name === run.name ? run : each)) : [run, ...runs];
    shown ??= run.name;
    update();
  });

  return () => {
    unwatch();
    view.close();
  };
}
