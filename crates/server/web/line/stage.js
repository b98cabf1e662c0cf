// The board of the line: what it shows, and what a click on it means.

import { Board } from "../board/board.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("./scene.js").Scene} Scene */

/**
 * @param {Scene} scene
 * @param {(square: string) => Promise<boolean>} play says whether it went out on the line
 */
export function stage(scene, play) {
  const host = h("div", { class: "board-host" });
  const board = new Board(host, { onpick: (place) => void pick(place), movable: () => false, label: t("board.label") });
  /**
   * The place that was clicked, until the line has answered.
   * @type {number | null}
   */
  let chosen = null;
  let question = -1;
  let shown = "";

  const mark = () => {
    const { legal, trail } = scene.sight;
    const targets = scene.isPlayed && chosen === null ? legal : [];
    board.mark({ targets, premove: chosen === null ? [] : [chosen], last: trail });
  };

  /** @param {number} place */
  const pick = async (place) => {
    const spot = scene.ground?.spots.find((one) => one.place === place);
    if (!spot || chosen !== null) return;
    const asked = scene.sight.question;
    if (scene.sight.legal.includes(place)) chosen = place;
    mark();
    const done = await play(spot.name);
    if (!done && asked === scene.sight.question) chosen = null;
    mark();
  };

  return {
    element: host,
    update() {
      const { ground, sight } = scene;
      if (!ground) return;
      const next = JSON.stringify(sight.standing.stacks);
      // A move that stands, a turn that is lost, a new question: whatever was chosen is over.
      if (next !== shown || question !== sight.question || sight.awaited) chosen = null;
      question = sight.question;
      if (next !== shown) void board.show(ground, sight.standing, { trail: sight.trail, animate: shown !== "" });
      shown = next;
      mark();
    },
  };
}
