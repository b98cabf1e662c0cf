// What an engine thinks: a hint when asked, and an evaluation that follows the board.

import { h, s } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { socket } from "../../socket.js";
import { capitalize, t } from "../../i18n.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../../wire.js").Advice} Advice */

const HINT_TIME = 1500;
const GLANCE = 500;
const WIDTH = 260;
const HEIGHT = 56;
/** Beyond this a game is won or lost. */
const SURE = 1e5;

/** @param {number} score */
const signed = (score) => {
  if (Math.abs(score) >= SURE) return t(score > 0 ? "advice.wins" : "advice.loses");
  return `${score > 0 ? "+" : score < 0 ? "−" : ""}${Math.abs(score).toFixed(Math.abs(score) < 10 ? 2 : 1)}`;
};

/**
 * The curve of the evaluations that are known, up for the first seat.
 * @param {Map<number, number>} scores by ply
 * @param {number} plies
 */
export function curve(scores, plies) {
  const known = [...scores].filter(([ply]) => ply <= plies).sort(([one], [other]) => one - other);
  const most = Math.max(0.5, ...known.map(([, score]) => Math.abs(score)).filter((score) => score < SURE)) * 1.1;
  const height = (/** @type {number} */ score) => Math.max(-1, Math.min(1, score / most)) * (HEIGHT / 2 - 4);
  return known.map(([ply, score], index) =>
    `${index === 0 ? "M" : "L"}${((ply / Math.max(plies, 1)) * WIDTH).toFixed(1)} ${(HEIGHT / 2 - height(score)).toFixed(1)}`).join("");
}

/**
 * @param {Scene} scene
 * @param {(trail: number[]) => void} point shows a way on the board
 * @param {(sentence: string) => void} murmur
 * @returns {import("./scene.js").Part & {hint: () => void, toggle: () => boolean, remove: () => void}}
 */
export function advicePanel(scene, point, murmur) {
  const score = h("b", { class: "score" });
  const depth = h("span", { class: "muted small" });
  const line = h("p", { class: "small line" });
  const path = s("path", { class: "curve" });
  const here = s("circle", { class: "current", r: 3.5 });
  const graph = s("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": t("advice.graph") },
    s("path", { class: "axis", d: `M0 ${HEIGHT / 2}H${WIDTH}` }), path, here);
  const element = h("section", { class: "advice", hidden: true, "aria-label": t("advice.label") }, h("p", { class: "row" }, score, depth), line, graph);
  /** @type {Map<number, number>} */
  const scores = new Map();
  /** @type {{ply: number, end: () => void} | null} */
  let thinking = null;
  let on = false;

  /** @param {Advice} advice */
  const remember = (advice) => {
    const turn = scene.turnAt(advice.ply);
    if (turn) scores.set(advice.ply, turn === 1 ? advice.score : -advice.score);
  };
  const draw = () => {
    const plies = scene.table.ply;
    path.setAttribute("d", curve(scores, plies));
    const now = curve(new Map([...scores].filter(([ply]) => ply <= plies)), plies).match(/[\d.]+ [\d.]+/g) ?? [];
    const index = [...scores.keys()].sort((one, other) => one - other).indexOf(scene.ply);
    const [x, y] = (now[index] ?? "").split(" ");
    here.setAttribute("cx", x || "-9");
    here.setAttribute("cy", y || "-9");
    graph.toggleAttribute("hidden", scene.table.seats.length !== 2);
  };
  /** @param {Advice} advice */
  const show = (advice) => {
    remember(advice);
    if (advice.ply !== scene.ply) return;
    const seat = scene.seat(scene.turnAt(advice.ply));
    score.textContent = `${capitalize(seat?.title ?? "")} ${signed(advice.score)}`;
    depth.textContent = t("advice.depth", { depth: advice.depth });
    line.replaceChildren(h("bdi", {}, advice.line.join(" ")));
    draw();
  };
  const rest = () => {
    thinking?.end();
    thinking = null;
  };
  /** When the present is thought through, the curve is completed backwards, with a glance at each move. */
  const lookBack = () => {
    const present = thinking;
    let ply = scene.table.ply;
    while (ply >= 0 && (scores.has(ply) || scene.turnAt(ply) === null)) ply -= 1;
    if (!on || !present || ply < 0 || scene.table.seats.length !== 2) return;
    const { answer, end } = socket.requestStream({ kind: "advise", table: scene.id, ply }, remember);
    const stop = setTimeout(end, GLANCE);
    present.end = end;
    answer.then(
      () => {
        draw();
        // What brought no score at all is not asked for again.
        if (thinking === present && scores.has(ply)) lookBack();
      },
      () => {},
    ).finally(() => clearTimeout(stop));
  };
  const think = () => {
    if (!on || thinking?.ply === scene.ply) return;
    rest();
    score.textContent = depth.textContent = line.textContent = "\u00a0";
    const ply = scene.ply;
    if (scene.table.ending && ply === scene.table.ply) return draw();
    const { answer, end } = socket.requestStream({ kind: "advise", table: scene.id, ply }, show);
    thinking = { ply, end };
    const mine = thinking;
    answer.then(
      () => thinking === mine && lookBack(),
      (fault) => (line.textContent = errorMessage(fault, t("connection.failed"))),
    );
  };

  const hint = () => {
    const ply = scene.ply;
    murmur(t("advice.thinking"));
    /** @type {Advice | null} */
    let best = null;
    const { answer, end } = socket.requestStream({ kind: "advise", table: scene.id, ply }, (advice) => {
      remember(advice);
      best = advice;
    });
    const stop = setTimeout(end, HINT_TIME);
    answer.then(
      () => {
        if (!best || scene.ply !== ply) return;
        point(best.trail);
        murmur(t("advice.best", { move: best.best }));
      },
      (fault) => murmur(errorMessage(fault, t("connection.failed"))),
    ).finally(() => clearTimeout(stop));
  };

  return {
    element, hint,
    toggle() {
      on = !on;
      element.hidden = !on;
      if (on) think();
      else rest();
      return on;
    },
    update() {
      if (!on) return;
      for (const ply of scores.keys()) if (ply > scene.table.ply) scores.delete(ply);
      think();
      draw();
    },
    remove: rest,
  };
}
