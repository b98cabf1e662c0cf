// The choice between a rated and a casual game.

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { socket } from "../../socket.js";

/** @typedef {import("../../wire.js").SeatRequest} SeatRequest */

/**
 * `true` for the name of a bot; bots do not play rated games.
 * @param {string} name
 */
const isBotName = (name) => name.trim().toLowerCase().endsWith("(bot)");

/**
 * `true` if a game with these players may be rated: one seat of the user, all others of people or computers with a rating.
 * @param {SeatRequest[]} seats
 * @param {string[]} engines computers with a rating
 */
export function canBeRated(seats, engines) {
  const isRated = (/** @type {SeatRequest} */ seat) =>
    seat.who === "link" || (seat.who === "player" && !isBotName(seat.name ?? "")) || (seat.who === "engine" && engines.includes(seat.engine ?? ""));
  return seats.length > 1 && seats.filter((seat) => seat.who === "me").length === 1 && seats.every((seat) => seat.who === "me" || isRated(seat));
}

/**
 * Creates the field.
 * @param {import("../../wire.js").GameEntry} game
 */
export function ratedField(game) {
  const input = h("input", { type: "checkbox" });
  const why = h("span", { class: "muted small" });
  const logIn = h("a", { href: `/account?next=/new/${game.name}` }, t("new.rated.logIn"));
  /** @type {SeatRequest[]} */
  let seats = [];
  const update = () => {
    const registered = socket.user?.registered ?? false;
    const possible = canBeRated(seats, game.rated);
    input.disabled = !registered || !possible;
    why.replaceChildren(...(possible ? (registered ? [t("new.rated.about")] : [logIn]) : [t("new.rated.seats")]));
  };
  const remove = socket.onUser(update);
  return {
    element: h("div", { class: "rated" }, h("label", { class: "check" }, input, t("new.rated")), why),
    /** @param {SeatRequest[]} requests */
    update(requests) {
      seats = requests;
      update();
    },
    value: () => input.checked && !input.disabled,
    remove,
  };
}
