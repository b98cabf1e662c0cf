// The board of a serial line: shows the position and sends clicked moves.

import { Board } from "../board/board.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("./model.js").LineModel} LineModel */

/**
 * Creates the board.
 * @param {LineModel} model
 * @param {(square: string) => Promise<boolean>} play sends a move; resolves to `true` if it was sent
 */
export function boardPanel(model, play) {
  const host = h("div", { class: "board-host" });
  const board = new Board(host, { onpick: (place) => void pick(place), movable: () => false, label: t("board.label") });
  /**
   * Clicked place, until the other side has answered.
   * @type {number | null}
   */
  let selected = null;
  let question = -1;
  let shown = "";

  const mark = () => {
    const { legal, trail } = model.view;
    const targets = model.isInteractive && selected === null ? legal : [];
    board.mark({ targets, premove: selected === null ? [] : [selected], last: trail });
  };

  /** @param {number} place */
  const pick = async (place) => {
    const spot = model.ground?.spots.find((spot) => spot.place === place);
    if (!spot || selected !== null) return;
    const before = model.view.question;
    if (model.view.legal.includes(place)) selected = place;
    mark();
    const done = await play(spot.name);
    if (!done && before === model.view.question) selected = null;
    mark();
  };

  return {
    element: host,
    update() {
      const { ground, view } = model;
      if (!ground) return;
      const next = JSON.stringify(view.standing.stacks);
      // An accepted move, a lost turn or a new question clears the selection.
      if (next !== shown || question !== view.question || view.awaited) selected = null;
      question = view.question;
      if (next !== shown) void board.show(ground, view.standing, { trail: view.trail, animate: shown !== "" });
      shown = next;
      mark();
    },
  };
}
