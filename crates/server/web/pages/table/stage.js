// The board in the middle: what it shows, and what input on it means.

import { Board } from "../../board/board.js";
import { PromotionPicker } from "../../board/promotion_picker.js";
import { h } from "../../dom.js";
import { promotionChoices, applyPicks, paintAt } from "../../partial_move.js";
import { errorMessage } from "../../http.js";
import { socket } from "../../socket.js";
import { MoveInput } from "../../move_input.js";
import { t } from "../../i18n.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../../wire.js").Ground} Ground */
/** @typedef {import("../../wire.js").Standing} Standing */
/** @typedef {import("../../wire.js").Paint} Paint */

/** How long a move is waited for, in milliseconds. */
const LONGEST = 900;

/**
 * @param {number} time
 * @returns {Promise<void>}
 */
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** Pieces that stay where they were put. */
const PLACED = new Set(["disc", "cross", "nought", "crown"]);

/**
 * From which side the board is seen: one's own camp is near.
 * @param {Ground} ground
 * @param {import("../../wire.js").Seat | undefined} own
 */
export function quartersFor(ground, own) {
  if (!own) return 0;
  const camp = own.paint ? ground.spots.filter((spot) => spot.tint === own.paint) : [];
  if (camp.length > 0) return camp.reduce((sum, spot) => sum + spot.y + spot.h / 2, 0) / camp.length < ground.height / 2 ? 2 : 0;
  return (ground.material === "case" || ground.material === "board") && own.seat === 2 ? 2 : 0;
}

/**
 * @param {Scene} scene
 * @param {(sentence: string) => void} murmur
 */
