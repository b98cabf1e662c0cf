// Fields with a label, and a list to choose a game from.

import { h } from "../../dom.js";
import { t } from "../../i18n.js";

let count = 0;

/**
 * Creates a field: a label and its input.
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement} input
 */
export function labelled(label, input) {
  input.id = `filter-${(count += 1)}`;
  return h("div", { class: "field" }, h("label", { for: input.id }, label), input);
}

/**
 * Creates the list of games. Puzzles without an opponent have no results and are left out.
 * @param {import("../../wire.js").GameEntry[]} games
 * @param {string} label
 * @param {string} chosen name of a game, empty for all
 * @param {(game: string) => void} onchange
 */
export function gameSelect(games, label, chosen, onchange) {
  const choices = [["", t("people.allGames")], ...games.filter((game) => game.usual_seats > 1).map((game) => [game.name, game.title])];
  const select = h("select", { class: "input", name: "game" }, ...choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  select.addEventListener("change", () => onchange(select.value));
  const field = labelled(label, select);
  field.classList.add("game-select");
  return field;
}
