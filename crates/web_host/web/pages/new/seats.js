// Fields for the players: you, a friend on this device, a friend by link, a player or bot by name, or an engine.

import { h } from "../../dom.js";
import { capitalize, t } from "../../i18n.js";
import { socket } from "../../socket.js";
import { engineFields } from "./engine_options.js";

/** @typedef {import("../../wire.js").SeatRequest} SeatRequest */
/** @typedef {import("../../wire.js").SeatTitle} SeatTitle */

/** Start of the value of a choice that is an engine; its name follows. */
const ENGINE = "engine:";
/** Longest name of an account, with the mark of a bot. */
const MAX_NAME = 30;

/**
 * Creates the fields of one seat.
 * @param {import("../../wire.js").GameEntry} game
 * @param {number} index
 * @param {() => void} change
 */
function seatRow(game, index, change) {
  const paint = h("span", { class: "colour-dot" });
  const title = h("span", {});
  // A puzzle is solved by people.
  const engines = (game.usual_seats > 1 ? game.engines : []).map((engine) => ({ engine, fields: engineFields(engine) }));
  const usual = index === 0 ? "me" : engines.length > 0 ? ENGINE + engines[0].engine.name : "here";
  const people = ["me", "here", "link", "player"].map((kind) => [kind, t(`new.who.${kind}`)]);
  const choices = [...people, ...engines.map(({ engine }) => [ENGINE + engine.name, engine.title])];
  const who = h("select", { class: "input" }, ...choices.map(([value, label]) => h("option", { value, selected: value === usual }, label)));
  const byName = /** @type {HTMLOptionElement} */ (who.querySelector("[value=player]"));
  const name = h("input", { class: "input", maxlength: MAX_NAME, placeholder: t("new.name"), "aria-label": t("new.name"), autocomplete: "off" });
  const about = h("p", { class: "muted small" });
  const chosenEngine = () => engines.find(({ engine }) => who.value === ENGINE + engine.name);
  const update = () => {
    const chosen = chosenEngine();
    for (const one of engines) one.fields.element.hidden = one !== chosen;
    name.hidden = who.value !== "here" && who.value !== "player";
    name.required = who.value === "player";
    // The usual opponent needs no explanation.
    about.textContent = chosen && chosen !== engines[0] ? chosen.engine.about : "";
  };
  who.addEventListener("change", () => {
    update();
    change();
  });
  // A bot is recognised by its name.
  name.addEventListener("input", change);
  const element = h("div", { class: "seat-options" }, h("span", {}, paint, title), who,
    h("span", {}, ...engines.map(({ fields }) => fields.element), name), about);
  update();
  return {
    element,
    /** @param {SeatTitle} seat */
    draw(seat) {
      paint.dataset.paint = seat.paint ?? "";
      paint.hidden = !seat.paint;
      const name = capitalize(seat.title);
      title.textContent = name;
      who.setAttribute("aria-label", t("new.who", { seat: name }));
      for (const { fields } of engines) fields.setSeat(name);
    },
    /**
     * Offers players by name to accounts only: guests cannot challenge.
     * @param {boolean} registered
     */
    setRegistered(registered) {
      byName.disabled = !registered;
      byName.textContent = t(registered ? "new.who.player" : "new.who.player.logIn");
    },
    /** @returns {SeatRequest} */
    request() {
      const chosen = chosenEngine();
      if (chosen) return { who: "engine", engine: chosen.fields.text() };
      if (who.value === "here") return name.value.trim() ? { who: "here", name: name.value.trim() } : { who: "here" };
      if (who.value === "player") return { who: "player", name: name.value.trim() };
      return { who: who.value === "me" ? "me" : "link" };
    },
    /**
     * Selects a player by name.
     * @param {string} player
     */
    challenge(player) {
      who.value = "player";
      name.value = player;
      update();
    },
  };
}

/**
 * Creates the fields of all seats.
 * @param {import("../../wire.js").GameEntry} game
 * @param {() => void} change
 * @param {string} [player] name of the account to challenge
 */
export function seatFields(game, change, player = "") {
  const element = h("div", { class: "field" });
  /** @type {ReturnType<typeof seatRow>[]} */
  const rows = [];
  let count = game.usual_seats;
  const drawRows = () => {
    while (rows.length < count) rows.push(seatRow(game, rows.length, change));
    for (const row of rows) row.setRegistered(socket.user?.registered ?? false);
    element.replaceChildren(...rows.slice(0, count).map((row) => row.element));
  };
  drawRows();
  if (player) rows[1]?.challenge(player);
  const remove = socket.onUser(({ registered }) => rows.forEach((row) => row.setRegistered(registered)));
  return {
    remove,
    element,
    /** @param {SeatTitle[]} seats */
    draw(seats) {
      if (seats.length !== count || element.childElementCount !== count) {
        count = seats.length;
        drawRows();
      }
      seats.forEach((seat, index) => rows[index].draw(seat));
    },
    requests: () => rows.slice(0, count).map((row) => row.request()),
  };
}
