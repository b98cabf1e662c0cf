// Buttons for everything but moves: draw, takeback, resignation, rematch, export.

import { confirmButton } from "../../confirm_button.js";
import { h } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { popover } from "../../popover.js";
import { navigate } from "../../router.js";
import { socket } from "../../socket.js";
import { theme } from "../../theme.js";
import { t, tOr } from "../../i18n.js";

/** @typedef {import("./model.js").TableModel} TableModel */
/**
 * Callbacks of the action buttons.
 * @typedef {object} Handlers
 * @property {() => void} flip
 * @property {() => void} hint
 * @property {() => boolean} evaluate toggles the evaluation; returns `true` if it is on
 * @property {(message: string) => void} notify shows a notice to the player
 */

function shortcutsPopover() {
  const keys = ["/", "← →", "f", "h", "Esc", "↑ ↓ ← →", "Enter"];
  const button = h("button", { class: "button subtle", type: "button" }, t("shortcuts.button"));
  return popover(button, () => [h("dl", { class: "shortcuts" }, ...keys.flatMap((key, index) =>
    [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(`shortcuts.${index + 1}`))]))], { up: true }).element;
}

/**
 * Creates the action buttons of a table.
 * @param {TableModel} model
 * @param {Handlers} handlers
 * @returns {import("./model.js").Panel}
 */
export function actions(model, handlers) {
  /**
   * @param {import("../../wire.js").Action} action
   * @param {number | null} [seat]
   */
  const act = async (action, seat = model.actingSeat) => {
    try {
      await model.act(action, seat);
    } catch (error) {
      handlers.notify(errorMessage(error, t("connection.failed")));
    }
  };
  /**
   * @param {string} label
   * @param {() => void} onclick
   */
  const button = (label, onclick) => h("button", { class: "button", type: "button", onclick }, label);

  const hint = button(t("actions.hint"), handlers.hint);
  const evaluation = button(t("actions.evaluation"), () => evaluation.setAttribute("aria-pressed", String(handlers.evaluate())));
  evaluation.setAttribute("aria-pressed", "false");
  const takeback = button(t("actions.takeback"), () => void act({ do: "offer", offer: "takeback" }, lastMover()));
  const draw = button(t("actions.draw"), () => void act({ do: "offer", offer: "draw" }));
  const claim = button(t("actions.claim"), () => void act({ do: "offer", offer: "claim" }));
  const resign = confirmButton(t("actions.resign"), t("actions.resign.confirm"), () => void act({ do: "resign" }));
  const flip = button(t("actions.flip"), handlers.flip);
  const resignMenuButton = h("button", { class: "button", type: "button" }, t("actions.resign"));
  const resignMenu = popover(resignMenuButton, () => {
    /** @param {import("../../wire.js").Action} action */
    const then = (action) => () => {
      resignMenu.close();
      void act(action);
    };
    const offers = model.table.may?.concessions ?? [];
    /** @param {string} what */
    const label = (what) => t("actions.concede", { what: tOr(`concession.${what}`, what) });
    return [h("div", { class: "field" },
      ...offers.map((what, which) => button(label(what), then({ do: "offer", offer: "concession", which }))),
      confirmButton(label(model.table.may?.resignation ?? ""), t("actions.resign.confirm"), then({ do: "resign" })))];
  }, { up: true });
  const playing = h("div", { class: "row" }, hint, takeback, draw, claim, resign, resignMenu.element);

  const rematch = h("button", { class: "button primary", type: "button" }, t("actions.rematch"));
  rematch.addEventListener("click", async () => {
    const { next } = model.table.rematch;
    if (next) return navigate(`/table/${next}`);
    rematch.disabled = true;
    try {
      await socket.request({ kind: "rematch", table: model.id });
    } catch (error) {
      handlers.notify(errorMessage(error, t("connection.failed")));
      rematch.disabled = false;
    }
  });
  const newGame = h("a", { class: "button" }, t("actions.new"));
  const record = h("a", { class: "button", href: `/api/tables/${model.id}/record`, download: `${model.id}.record` }, t("actions.record"));
  const picture = h("a", { class: "button", target: "_blank" }, t("actions.picture"));
  const finished = h("div", { class: "row", hidden: true }, rematch, newGame, record, picture);
  const element = h("section", { class: "actions", "aria-label": t("actions.label") }, playing, finished,
    h("div", { class: "row" }, evaluation, flip, shortcutsPopover()));

  /** The own seat that moved last: the one that requests the takeback. */
  const lastMover = () => {
    const own = model.ownSeats.map((seat) => seat.seat);
    return [...model.moves].reverse().find((move) => own.includes(move.seat))?.seat ?? model.actingSeat;
  };
  return {
    element,
    update() {
      const { may, state, rematch: rematchState } = model.table;
      const ended = state === "over";
      playing.hidden = ended || !may || state === "waiting";
      finished.hidden = !ended;
      hint.disabled = evaluation.disabled = state === "waiting" || (may ? !may.analyse : !ended);
      takeback.disabled = !may?.takeback;
      draw.hidden = !may?.draw;
      claim.hidden = !may?.claim;
      resign.disabled = !may?.resign;
      // With a gammon or less on offer, resigning opens a menu.
      const choices = (may?.concessions ?? []).length > 0;
      resign.hidden = choices;
      resignMenu.element.hidden = !choices;
      if (!ended) return;
      newGame.href = `/new/${model.about?.game}`;
      picture.href = `/api/tables/${model.id}/picture.png?ply=${model.ply}&theme=${theme()}`;
      const requested = model.ownSeats.some((seat) => rematchState.by.includes(seat.seat));
      rematch.hidden = model.ownSeats.length === 0 && !rematchState.next;
      rematch.textContent = t(rematchState.next ? "actions.rematch.go" : requested ? "actions.rematch.waiting" : rematchState.by.length > 0 ? "actions.rematch.accept" : "actions.rematch");
      rematch.disabled = requested && !rematchState.next;
    },
  };
}
