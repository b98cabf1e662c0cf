// The filters of the list of finished games.

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { gameSelect, labelled } from "../people/filter_fields.js";
import { KEYS } from "./query.js";

/** @typedef {import("./query.js").Filters} Filters */

/** Delay between the last key and the request, in milliseconds. */
const TYPING_DELAY = 350;

/**
 * Creates the filters.
 * @param {import("../../wire.js").GameEntry[]} games
 * @param {Filters} filters
 * @param {(filters: Filters) => void} onchange
 */
export function filterForm(games, filters, onchange) {
  let timer = 0;
  const changed = () => {
    clearTimeout(timer);
    player.element.hidden = whose.value !== "one";
    result.disabled = whose.value === "all";
    reset.hidden = KEYS.every((key) => values()[key] === "");
    onchange(values());
  };
  const typed = () => {
    clearTimeout(timer);
    timer = window.setTimeout(changed, TYPING_DELAY);
  };
  /**
   * @param {string} key
   * @param {string} label
   * @param {string} type
   */
  const input = (key, label, type) => {
    const element = h("input", { class: "input", type, name: key, value: filters[/** @type {keyof Filters} */ (key)], maxlength: type === "date" ? null : 24, autocomplete: "off" });
    element.addEventListener(type === "date" ? "change" : "input", type === "date" ? changed : typed);
    return { input: element, element: labelled(t(label), element) };
  };
  /**
   * @param {[string, string][]} choices values and texts
   * @param {string} chosen
   */
  const select = (choices, chosen) => h("select", { class: "input", onchange: changed }, ...choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));

  const whose = select([["mine", t("history.filter.mine")], ["all", t("history.filter.all")], ["one", t("history.filter.one")]],
    filters.player === "" ? "mine" : filters.player === "*" ? "all" : "one");
  const player = input("player", "history.filter.player", "text");
  if (filters.player === "*") player.input.value = "";
  player.element.hidden = whose.value !== "one";
  const game = gameSelect(games, t("history.filter.game"), filters.game, changed);
  const result = select([["", t("history.filter.result.any")], ["win", t("people.wins")], ["draw", t("people.draws")], ["loss", t("people.losses")]], filters.result);
  // Among the games of everyone there is no one whose result it would be.
  result.disabled = whose.value === "all";
  const opponent = input("opponent", "history.filter.opponent", "text");
  const since = input("since", "history.filter.since", "date");
  const until = input("until", "history.filter.until", "date");

  /** @returns {Filters} */
  const values = () => ({
    player: whose.value === "all" ? "*" : whose.value === "one" ? player.input.value.trim() : "",
    game: game.querySelector("select")?.value ?? "",
    result: result.disabled ? "" : result.value,
    opponent: opponent.input.value.trim(),
    since: since.input.value,
    until: until.input.value,
  });
  const isUsed = KEYS.some((key) => filters[key] !== "");
  const reset = h("a", { class: "button subtle", href: "/history", hidden: !isUsed }, t("history.filter.reset"));
  const form = h("form", { class: "filters", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    changed();
  } },
  labelled(t("history.filter.whose"), whose), player.element, game, labelled(t("history.filter.result"), result), opponent.element, since.element, until.element, reset);
  return h("details", { class: "filter-panel", open: isUsed || matchMedia("(min-width: 821px)").matches }, h("summary", {}, t("history.filters")), form);
}
