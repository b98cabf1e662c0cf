// Watch mode: replay the search of a solver.

import { h, s } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { t } from "../../i18n.js";
import { LARGEST_SEARCH, fetchSteps } from "./api.js";
import { choices, formatNumber, icon, iconButton, prefersReducedMotion, thumbnail } from "./widgets.js";
import { Playback } from "./playback.js";
import { Replay, speedAt } from "./replay.js";
import { describeSolverState, describeStep, stepHighlights } from "./step_text.js";

/** Number of recent solutions shown. */
const SHOWN = 4;
/** Highest speed at which moves are animated. */
const ANIMATION_SPEED = 5;

/**
 * Creates watch mode.
 * @param {import("../queens.js").Context} context
 * @returns {import("../queens.js").Mode}
 */
export function watchMode(context) {
  /** @type {Replay | null} */
  let replay = null;
  /** @type {import("./api.js").Solver} */
  let solver = "recursive";
  let isActive = false;
  let shownFound = -1;

  const playback = new Playback({ replay: () => replay, speed: () => speedAt(Number(speed.value)), show: () => show(true), stopped: () => { drawPlay(); show(false); } });
  const playButton = h("button", { type: "button", class: "button primary queens-play", onclick: toggle });
  const scrubber = h("input", { type: "range", min: 0, "aria-label": t("queens.watch.progress"), oninput: () => seek(Number(scrubber.value)) });
  const ticks = s("svg", { class: "queens-ticks", preserveAspectRatio: "none", "aria-hidden": "true" });
  const progress = h("p", { class: "muted small" });
  const foundCount = h("h2", {});
  const solverState = h("p", { class: "queens-state" });
  const speed = h("input", { type: "range", min: 0, max: 100, value: 30, oninput: drawSpeed, "aria-label": t("queens.watch.speed") });
  const speedLabel = h("span", { class: "muted small" });
  const found = h("div", { class: "queens-found" });
  const tools = h("div", { class: "queens-tools" },
    h("div", { class: "queens-transport" },
      iconButton("start", t("queens.watch.start"), () => seek(0)),
      iconButton("back", t("queens.watch.back"), () => step(-1)),
      playButton,
      iconButton("step", t("queens.watch.step"), () => step(1))),
    h("button", { type: "button", class: "button", onclick: jumpToNext }, t("queens.watch.next")),
    h("label", { class: "queens-speed" }, h("span", {}, t("queens.watch.speed")), speedLabel, speed),
    h("div", { class: "queens-progress" }, progress, scrubber, ticks),
    h("div", {}, h("h2", {}, t("queens.watch.state")), solverState),
    h("div", {}, foundCount, found));
  const tooLargeNote = h("div", { class: "queens-too-large", hidden: true },
    h("button", { type: "button", class: "button primary", onclick: () => context.resize(LARGEST_SEARCH) }, t("queens.watch.smaller", { size: LARGEST_SEARCH })));
  const panel = h("div", { class: "queens-mode", hidden: true },
    choices(t("queens.watch.solver"), [["recursive", t("queens.solver.recursive")], ["iterative", t("queens.solver.iterative")]], solver,
      (chosen) => { solver = chosen; void load(); }),
    h("p", { class: "muted small" }, t("queens.watch.same")),
    tooLargeNote, tools);

  async function load() {
    const { size } = context;
    const at = replay?.size === size ? replay.at : 0;
    playback.pause();
    const isTooLarge = size > LARGEST_SEARCH;
    tooLargeNote.hidden = !isTooLarge;
    tools.hidden = isTooLarge;
    if (isTooLarge) {
      replay = null;
      context.board.show(size, []);
      context.setStatus(t("queens.watch.large", { size: LARGEST_SEARCH }));
      return;
    }
    try {
      const steps = await fetchSteps(size, solver);
      if (!isActive || size !== context.size) return;
      replay = new Replay(size, steps);
      replay.seek(at);
      scrubber.max = String(replay.total);
      ticks.setAttribute("viewBox", `0 0 ${replay.total} 1`);
      const width = replay.total / 400;
      ticks.replaceChildren(...replay.completions.map((x) => s("rect", { x: x - width / 2, width, height: 1 })));
      shownFound = -1;
      show(false);
    } catch (error) {
      context.setStatus(errorMessage(error, t("queens.unreachable")));
    }
  }

  /** @param {boolean} isRunning */
  function show(isRunning) {
    if (!replay || !isActive) return;
    const { count } = context.solutions;
    const isSlow = !isRunning || speedAt(Number(speed.value)) <= ANIMATION_SPEED;
    context.board.show(context.size, replay.queens, { ...stepHighlights(replay), animate: isSlow && !prefersReducedMotion() });
    const description = describeStep(replay, count);
    // During playback only solutions are announced, not each step.
    context.setStatus(description, { silent: isRunning && replay.currentStep.kind !== "complete" });
    scrubber.value = String(replay.at);
    scrubber.setAttribute("aria-valuetext", description);
    progress.textContent = t("queens.watch.at", { at: formatNumber(replay.at), all: formatNumber(replay.total) });
    foundCount.textContent = t("queens.watch.count", { found: formatNumber(replay.solutions), all: formatNumber(count) });
    solverState.textContent = describeSolverState(replay, solver);
    showFound(replay.solutions);
  }

  /** @param {number} solutions */
  function showFound(solutions) {
    if (solutions === shownFound) return;
    shownFound = solutions;
    const numbers = Array.from({ length: Math.min(solutions, SHOWN) }, (_, index) => solutions - index);
    found.replaceChildren(...numbers.map((number) => h("button", {
      type: "button", class: "queens-member", "aria-label": t("queens.watch.show", { number }), title: t("queens.watch.show", { number }),
      onclick: () => context.showSolution(number),
    }, thumbnail(context.solutions.columns(number)), h("span", {}, formatNumber(number)))));
    if (!solutions) found.append(h("p", { class: "muted small" }, t("queens.watch.none")));
  }

  function drawPlay() {
    const label = t(playback.isPlaying ? "queens.watch.pause" : "queens.watch.play");
    playButton.replaceChildren(icon(playback.isPlaying ? "pause" : "play"), label);
  }

  function drawSpeed() {
    const label = t("queens.watch.speed.steps", { count: speedAt(Number(speed.value)) });
    speedLabel.textContent = label;
    speed.setAttribute("aria-valuetext", label);
  }

  function toggle() {
    if (playback.isPlaying) playback.pause();
    else playback.play();
    drawPlay();
  }

  /** @param {number} by */
  function step(by) {
    if (replay) seek(replay.at + by);
  }

  /** @param {number} at */
  function seek(at) {
    playback.pause();
    replay?.seek(at);
    show(false);
  }

  function jumpToNext() {
    if (!replay || replay.isOver) return;
    if (prefersReducedMotion()) return seek(replay.nextCompletion);
    playback.fastForward(replay.nextCompletion);
    drawPlay();
  }

  drawPlay();
  drawSpeed();
  return {
    panel,
    enter() {
      isActive = true;
      context.board.setClickHandler(null);
      void load();
    },
    leave() {
      playback.pause();
      isActive = false;
    },
    key(event) {
      if (event.key === " ") toggle();
      else if (event.key === "ArrowRight") step(1);
      else if (event.key === "ArrowLeft") step(-1);
      else if (event.key === "Home") seek(0);
      else if (event.key === "End" && replay) seek(replay.total);
      else if (event.key === "n") jumpToNext();
      else return false;
      return true;
    },
  };
}