export function stage(scene, murmur) {
  const host = h("div", { class: "board-host" });
  const board = new Board(host, {
    onpick: (place) => {
      point([]);
      void moveInput.pick(place);
    },
    oncancel: () => moveInput.cancel(),
    movable: (place) => isOwn(place),
    label: t("board.label"),
  });
  const choices = new PromotionPicker(board, { pick: (place) => void moveInput.pick(place), cancel: () => moveInput.cancel() });
  const moveInput = new MoveInput({
    resolve: async (picked) => (await socket.request({ kind: "touch", table: scene.id, seen: scene.latest, picked })).touch,
    play: (move) => void play(move),
    show: (sight) => show(sight),
    notify: (word) => murmur(t(`touch.${word}`)),
  });
  /** @type {import("../../move_input.js").InputState} */
  let sight = { picked: [], targets: [], choices: [], selected: null, premove: [], done: false };
  /** @type {number[]} */
  let advice = [];
  /** @type {{ground: Ground, standing: Standing, trail: number[], ply: number} | null} */
  let shown = null;
  let handed = false;
  let situation = "";
  let draws = 0;
  /** @type {Promise<void>} */
  let moving = Promise.resolve();

  /** The paints of the own pieces, if pieces move in this game. */
  const ownPaints = () => {
    const placed = scene.table.standing.pieces.every((piece) => PLACED.has(piece.figure));
    return placed ? [] : /** @type {Paint[]} */ (scene.mine.map((seat) => seat.paint).filter(Boolean));
  };
  /**
   * Whether a piece of one's own stands there that can be taken up.
   * @param {number} place
   */
  const isOwn = (place) => {
    if (!shown || !scene.message || scene.viewed !== null || scene.table.state !== "playing") return false;
    const paint = paintAt(applyPicks(shown.standing, sight.picked).standing, place);
    return paint !== null && ownPaints().includes(paint);
  };

  /** @param {string} move */
  const play = async (move) => {
    try {
      await scene.act({ do: "move", move });
    } catch (fault) {
      murmur(errorMessage(fault, t("connection.failed")));
      situation = "";
      update();
    }
  };

  const mark = () => {
    board.mark({ targets: sight.targets, selected: sight.selected === null ? [] : [sight.selected], premove: sight.premove, last: shown?.trail ?? [], danger: [], advice });
  };

  /** @param {import("../../move_input.js").InputState} next */
  const show = (next) => {
    sight = next;
    if (!shown) return;
    const hand = applyPicks(shown.standing, next.picked, shown.ground);
    // A move of one step is shown when it has been made; of a longer one, the steps made so far are.
    const stepping = hand.moved && (!next.done || handed);
    const chosen = promotionChoices(shown.standing, next.picked);
    const trail = next.picked.filter((place) => !chosen.includes(place)).slice(-2);
    if (stepping || handed) void board.show(shown.ground, stepping ? hand.standing : shown.standing, { trail, animate: true });
    handed = stepping;
    mark();
    choose();
  };

  /** Asks what a piece becomes, where it has been put down, if that is due. */
  const choose = () => {
    const { standing } = shown ?? {};
    const due = standing?.choices?.filter(([place]) => sight.choices.includes(place)) ?? [];
    choices.show(sight.picked[sight.picked.length - 1], due.map(([place, piece]) => ({ place, piece: /** @type {Standing} */ (standing).pieces[piece] })));
  };

  /** @param {number[]} trail */
  const point = (trail) => {
    if (trail.length === 0 && advice.length === 0) return;
    advice = trail;
    mark();
  };

  const turn = () => {
    const ground = shown?.ground;
    if (ground) board.setOrientation((quartersFor(ground, scene.mine[0]) + (scene.flipped ? 2 : 0)) % 4);
  };

  /** @param {number} mine */
  const draw = async (mine) => {
    const { viewed, table } = scene;
    let next = scene.ground ? { ground: scene.ground, standing: table.standing, trail: table.trail, ply: table.ply } : null;
    if (viewed !== null) {
      try {
        next = await scene.look(viewed);
      } catch (fault) {
        return murmur(errorMessage(fault, t("connection.failed")));
      }
    } else {
      // An answer may come at once; the move before it is still seen to its end.
      await moving;
    }
    if (!next || mine !== draws) return;
    const before = shown?.ply;
    const same = shown?.standing === next.standing || (before === next.ply && JSON.stringify(shown?.standing) === JSON.stringify(next.standing));
    if (before !== next.ply) advice = [];
    shown = next;
    host.style.setProperty("--ratio", String(next.ground.width / next.ground.height));
    turn();
    if (!same) {
      handed = false;
      const motion = before !== undefined && next.ply === before + 1;
      // In a page that nobody sees, nothing moves and nothing waits for it.
      moving = Promise.race([board.show(next.ground, next.standing, { trail: next.trail, animate: motion }), pause(LONGEST)]);
    }
    attend();
    mark();
  };

  /** Sets what touches mean, whenever the situation is another one. */
  const attend = () => {
    const { table, viewed } = scene;
    const own = scene.mine.map((seat) => seat.seat);
    const next = JSON.stringify([table.ply, table.turn, table.state, table.position, viewed, own, table.touches !== undefined]);
    if (next === situation) return;
    situation = next;
    if (viewed !== null || table.state !== "playing" || own.length === 0) moveInput.disable();
    else if (scene.ownTurn && table.touches) void moveInput.enable(table.standing, table.touches);
    else if (scene.about?.has_dice) moveInput.disable();
    else moveInput.enablePremove(table.standing, ownPaints());
  };

  const update = () => {
    const mine = ++draws;
    // While a move is seen to its end, the board is behind the rest of the page.
    host.toggleAttribute("data-behind", true);
    void draw(mine).finally(() => mine === draws && host.toggleAttribute("data-behind", false));
  };
  return {
    element: host, update, point,
    flip() {
      scene.flipped = !scene.flipped;
      turn();
      choose();
    },
    cancel: () => moveInput.cancel(),
    /** @param {EventTarget | null} target */
    holds: (target) => target instanceof Node && host.contains(target),
    remove: () => board.remove(),
  };
}
