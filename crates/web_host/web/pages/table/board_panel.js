// The board of a table: shows the position and turns input into moves.

import { Board } from "../../board/board.js";
import { PromotionPicker } from "../../board/promotion_picker.js";
import { h } from "../../dom.js";
import { promotionChoices, applyPicks, paintAt } from "../../partial_move.js";
import { errorMessage } from "../../http.js";
import { socket } from "../../socket.js";
import { MoveInput } from "../../move_input.js";
import { t } from "../../i18n.js";

/** @typedef {import("./model.js").TableModel} TableModel */
/** @typedef {import("../../wire.js").BoardLayout} BoardLayout */
/** @typedef {import("../../wire.js").Placement} Placement */
/** @typedef {import("../../wire.js").Paint} Paint */

/** Longest time to wait for the animation of a move, in milliseconds. */
const MAX_ANIMATION = 900;

/**
 * @param {number} time
 * @returns {Promise<void>}
 */
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** Figures of games in which pieces never move. */
const PLACED = new Set(["disc", "cross", "nought", "crown"]);

/**
 * Orientation of the board in quarter turns, with the camp of `own` at the bottom.
 * @param {BoardLayout} layout
 * @param {import("../../wire.js").Seat | undefined} own
 */
export function quartersFor(layout, own) {
  if (!own) return 0;
  const camp = own.paint ? layout.spots.filter((spot) => spot.tint === own.paint) : [];
  if (camp.length > 0) return camp.reduce((sum, spot) => sum + spot.y + spot.h / 2, 0) / camp.length < layout.height / 2 ? 2 : 0;
  return (layout.material === "case" || layout.material === "board") && own.seat === 2 ? 2 : 0;
}

/**
 * Creates the board of a table.
 * @param {TableModel} model
 * @param {(message: string) => void} notify shows a notice to the player
 */
