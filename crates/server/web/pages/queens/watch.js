// Watching a solver search.

import { h, s } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { t } from "../../i18n.js";
import { LARGEST_SEARCH, stepsOf } from "./library.js";
import { choices, figure, icon, iconButton, isStill, mini } from "./parts.js";
import { Player } from "./player.js";
import { Replay, speedAt } from "./replay.js";
import { lookOf, mindOf, sentenceOf } from "./tell.js";

/** So many of the latest solutions are shown. */
const SHOWN = 4;
/** Up to this speed a queen has time to travel. */
const UNHURRIED = 5;

/**
 * @param {import("../queens.js").Desk} desk
 * @returns {import("../queens.js").Way}
 */
export function watchWay(desk) {
  /** @type {Replay | null} */
  let replay = null;
  /** @type {import("./library.js").Solver} */
  let solver = "recursive";
  let entered = false;
  let shownFound = -1;

  const player = new Player({ replay: () => replay, speed: () => speedAt(Number(speed.value)), show: () => show(true), stopped: () => { drawPlay(); show(false); } });
  const playButton = h("button", { type: "button", class: "button primary queens-play", onclick: toggle });
  const scrubber = h("input", { type: "range", min: 0, "aria-label": t("queens.watch.progress"), oninput: () => seek(Number(scrubber.value)) });
  const ticks = s("svg", { class: "queens-ticks", preserveAspectRatio: "none", "aria-hidden": "true" });
  const progress = h("p", { class: "muted small" });
  const foundCount = h("h2", {});
  const mind = h("p", { class: "queens-mind" });
  const speed = h("input", { type: "range", min: 0, max: 100, value: 30, oninput: drawSpeed, "aria-label": t("queens.watch.speed") });
  const speedWords = h("span", { class: "muted small" });
  const found = h("div", { class: "queens-found" });
  const tools = h("div", { class: "queens-tools" },
    h("div", { class: "queens-transport" },
      iconButton("start", t("queens.watch.start"), () => seek(0)),
      iconButton("back", t("queens.watch.back"), () => step(-1)),
      playButton,
      iconButton("step", t("queens.watch.step"), () => step(1))),
    h("button", { type: "button", class: "button", onclick: toNext }, t("queens.watch.next")),
    h("label", { class: "queens-speed" }, h("span", {}, t("queens.watch.speed")), speedWords, speed),
    h("div", { class: "queens-progress" }, progress, scrubber, ticks),
    h("div", {}, h("h2", {}, t("queens.watch.mind")), mind),
    h("div", {}, foundCount, found));
  const tooLarge = h("div", { class: "queens-too-large", hidden: true },
    h("button", { type: "button", class: "button primary", onclick: () => desk.resize(LARGEST_SEARCH) }, t("queens.watch.smaller", { size: LARGEST_SEARCH })));
  const panel = h("div", { class: "queens-way", hidden: true },
    choices(t("queens.watch.solver"), [["recursive", t("queens.solver.recursive")], ["iterative", t("queens.solver.iterative")]], solver,
      (chosen) => { solver = chosen; void load(); }),
    h("p", { class: "muted small" }, t("queens.watch.same")),
    tooLarge, tools);

  async function load() {
    const { size } = desk;
    const at = replay?.size === size ? replay.at : 0;
    player.pause();
    const isTooLarge = size > LARGEST_SEARCH;
    tooLarge.hidden = !isTooLarge;
    tools.hidden = isTooLarge;
    if (isTooLarge) {
      replay = null;
      desk.stage.show(size, []);
      desk.tell(t("queens.watch.large", { size: LARGEST_SEARCH }));
      return;
    }
    try {
      const steps = await stepsOf(size, solver);
      if (!entered || size !== desk.size) return;
      replay = new Replay(size, steps);
      replay.seek(at);
      scrubber.max = String(replay.total);
      ticks.setAttribute("viewBox", `0 0 ${replay.total} 1`);
      const width = replay.total / 400;
      ticks.replaceChildren(...replay.completions.map((x) => s("rect", { x: x - width / 2, width, height: 1 })));
      shownFound = -1;
      show(false);
    } catch (fault) {
      desk.tell(errorMessage(fault, t("queens.trouble")));
    }
  }

  /** @param {boolean} isRunning */
  function show(isRunning) {
    if (!replay || !entered) return;
    const { count } = desk.catalogue;
    const isSlow = !isRunning || speedAt(Number(speed.value)) <= UNHURRIED;
    desk.stage.show(desk.size, replay.queens, { ...lookOf(replay), motion: isSlow && !isStill() });
    const sentence = sentenceOf(replay, count);
    // While it runs only what it finds is said aloud, not each step.
    desk.tell(sentence, { quiet: isRunning && replay.happening.kind !== "complete" });
    scrubber.value = String(replay.at);
    scrubber.setAttribute("aria-valuetext", sentence);
    progress.textContent = t("queens.watch.at", { at: figure(replay.at), all: figure(replay.total) });
    foundCount.textContent = t("queens.watch.count", { found: figure(replay.solutions), all: figure(count) });
    mind.textContent = mindOf(replay, solver);
    showFound(replay.solutions);
  }

  /** @param {number} solutions */
  function showFound(solutions) {
    if (solutions === shownFound) return;
    shownFound = solutions;
    const numbers = Array.from({ length: Math.min(solutions, SHOWN) }, (_, index) => solutions - index);
    found.replaceChildren(...numbers.map((number) => h("button", {
      type: "button", class: "queens-member", "aria-label": t("queens.watch.look", { number }), title: t("queens.watch.look", { number }),
      onclick: () => desk.look(number),
    }, mini(desk.catalogue.columns(number)), h("span", {}, figure(number)))));
    if (!solutions) found.append(h("p", { class: "muted small" }, t("queens.watch.none")));
  }

  function drawPlay() {
    const words = t(player.isPlaying ? "queens.watch.pause" : "queens.watch.play");
    playButton.replaceChildren(icon(player.isPlaying ? "pause" : "play"), words);
  }

  function drawSpeed() {
    const words = t("queens.watch.speed.steps", { count: speedAt(Number(speed.value)) });
    speedWords.textContent = words;
    speed.setAttribute("aria-valuetext", words);
  }

  function toggle() {
    if (player.isPlaying) player.pause();
    else player.play();
    drawPlay();
  }

  /** @param {number} by */
  function step(by) {
    if (replay) seek(replay.at + by);
  }

  /** @param {number} at */
  function seek(at) {
    player.pause();
    replay?.seek(at);
    show(false);
  }

  function toNext() {
    if (!replay || replay.isOver) return;
    if (isStill()) return seek(replay.nextCompletion);
    player.hurry(replay.nextCompletion);
    drawPlay();
  }

  drawPlay();
  drawSpeed();
  return {
    panel,
    enter() {
      entered = true;
      desk.stage.touchable(null);
      void load();
    },
    leave() {
      player.pause();
      entered = false;
    },
    key(event) {
      if (event.key === " ") toggle();
      else if (event.key === "ArrowRight") step(1);
      else if (event.key === "ArrowLeft") step(-1);
      else if (event.key === "Home") seek(0);
      else if (event.key === "End" && replay) seek(replay.total);
      else if (event.key === "n") toNext();
      else return false;
      return true;
    },
  };
}
