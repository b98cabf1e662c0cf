// Engine analysis: a hint on request, and an evaluation that follows the board.

import { h, s } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { socket } from "../../socket.js";
import { capitalize, t } from "../../i18n.js";

/** @typedef {import("./model.js").TableModel} TableModel */
/** @typedef {import("../../wire.js").AnalysisMessage} AnalysisMessage */

/** Search time of a hint, in milliseconds. */
const HINT_TIME = 1500;
/** Search time of each point of the graph, in milliseconds. */
const GRAPH_TIME = 500;
const WIDTH = 260;
const HEIGHT = 56;
/** Height of a forced win in the graph, above every estimate. */
const DECIDED = 1e5;

/**
 * Text of an evaluation in the unit of the game, as the server words it, with a typographic minus sign.
 * @param {import("../../wire.js").Evaluation} evaluation
 */
export const formatEvaluation = (evaluation) => evaluation.text.replace(/^-/, "−");

/**
 * Value of an analysis for the graph, for the first seat; `null` if it has none.
 * @param {Pick<AnalysisMessage, "evaluation" | "seat" | "ending">} analysis
 */
export function graphScore({ evaluation, seat, ending }) {
  if (ending) return DECIDED * Math.sign(ending.places[1] - ending.places[0]);
  if (!evaluation || !seat) return null;
  return seat === 1 ? graphValue(evaluation) : -graphValue(evaluation);
}

/**
 * An evaluation as a number for the graph.
 * @param {import("../../wire.js").Evaluation} evaluation
 */
function graphValue(evaluation) {
  if ("win" in evaluation) return DECIDED;
  if ("loss" in evaluation) return -DECIDED;
  return evaluation.unit === "share" ? evaluation.value - 0.5 : evaluation.value;
}

/**
 * SVG path of the known evaluations; up is good for the first seat.
 * @param {Map<number, number>} scores by ply
 * @param {number} plies
 */
export function graphPath(scores, plies) {
  const known = [...scores].filter(([ply]) => ply <= plies).sort(([one], [other]) => one - other);
  const most = Math.max(0.5, ...known.map(([, score]) => Math.abs(score)).filter((score) => score < DECIDED)) * 1.1;
  const height = (/** @type {number} */ score) => Math.max(-1, Math.min(1, score / most)) * (HEIGHT / 2 - 4);
  return known.map(([ply, score], index) =>
    `${index === 0 ? "M" : "L"}${((ply / Math.max(plies, 1)) * WIDTH).toFixed(1)} ${(HEIGHT / 2 - height(score)).toFixed(1)}`).join("");
}

/**
 * Creates the analysis panel.
 * @param {TableModel} model
 * @param {(trail: number[]) => void} showHint highlights a move on the board
 * @param {(message: string) => void} notify
 * @returns {import("./model.js").Panel & {hint: () => void, toggle: () => boolean, remove: () => void}}
 */
export function analysisPanel(model, showHint, notify) {
  const score = h("b", { class: "score" });
  const depth = h("span", { class: "muted small" });
  const line = h("p", { class: "small line" });
  const path = s("path", { class: "curve" });
  const here = s("circle", { class: "current", r: 3.5 });
  const graph = s("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": t("analysis.graph") },
    s("path", { class: "axis", d: `M0 ${HEIGHT / 2}H${WIDTH}` }), path, here);
  const element = h("section", { class: "analysis", hidden: true, "aria-label": t("analysis.label") }, h("p", { class: "row" }, score, depth), line, graph);
  /** @type {Map<number, number>} */
  const scores = new Map();
  /** @type {{ply: number, abort: () => void} | null} */
  let running = null;
  let isOn = false;

  /** @param {AnalysisMessage} analysis */
  const storeScore = (analysis) => {
    const value = graphScore(analysis);
    if (value !== null) scores.set(analysis.ply, value);
  };
  const draw = () => {
    const plies = model.table.ply;
    path.setAttribute("d", graphPath(scores, plies));
    const now = graphPath(new Map([...scores].filter(([ply]) => ply <= plies)), plies).match(/[\d.]+ [\d.]+/g) ?? [];
    const index = [...scores.keys()].sort((one, other) => one - other).indexOf(model.ply);
    const [x, y] = (now[index] ?? "").split(" ");
    here.setAttribute("cx", x || "-9");
    here.setAttribute("cy", y || "-9");
    graph.toggleAttribute("hidden", model.table.seats.length !== 2);
  };
  /** @param {AnalysisMessage} analysis */
  const show = (analysis) => {
    storeScore(analysis);
    if (analysis.ply !== model.ply) return;
    if (analysis.evaluation) {
      const seat = capitalize(model.seat(analysis.seat)?.title ?? "");
      score.textContent = t("analysis.score", { seat, evaluation: formatEvaluation(analysis.evaluation) });
      depth.textContent = t("analysis.depth", { depth: analysis.depth });
      line.replaceChildren(h("bdi", {}, analysis.line.join(" ")));
    } else {
      score.textContent = model.resultText?.headline ?? "";
      line.textContent = model.resultText?.reason ?? "";
    }
    draw();
  };
  const stop = () => {
    running?.abort();
    running = null;
  };
  /** Completes the graph backwards with a short search of each earlier position. */
  const fillGraph = () => {
    const current = running;
    let ply = model.table.ply;
    while (ply >= 0 && (scores.has(ply) || (ply < model.table.ply && model.turnAt(ply) === null))) ply -= 1;
    if (!isOn || !current || ply < 0 || model.table.seats.length !== 2) return;
    const { response, abort } = socket.requestStream({ kind: "analyse", table: model.id, ply }, storeScore);
    const timer = setTimeout(abort, GRAPH_TIME);
    current.abort = abort;
    response.then(
      () => {
        draw();
        // A position without a score is not searched again.
        if (running === current && scores.has(ply)) fillGraph();
      },
      () => {},
    ).finally(() => clearTimeout(timer));
  };
  const analyse = () => {
    if (!isOn || running?.ply === model.ply) return;
    stop();
    score.textContent = depth.textContent = line.textContent = "\u00a0";
    const ply = model.ply;
    const { response, abort } = socket.requestStream({ kind: "analyse", table: model.id, ply }, show);
    running = { ply, abort };
    const started = running;
    response.then(
      () => running === started && fillGraph(),
      (error) => (line.textContent = errorMessage(error, t("connection.failed"))),
    );
  };

  const hint = () => {
    const ply = model.ply;
    notify(t("analysis.thinking"));
    /** @type {AnalysisMessage | null} */
    let best = null;
    const { response, abort } = socket.requestStream({ kind: "analyse", table: model.id, ply }, (analysis) => {
      storeScore(analysis);
      best = analysis;
    });
    const timer = setTimeout(abort, HINT_TIME);
    response.then(
      () => {
        if (!best || model.ply !== ply) return;
        if (best.best === null) return notify(model.resultText?.headline ?? "");
        showHint(best.trail);
        notify(t("analysis.best", { move: best.best }));
      },
      (error) => notify(errorMessage(error, t("connection.failed"))),
    ).finally(() => clearTimeout(timer));
  };

  return {
    element, hint,
    toggle() {
      isOn = !isOn;
      element.hidden = !isOn;
      if (isOn) analyse();
      else stop();
      return isOn;
    },
    update() {
      if (!isOn) return;
      for (const ply of scores.keys()) if (ply > model.table.ply) scores.delete(ply);
      analyse();
      draw();
    },
    remove: stop,
  };
}