export function boardPanel(model, notify) {
  const host = h("div", { class: "board-host" });
  const board = new Board(host, {
    onpick: (place) => {
      showHint([]);
      void moveInput.pick(place);
    },
    oncancel: () => moveInput.cancel(),
    movable: (place) => isOwn(place),
    label: t("board.label"),
  });
  const promotion = new PromotionPicker(board, { pick: (place) => void moveInput.pick(place), cancel: () => moveInput.cancel() });
  const moveInput = new MoveInput({
    resolve: async (picked) => (await socket.request({ kind: "touch", table: model.id, seen: model.lastEvent, picked })).touch,
    play: (move) => void play(move),
    show: (state) => show(state),
    notify: (problem) => notify(t(`touch.${problem}`)),
  });
  /** @type {import("../../move_input.js").InputState} */
  let input = { picked: [], targets: [], choices: [], selected: null, premove: [], done: false };
  /** @type {number[]} */
  let hint = [];
  /** @type {{layout: BoardLayout, placement: Placement, trail: number[], ply: number} | null} */
  let shown = null;
  let isPartial = false;
  /** Table state that the input was last set up for, as JSON. */
  let inputKey = "";
  let drawCount = 0;
  /** @type {Promise<void>} */
  let animation = Promise.resolve();

  /** Colours of the player's own pieces; empty if pieces never move in this game. */
  const ownPaints = () => {
    const placed = model.table.placement.pieces.every((piece) => PLACED.has(piece.figure));
    return placed ? [] : /** @type {Paint[]} */ (model.ownSeats.map((seat) => seat.paint).filter(Boolean));
  };
  /**
   * `true` if the player can pick up the piece at `place`.
   * @param {number} place
   */
  const isOwn = (place) => {
    if (!shown || !model.message || model.viewedPly !== null || model.table.state !== "playing") return false;
    const paint = paintAt(applyPicks(shown.placement, input.picked).placement, place);
    return paint !== null && ownPaints().includes(paint);
  };

  /** @param {string} move */
  const play = async (move) => {
    try {
      await model.act({ do: "move", move });
    } catch (error) {
      notify(errorMessage(error, t("connection.failed")));
      inputKey = "";
      update();
    }
  };

  const mark = () => {
    board.mark({ targets: input.targets, selected: input.selected === null ? [] : [input.selected], premove: input.premove, last: shown?.trail ?? [], danger: [], hint });
  };

  /** @param {import("../../move_input.js").InputState} next */
  const show = (next) => {
    input = next;
    if (!shown) return;
    const partial = applyPicks(shown.placement, next.picked, shown.layout);
    // A single step is shown when the server has accepted it; a longer move shows its steps so far.
    const stepping = partial.moved && (!next.done || isPartial);
    const chosen = promotionChoices(shown.placement, next.picked);
    const trail = next.picked.filter((place) => !chosen.includes(place)).slice(-2);
    if (stepping || isPartial) void board.show(shown.layout, stepping ? partial.placement : shown.placement, { trail, animate: true });
    isPartial = stepping;
    mark();
    updatePromotion();
  };

  /** Shows the promotion choices if the player has to choose. */
  const updatePromotion = () => {
    const { placement } = shown ?? {};
    const due = placement?.choices?.filter(([place]) => input.choices.includes(place)) ?? [];
    promotion.show(input.picked[input.picked.length - 1], due.map(([place, piece]) => ({ place, piece: /** @type {Placement} */ (placement).pieces[piece] })));
  };

  /** @param {number[]} trail */
  const showHint = (trail) => {
    if (trail.length === 0 && hint.length === 0) return;
    hint = trail;
    mark();
  };

  const orient = () => {
    const layout = shown?.layout;
    if (layout) board.setOrientation((quartersFor(layout, model.ownSeats[0]) + (model.flipped ? 2 : 0)) % 4);
  };

  /** @param {number} id number of this draw; a later draw supersedes it */
  const draw = async (id) => {
    const { viewedPly, table } = model;
    let next = model.layout ? { layout: model.layout, placement: table.placement, trail: table.trail, ply: table.ply } : null;
    if (viewedPly !== null) {
      try {
        next = await model.positionAt(viewedPly);
      } catch (error) {
        return notify(errorMessage(error, t("connection.failed")));
      }
    } else {
      // The reply may arrive at once; finish animating the previous move first.
      await animation;
    }
    if (!next || id !== drawCount) return;
    const before = shown?.ply;
    const same = shown?.placement === next.placement || (before === next.ply && JSON.stringify(shown?.placement) === JSON.stringify(next.placement));
    if (before !== next.ply) hint = [];
    shown = next;
    host.style.setProperty("--ratio", String(next.layout.width / next.layout.height));
    orient();
    if (!same) {
      isPartial = false;
      const animate = before !== undefined && next.ply === before + 1;
      // Animations do not run in a hidden page, so the wait is limited.
      animation = Promise.race([board.show(next.layout, next.placement, { trail: next.trail, animate }), pause(MAX_ANIMATION)]);
    }
    updateInput();
    mark();
  };

  /** Sets up the input mode when the table state has changed. */
  const updateInput = () => {
    const { table, viewedPly } = model;
    const own = model.ownSeats.map((seat) => seat.seat);
    const next = JSON.stringify([table.ply, table.turn, table.state, table.position, viewedPly, own, table.touches !== undefined]);
    if (next === inputKey) return;
    inputKey = next;
    if (viewedPly !== null || table.state !== "playing" || own.length === 0) moveInput.disable();
    else if (model.ownTurn && table.touches) void moveInput.enable(table.placement, table.touches);
    else if (model.about?.has_dice) moveInput.disable();
    else moveInput.enablePremove(table.placement, ownPaints());
  };

  const update = () => {
    const id = ++drawCount;
    // During an animation the board lags behind the rest of the page.
    host.toggleAttribute("data-animating", true);
    void draw(id).finally(() => id === drawCount && host.toggleAttribute("data-animating", false));
  };
  return {
    element: host, update, showHint,
    flip() {
      model.flipped = !model.flipped;
      orient();
      updatePromotion();
    },
    cancel: () => moveInput.cancel(),
    /** @param {EventTarget | null} target */
    contains: (target) => target instanceof Node && host.contains(target),
    remove: () => board.remove(),
  };
}
