// The form for a new game: players, time control, rules.

import { Board } from "../board/board.js";
import { parseTimeControl } from "../clock.js";
import { h } from "../dom.js";
import { games, openTable, postJson, errorMessage } from "../http.js";
import { navigate, setTitle } from "../router.js";
import { addMessages, t } from "../i18n.js";
import { newGame as messages } from "../messages/en.new.js";
import { showErrorPage } from "./not_found.js";
import { timeControlField } from "./new/time_control.js";
import { ratedField } from "./new/rated.js";
import { seatFields } from "./new/seats.js";
import { settingFieldsWithFile } from "./new/settings.js";

/** @typedef {import("../wire.js").GameEntry} GameEntry */

addMessages(messages);

/**
 * Opens the form for a new game.
 * @param {HTMLElement} host
 * @param {string} name name of the game
 */
export async function newPage(host, name) {
  /** @type {GameEntry | undefined} */
  let game;
  try {
    game = (await games()).find((entry) => entry.name === name);
  } catch {
    return showErrorPage(host, t("error.load.heading"), t("lobby.failed"));
  }
  if (!game) return showErrorPage(host, t("error.game.heading"), t("error.game"));
  return showForm(host, game);
}

/**
 * @param {HTMLElement} host
 * @param {GameEntry} game
 * @returns {() => void} closes the page
 */
function showForm(host, game) {
  const heading = t("new.heading", { game: game.title });
  setTitle(heading);
  host.className = "";
  const query = new URLSearchParams(location.search);
  const position = query.get("position") ?? "start";

  const seats = seatFields(game, () => updateButtons(), query.get("player") ?? "");
  const time = timeControlField();
  const settings = settingFieldsWithFile(game, query, () => void preview());
  const listed = h("input", { type: "checkbox", checked: true });
  const listedLine = h("label", { class: "check" }, listed, t("new.listed"));
  const rated = ratedField(game);
  const guide = h("div", { hidden: true });
  const error = h("p", { class: "error", role: "alert" });
  const start = h("button", { class: "button primary" }, t("new.start"));
  const form = h("form", {},
    h("fieldset", { class: "panel" }, h("legend", {}, t("new.players")), seats.element, rated.element, listedLine),
    h("fieldset", { class: "panel" }, h("legend", {}, t("new.clock")), time.element),
    game.settings.length > 0 ? h("fieldset", { class: "panel" }, h("legend", {}, t("new.settings")), settings.element, guide) : null,
    h("div", { class: "start-bar" }, start, error));
  const boardHost = h("div", { class: "board-host" });
  const previewError = h("p", { class: "error small", role: "status" });
  const aside = h("aside", { class: "preview", "aria-label": t("new.preview") }, boardHost,
    position === "start" ? h("a", { class: "button subtle", href: `/edit/${game.name}` }, t("new.edit")) : h("p", { class: "muted small" }, t("new.position")),
    previewError);
  host.append(h("h1", {}, heading), h("p", { class: "lead" }, game.about), h("div", { class: "new-game" }, form, aside));

  const board = new Board(boardHost, { readOnly: true, label: t("new.preview") });
  void board.show(game.layout, game.placement);

  const updateButtons = () => {
    const requests = seats.requests();
    const open = requests.some((seat) => seat.who === "link");
    const challenges = requests.some((seat) => seat.who === "player");
    rated.update(requests);
    listedLine.hidden = !open;
    start.textContent = t(challenges ? "new.challenge" : open ? "new.create" : "new.start");
  };

  let shownGuide = "";
  /**
   * Draws the piece guide if it has changed.
   * @param {import("../wire.js").Preview} shown
   */
  const showGuide = async (shown) => {
    const content = JSON.stringify(shown.guide);
    if (content === shownGuide) return;
    shownGuide = content;
    const drawn = shown.guide ? [(await import("../piece_guide.js")).drawPieceGuide(shown.guide, shown.layout)] : [];
    if (content !== shownGuide) return;
    guide.replaceChildren(...drawn);
    guide.hidden = !shown.guide;
  };

  let request = new AbortController();
  const preview = async () => {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    try {
      /** @type {import("../wire.js").Preview} */
      const shown = await postJson("/api/preview", { game: game.name, settings: settings.values(), position }, signal);
      previewError.textContent = "";
      settings.showError("");
      seats.draw(shown.seats);
      void board.show(shown.layout, shown.placement);
      void showGuide(shown);
      updateButtons();
    } catch (fault) {
      if (signal.aborted) return;
      const message = errorMessage(fault, t("connection.failed"));
      previewError.textContent = settings.showError(message) ? "" : message;
    }
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const clock = time.value();
    const requests = seats.requests();
    if (!parseTimeControl(clock)) return void (error.textContent = t("new.clock.bad"));
    if (requests.every((seat) => seat.who === "engine")) return void (error.textContent = t("new.noHuman"));
    start.disabled = true;
    try {
      const table = await openTable({ game: game.name, settings: settings.values(), clock, position, seats: requests, listed: listed.checked && !listedLine.hidden, rated: rated.value() });
      navigate(`/table/${table}`);
    } catch (fault) {
      error.textContent = errorMessage(fault, t("connection.failed"));
      start.disabled = false;
    }
  });
  void preview();
  updateButtons();
  return () => {
    request.abort();
    rated.remove();
    seats.remove();
    board.remove();
  };
}
