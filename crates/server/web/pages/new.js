// Arranging a game: who plays, how long, by which rules.

import { Board } from "../board/board.js";
import { parseTimeControl } from "../clock.js";
import { h } from "../dom.js";
import { games, openTable, postJson, errorMessage } from "../http.js";
import { navigate, setTitle } from "../router.js";
import { t } from "../i18n.js";
import { showLost } from "./lost.js";
import { clockChoice } from "./new/time.js";
import { seatWishes } from "./new/seats.js";
import { settingFieldsOrFile } from "./new/settings.js";

/** @typedef {import("../wire.js").GameEntry} GameEntry */

/**
 * @param {HTMLElement} host
 * @param {string} name
 */
export async function newPage(host, name) {
  /** @type {GameEntry | undefined} */
  let game;
  try {
    game = (await games()).find((entry) => entry.name === name);
  } catch {
    return showLost(host, t("lost.broken.heading"), t("lobby.failed"));
  }
  if (!game) return showLost(host, t("lost.game.heading"), t("lost.game"));
  return arrange(host, game);
}

/**
 * @param {HTMLElement} host
 * @param {GameEntry} game
 */
function arrange(host, game) {
  const heading = t("new.heading", { game: game.title });
  setTitle(heading);
  host.className = "";
  const query = new URLSearchParams(location.search);
  const position = query.get("position") ?? "start";

  const seats = seatWishes(game, () => redraw());
  const time = clockChoice();
  const settings = settingFieldsOrFile(game, query, () => void preview());
  const listed = h("input", { type: "checkbox", checked: true });
  const listedLine = h("label", { class: "check" }, listed, t("new.listed"));
  const guide = h("div", { hidden: true });
  const complaint = h("p", { class: "error", role: "alert" });
  const start = h("button", { class: "button primary" }, t("new.start"));
  const form = h("form", {},
    h("fieldset", { class: "panel" }, h("legend", {}, t("new.seats")), seats.element, listedLine),
    h("fieldset", { class: "panel" }, h("legend", {}, t("new.clock")), time.element),
    game.settings.length > 0 ? h("fieldset", { class: "panel" }, h("legend", {}, t("new.settings")), settings.element, guide) : null,
    h("div", { class: "start-bar" }, start, complaint));
  const boardHost = h("div", { class: "board-host" });
  const objection = h("p", { class: "error small", role: "status" });
  const aside = h("aside", { class: "preview", "aria-label": t("new.preview") }, boardHost,
    position === "start" ? h("a", { class: "button subtle", href: `/edit/${game.name}` }, t("new.edit")) : h("p", { class: "muted small" }, t("new.position")),
    objection);
  host.append(h("h1", {}, heading), h("p", { class: "lead" }, game.about), h("div", { class: "new-game" }, form, aside));

  const board = new Board(boardHost, { readOnly: true, label: t("new.preview") });
  void board.show(game.ground, game.standing);

  const redraw = () => {
    const open = seats.wishes().some((seat) => seat.who === "link");
    listedLine.hidden = !open;
    start.textContent = t(open ? "new.open" : "new.start");
  };

  let taught = "";
  /**
   * Draws how the pieces move, whenever they move differently.
   * @param {import("../wire.js").Preview} shown
   */
  const teach = async (shown) => {
    const lessons = JSON.stringify(shown.guide);
    if (lessons === taught) return;
    taught = lessons;
    const drawn = shown.guide ? [(await import("../piece_guide.js")).drawPieceGuide(shown.guide, shown.ground)] : [];
    if (lessons !== taught) return;
    guide.replaceChildren(...drawn);
    guide.hidden = !shown.guide;
  };

  let stop = new AbortController();
  const preview = async () => {
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    try {
      /** @type {import("../wire.js").Preview} */
      const shown = await postJson("/api/preview", { game: game.name, settings: settings.values(), position }, signal);
      objection.textContent = "";
      settings.complain("");
      seats.draw(shown.seats);
      void board.show(shown.ground, shown.standing);
      void teach(shown);
      redraw();
    } catch (fault) {
      if (signal.aborted) return;
      const sentence = errorMessage(fault, t("connection.failed"));
      objection.textContent = settings.complain(sentence) ? "" : sentence;
    }
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const clock = time.value();
    const wishes = seats.wishes();
    if (!parseTimeControl(clock)) return void (complaint.textContent = t("new.clock.bad"));
    if (wishes.every((seat) => seat.who === "engine")) return void (complaint.textContent = t("new.nobody"));
    start.disabled = true;
    try {
      const table = await openTable({ game: game.name, settings: settings.values(), clock, position, seats: wishes, listed: listed.checked && !listedLine.hidden });
      navigate(`/table/${table}`);
    } catch (fault) {
      complaint.textContent = errorMessage(fault, t("connection.failed"));
      start.disabled = false;
    }
  });
  void preview();
  redraw();
  return () => {
    stop.abort();
    board.remove();
  };
}
