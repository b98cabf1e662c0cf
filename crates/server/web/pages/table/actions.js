// What can be done besides moving.

import { confirmButton } from "../../confirm_button.js";
import { h } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { popover } from "../../popover.js";
import { navigate } from "../../router.js";
import { socket } from "../../socket.js";
import { theme } from "../../theme.js";
import { t, tOr } from "../../i18n.js";

/** @typedef {import("./scene.js").Scene} Scene */
/**
 * @typedef {object} Doings
 * @property {() => void} flip
 * @property {() => void} hint
 * @property {() => boolean} evaluate switches; says whether it is on
 * @property {(sentence: string) => void} murmur
 */

function keysPopover() {
  const keys = ["/", "← →", "f", "h", "Esc", "↑ ↓ ← →", "Enter"];
  const button = h("button", { class: "button subtle", type: "button" }, t("keys.button"));
  return popover(button, () => [h("dl", { class: "shortcuts" }, ...keys.flatMap((key, index) =>
    [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(`keys.${index + 1}`))]))], { up: true }).element;
}

/**
 * @param {Scene} scene
 * @param {Doings} doings
 * @returns {import("./scene.js").Part}
 */
export function actions(scene, doings) {
  /**
   * @param {import("../../wire.js").Action} action
   * @param {number | null} [seat]
   */
  const act = async (action, seat = scene.actor) => {
    try {
      await scene.act(action, seat);
    } catch (fault) {
      doings.murmur(errorMessage(fault, t("connection.failed")));
    }
  };
  /**
   * @param {string} words
   * @param {() => void} onclick
   */
  const plain = (words, onclick) => h("button", { class: "button", type: "button", onclick }, words);

  const hint = plain(t("actions.hint"), doings.hint);
  const evaluation = plain(t("actions.evaluation"), () => evaluation.setAttribute("aria-pressed", String(doings.evaluate())));
  evaluation.setAttribute("aria-pressed", "false");
  const takeback = plain(t("actions.takeback"), () => void act({ do: "offer", offer: "takeback" }, lastMover()));
  const draw = plain(t("actions.draw"), () => void act({ do: "offer", offer: "draw" }));
  const claim = plain(t("actions.claim"), () => void act({ do: "offer", offer: "claim" }));
  const resign = confirmButton(t("actions.resign"), t("actions.resign.sure"), () => void act({ do: "resign" }));
  const flip = plain(t("actions.flip"), doings.flip);
  const less = h("button", { class: "button", type: "button" }, t("actions.resign"));
  const lessChoices = popover(less, () => {
    /** @param {import("../../wire.js").Action} action */
    const then = (action) => () => {
      lessChoices.close();
      void act(action);
    };
    const offers = scene.table.may?.concessions ?? [];
    return [h("div", { class: "field" },
      ...offers.map((what, which) => plain(t("actions.concede", { what: tOr(`concession.${what}`, what) }), then({ do: "offer", offer: "concession", which }))),
      confirmButton(t("actions.resign.all"), t("actions.resign.sure"), then({ do: "resign" })))];
  }, { up: true });
  const playing = h("div", { class: "row" }, hint, takeback, draw, claim, resign, lessChoices.element);

  const rematch = h("button", { class: "button primary", type: "button" }, t("actions.rematch"));
  rematch.addEventListener("click", async () => {
    const { next } = scene.table.rematch;
    if (next) return navigate(`/table/${next}`);
    rematch.disabled = true;
    try {
      await socket.request({ kind: "rematch", table: scene.id });
    } catch (fault) {
      doings.murmur(errorMessage(fault, t("connection.failed")));
      rematch.disabled = false;
    }
  });
  const fresh = h("a", { class: "button" }, t("actions.new"));
  const record = h("a", { class: "button", href: `/api/tables/${scene.id}/record`, download: `${scene.id}.record` }, t("actions.record"));
  const picture = h("a", { class: "button", target: "_blank" }, t("actions.picture"));
  const over = h("div", { class: "row", hidden: true }, rematch, fresh, record, picture);
  const element = h("section", { class: "actions", "aria-label": t("actions.label") }, playing, over,
    h("div", { class: "row" }, evaluation, flip, keysPopover()));

  /** The own seat that moved last is the one that asks for it back. */
  const lastMover = () => {
    const own = scene.mine.map((seat) => seat.seat);
    return [...scene.moves].reverse().find((move) => own.includes(move.seat))?.seat ?? scene.actor;
  };
  return {
    element,
    update() {
      const { may, state, rematch: again } = scene.table;
      const ended = state === "over";
      playing.hidden = ended || !may || state === "waiting";
      over.hidden = !ended;
      hint.disabled = evaluation.disabled = state === "waiting" || (may ? !may.advise : !ended);
      takeback.disabled = !may?.takeback;
      draw.hidden = !may?.draw;
      claim.hidden = !may?.claim;
      resign.disabled = !may?.resign;
      // Where one can offer to lose less, resigning has choices.
      const choices = (may?.concessions ?? []).length > 0;
      resign.hidden = choices;
      lessChoices.element.hidden = !choices;
      if (!ended) return;
      fresh.href = `/new/${scene.about?.game}`;
      picture.href = `/api/tables/${scene.id}/picture.png?ply=${scene.ply}&theme=${theme()}`;
      const asked = scene.mine.some((seat) => again.by.includes(seat.seat));
      rematch.hidden = scene.mine.length === 0 && !again.next;
      rematch.textContent = t(again.next ? "actions.rematch.go" : asked ? "actions.rematch.asked" : again.by.length > 0 ? "actions.rematch.accept" : "actions.rematch");
      rematch.disabled = asked && !again.next;
    },
  };
}
