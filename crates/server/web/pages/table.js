// A table: the board, the people, the moves.

import { announce } from "../announce.js";
import { h } from "../dom.js";
import { navigate, setTitle } from "../router.js";
import { socket } from "../socket.js";
import { t } from "../i18n.js";
import { showLost } from "./lost.js";
import { actions } from "./table/actions.js";
import { advicePanel } from "./table/advice.js";
import { gamePanel } from "./table/game.js";
import { invitation } from "./table/invite.js";
import { moveList } from "./table/moves.js";
import { people } from "./table/people.js";
import { statusStrip } from "./table/result.js";
import { Scene } from "./table/scene.js";
import { stage } from "./table/stage.js";
import { tell } from "./table/telling.js";
import { typedMoves } from "./table/typed.js";

/**
 * @param {HTMLElement} host
 * @param {string} id
 */
export function tablePage(host, id) {
  setTitle("");
  host.className = "wide table";
  const scene = new Scene(id);

  /**
   * Looks at a ply, or at the present again.
   * @param {number | null} ply
   */
  const go = (ply) => {
    if (!scene.message) return;
    scene.viewed = ply;
    status.hush();
    update();
  };
  const heading = h("h1", { class: "visually-hidden" }, t("table.loading"));
  const status = statusStrip(scene, go);
  const players = people(scene);
  const middle = stage(scene, status.murmur);
  const invite = invitation(scene);
  const game = gamePanel(scene);
  const moves = moveList(scene, go);
  const typed = typedMoves(scene);
  const advice = advicePanel(scene, middle.point, status.murmur);
  const flip = () => {
    middle.flip();
    players.update();
  };
  const doings = actions(scene, { flip, hint: advice.hint, evaluate: advice.toggle, murmur: status.murmur });
  const parts = [game, invite, moves, typed, advice, doings, status, players, middle];
  host.append(heading,
    h("div", { class: "table-middle" }, players.above, h("div", { class: "board-frame" }, middle.element, invite.element), players.below),
    h("div", { class: "table-side panel" }, status.element, moves.element, typed.element, advice.element, doings.element),
    game.element);

  const update = () => {
    for (const part of parts) part.update();
    const names = scene.table.seats.map((seat) => scene.nameOf(seat)).join(", ");
    heading.textContent = t("table.heading", { game: scene.about?.title ?? "", names });
    const yours = scene.ownTurn !== null && scene.table.state === "playing" && document.hidden;
    setTitle(`${yours ? "● " : ""}${scene.about?.title ?? ""}`);
  };
  /**
   * Words for the dice that were sent, by seat.
   * @type {Set<number>}
   */
  const given = new Set();
  const giveWords = () => {
    if (!scene.about?.has_dice || scene.table.state !== "opening") return;
    for (const { seat } of scene.mine) {
      if (given.has(seat) || scene.events.some((event) => event.event === "word" && event.seat === seat)) continue;
      given.add(seat);
      const word = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      scene.act({ do: "word", word }, seat).catch(() => {}); // Without it the dice roll all the same.
    }
  };
  /** @param {import("../wire.js").TableMessage} message */
  const hear = (message) => {
    const before = scene.message;
    const fresh = scene.take(message);
    if (fresh.length > 0) status.hush();
    if (before && !message.reset) tell(scene, fresh, before.standing);
    giveWords();
    update();
    const { next, by } = message.rematch;
    if (before && !before.rematch.next && next && scene.mine.some((seat) => by.includes(seat.seat))) navigate(`/table/${next}`);
  };
  const unwatch = socket.watchTable(id, {
    have: () => scene.latest,
    events: () => scene.events,
    hear,
    fail: (refusal) => {
      if (scene.message) return status.murmur(refusal.sentence);
      leave();
      showLost(host, t("lost.table.heading"), t("lost.table"));
      announce(t("lost.table"));
    },
  });

  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const { target } = event;
    if (!scene.message || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (target instanceof HTMLInputElement) target.blur();
      middle.point([]);
      if (!middle.cancel() && scene.viewed !== null) go(null);
      return;
    }
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
    const forward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const onBoard = middle.holds(target);
    if (event.key === "/") typed.focus();
    else if (event.key === "f") flip();
    else if (event.key === "h" && scene.table.may?.advise) advice.hint();
    else if (!onBoard && (event.key === "ArrowLeft" || event.key === "ArrowRight")) moves.step(event.key === forward ? 1 : -1);
    else if (!onBoard && event.key === "Home") go(scene.table.ply > 0 ? 0 : null);
    else if (!onBoard && event.key === "End") go(null);
    else return;
    event.preventDefault();
  };
  const seen = () => scene.message && update();
  document.addEventListener("keydown", key);
  document.addEventListener("visibilitychange", seen);

  let left = false;
  const leave = () => {
    if (left) return;
    left = true;
    unwatch();
    document.removeEventListener("keydown", key);
    document.removeEventListener("visibilitychange", seen);
    for (const part of [moves, advice, players, middle]) part.remove();
  };
  return leave;
}
