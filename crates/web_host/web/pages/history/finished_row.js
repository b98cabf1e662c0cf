// A finished game in a list.

import { announce } from "../../announce.js";
import { describeTimeControl } from "../../clock.js";
import { confirmButton } from "../../confirm_button.js";
import { h } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { addMessages, capitalize, t, tOr } from "../../i18n.js";
import { table } from "../../messages/en.table.js";
import { socket } from "../../socket.js";
import { changeText, dateText, playerLink, timeElement } from "../people/format.js";

addMessages(table);

/** @typedef {import("../../wire.js").FinishedGame} FinishedGame */
/** @typedef {import("../../wire.js").FinishedSeat} FinishedSeat */

/**
 * Address of a game in a format.
 * @param {string} table
 * @param {string} format
 */
export const downloadUrl = (table, format) => `/api/tables/${table}/${format === "record" ? "record" : `export/${encodeURIComponent(format)}`}`;

/**
 * Rule that ended the game, without a full stop.
 * @param {string} rule
 */
export const ruleText = (rule) => tOr(`rule.${rule}`, capitalize(rule)).replace(/\.$/, "");

/**
 * Name of a player, with a link to the profile of an account.
 * @param {FinishedSeat} seat
 */
function playerName(seat) {
  if (seat.name === null) return t("people.deleted");
  return seat.registered ? playerLink(seat.name) : seat.name;
}

/**
 * Names of the players; those in first place are bold.
 * @param {FinishedGame} game
 */
function players(game) {
  const isDraw = game.ending.places.filter((place) => place === 1).length > 1;
  return h("span", { class: "finished-players" }, ...game.seats.flatMap((seat, index) => {
    const name = h(game.ending.places[index] === 1 && !isDraw ? "b" : "span", {}, playerName(seat));
    return index > 0 ? [" – ", name] : [name];
  }));
}

/**
 * Creates the row of a finished game.
 * @param {FinishedGame} game
 * @param {string | null} of name of the player whose games are listed; `null` for the user
 */
export function finishedRow(game, of) {
  const isOwn = game.seats.some((seat) => seat.who === "you");
  const seat = game.seats.find((each) => (of === null ? each.who === "you" : each.registered && each.name?.toLowerCase() === of.toLowerCase()));
  const rated = seat?.change != null ? t("history.rated.change", { change: changeText(seat.change) }) : t("history.rated");
  const facts = [ruleText(game.ending.rule), t("history.moves", { count: game.moves }), game.clock === "none" ? "" : describeTimeControl(game.clock), game.rated ? rated : ""];
  const date = dateText(game.finished);
  const badge = game.result
    ? h("span", { class: "result", "data-result": game.result }, t(`result.name.${game.result}`))
    : h("span", { class: "result" });
  const actions = h("span", { class: "finished-actions" },
    h("a", { class: "button", href: `/table/${game.table}`, "aria-label": `${t("history.replay")}: ${game.title}, ${date}` }, t("history.replay")),
    ...game.formats.map((format) => {
      const name = tOr(`format.${format}`, format.toUpperCase());
      return h("a", { class: "button subtle", href: downloadUrl(game.table, format), download: true, "aria-label": t("history.download", { format: name, game: game.title, date }) }, `↓ ${name}`);
    }));
  const error = h("span", { class: "error small", role: "alert" });
  const row = h("li", { class: "finished-game", "data-table": game.table }, badge,
    h("span", { class: "finished-title" }, h("b", {}, game.title), h("span", { class: "muted small" }, facts.filter(Boolean).join(" · "))),
    h("span", { class: "finished-who" }, players(game), h("span", { class: "muted small" }, timeElement(game.finished))),
    actions, error);
  if (isOwn && of === null) {
    const hide = confirmButton(t("history.hide"), t("history.hide.confirm"), () => void socket.request({ kind: "hide", table: game.table }).then(
      () => {
        const next = /** @type {HTMLElement | null} */ ((row.nextElementSibling ?? row.previousElementSibling)?.querySelector("a") ?? null);
        row.remove();
        next?.focus();
        announce(t("history.hidden"));
      },
      (fault) => (error.textContent = errorMessage(fault, t("connection.failed"))),
    ));
    hide.classList.add("subtle");
    actions.append(hide);
  }
  return row;
}
