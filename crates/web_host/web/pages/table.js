// The page of a table: the board, the players, the moves and the actions.

import { announce } from "../announce.js";
import { h } from "../dom.js";
import { randomText } from "../random_text.js";
import { navigate, setTitle } from "../router.js";
import { socket } from "../socket.js";
import { addMessages, asSentence, t } from "../i18n.js";
import { table } from "../messages/en.table.js";
import { leaveTable, showTurn } from "../turns.js";
import { showErrorPage } from "./not_found.js";
import { absencePanel } from "./table/absence.js";
import { actions } from "./table/actions.js";
import { analysisPanel } from "./table/analysis.js";
import { chatPanel } from "./table/chat.js";
import { gameInfo } from "./table/game_info.js";
import { invitePanel } from "./table/invite.js";
import { moveList } from "./table/moves.js";
import { playerStrips } from "./table/players.js";
import { statusPanel } from "./table/status.js";
import { TableModel } from "./table/model.js";
import { boardPanel } from "./table/board_panel.js";
import { announceEvents } from "./table/event_announcer.js";
import { moveField as createMoveField } from "./table/move_field.js";

addMessages(table);

/**
 * Opens the page of a table.
 * @param {HTMLElement} host
 * @param {string} id
 * @returns {() => void} closes the page
 */
export function tablePage(host, id) {
  setTitle("");
  host.className = "wide table";
  const model = new TableModel(id);

  /**
   * Shows the position after `ply` moves.
   * @param {number | null} ply `null` for the current position
   */
  const go = (ply) => {
    if (!model.message) return;
    model.viewedPly = ply;
    status.clearNotice();
    update();
  };
  const heading = h("h1", { class: "visually-hidden" }, t("table.loading"));
  const status = statusPanel(model, go);
  const absence = absencePanel(model, status.notify);
  const players = playerStrips(model);
  const board = boardPanel(model, status.notify);
  const invite = invitePanel(model);
  const game = gameInfo(model);
  const chat = chatPanel(model);
  const moves = moveList(model, go);
  const moveField = createMoveField(model);
  const analysis = analysisPanel(model, board.showHint, status.notify);
  const flip = () => {
    board.flip();
    players.update();
  };
  const actionBar = actions(model, { flip, hint: analysis.hint, evaluate: analysis.toggle, notify: status.notify });
  const panels = [absence, chat, game, invite, moves, moveField, analysis, actionBar, status, players, board];
  host.append(heading,
    h("div", { class: "table-middle" }, players.above, h("div", { class: "board-frame" }, board.element, invite.element), players.below),
    h("div", { class: "table-side panel" }, status.element, absence.element, moves.element, moveField.element, analysis.element, actionBar.element),
    h("div", { class: "table-info" }, game.element, chat.element));

  const update = () => {
    for (const panel of panels) panel.update();
    const names = model.table.seats.map((seat) => model.seatName(seat)).join(", ");
    heading.textContent = t("table.heading", { game: model.about?.title ?? "", names });
    setTitle(model.about?.title ?? "");
    const opponents = model.table.seats.filter((seat) => seat.who === "person").map((seat) => model.seatName(seat));
    const isYours = model.ownTurn !== null && model.table.state === "playing" && opponents.length > 0;
    showTurn(id, isYours ? { title: model.about?.title ?? "", opponents } : null);
  };
  /**
   * Seats whose dice seed was sent.
   * @type {Set<number>}
   */
  const seeded = new Set();
  const sendDiceSeeds = () => {
    if (!model.about?.has_dice || model.table.state !== "opening") return;
    for (const { seat } of model.ownSeats) {
      if (seeded.has(seat) || model.events.some((event) => event.event === "client_seed" && event.seat === seat)) continue;
      seeded.add(seat);
      model.act({ do: "client_seed", seed: randomText() }, seat).catch(() => {}); // The server rolls without it.
    }
  };
  /** @param {import("../wire.js").TableMessage} message */
  const onMessage = (message) => {
    const before = model.message;
    const fresh = model.apply(message);
    if (fresh.length > 0) status.clearNotice();
    if (before && !message.reset) announceEvents(model, fresh, before.placement);
    sendDiceSeeds();
    update();
    const { next, by } = message.rematch;
    if (before && !before.rematch.next && next && model.ownSeats.some((seat) => by.includes(seat.seat))) navigate(`/table/${next}`);
  };
  const unwatch = socket.watchTable(id, {
    latest: () => model.lastEvent,
    events: () => model.events,
    onMessage,
    onError: (error) => {
      if (model.message) return status.notify(asSentence(error.message));
      leave();
      showErrorPage(host, t("error.table.heading"), t("error.table"));
      announce(t("error.table"));
    },
  });

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const { target } = event;
    if (!model.message || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (target instanceof HTMLInputElement) target.blur();
      board.showHint([]);
      if (!board.cancel() && model.viewedPly !== null) go(null);
      return;
    }
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
    const forward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const onBoard = board.contains(target);
    if (event.key === "/") moveField.focus();
    else if (event.key === "f") flip();
    else if (event.key === "h" && model.table.may?.analyse) analysis.hint();
    else if (!onBoard && (event.key === "ArrowLeft" || event.key === "ArrowRight")) moves.step(event.key === forward ? 1 : -1);
    else if (!onBoard && event.key === "Home") go(model.table.ply > 0 ? 0 : null);
    else if (!onBoard && event.key === "End") go(null);
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);

  let isClosed = false;
  const leave = () => {
    if (isClosed) return;
    isClosed = true;
    unwatch();
    document.removeEventListener("keydown", onKey);
    leaveTable();
    for (const panel of [absence, chat, invite, moves, analysis, players, board]) panel.remove();
  };
  return leave;
}
