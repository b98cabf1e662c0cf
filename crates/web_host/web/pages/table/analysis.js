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
 * Text of an evaluation in the unit of the game.
 * @param {import("../../wire.js").Evaluation} evaluation
 */
export function formatEvaluation(evaluation) {
  if ("win" in evaluation) return t("analysis.win", { moves: Math.ceil(evaluation.win / 2) });
  if ("loss" in evaluation) return t("analysis.loss", { moves: Math.ceil(evaluation.loss / 2) });
  const { value, unit } = evaluation;
  const digits = unit === "discs" || unit === "moves" ? 0 : 2;
  const size = Math.abs(value).toFixed(digits);
  const sign = Number(size) === 0 ? "" : value > 0 ? "+" : "−";
  return t(`analysis.${unit}`, { value: unit === "share" ? Math.round(value * 100) : sign + size });
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
    const turn = model.turnAt(analysis.ply);
    const value = graphValue(analysis.evaluation);
    if (turn) scores.set(analysis.ply, turn === 1 ? value : -value);
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
    const seat = model.seat(model.turnAt(analysis.ply));
    score.textContent = `${capitalize(seat?.title ?? "")} ${formatEvaluation(analysis.evaluation)}`;
    depth.textContent = t("analysis.depth", { depth: analysis.depth });
    line.replaceChildren(h("bdi", {}, analysis.line.join(" ")));
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
    while (ply >= 0 && (scores.has(ply) || model.turnAt(ply) === null)) ply -= 1;
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
    if (model.table.ending && ply === model.table.ply) return draw();
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
