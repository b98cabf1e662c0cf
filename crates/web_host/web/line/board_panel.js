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
  let prompt = -1;
  let shown = "";

  const mark = () => {
    const { legal, trail } = model.view;
    const targets = model.isInteractive && selected === null ? legal : [];
    board.mark({ targets, premove: selected === null ? [] : [selected], last: trail });
  };

  /** @param {number} place */
  const pick = async (place) => {
    const spot = model.layout?.spots.find((spot) => spot.place === place);
    if (!spot || selected !== null) return;
    const before = model.view.prompt;
    if (model.view.legal.includes(place)) selected = place;
    mark();
    const done = await play(spot.name);
    if (!done && before === model.view.prompt) selected = null;
    mark();
  };

  return {
    element: host,
    update() {
      const { layout, view } = model;
      if (!layout) return;
      const next = JSON.stringify(view.placement.stacks);
      // An accepted move, a lost turn or a new prompt clears the selection.
      if (next !== shown || prompt !== view.prompt || view.awaits_move) selected = null;
      prompt = view.prompt;
      if (next !== shown) void board.show(layout, view.placement, { trail: view.trail, animate: shown !== "" });
      shown = next;
      mark();
    },
  };
}
