// The unfinished games of the user.

import { announce } from "../../announce.js";
import { confirmButton } from "../../confirm_button.js";
import { h } from "../../dom.js";
import { errorMessage, postJson } from "../../http.js";
import { t } from "../../i18n.js";
import { navigate } from "../../router.js";
import { socket } from "../../socket.js";
import { dateText } from "../people/format.js";

/** @typedef {import("../../wire.js").SavedGame} SavedGame */

/**
 * Moves a game that was saved in the terminal to the server.
 * @param {SavedGame} game
 */
const adopt = async (game) => {
  if (game.home === "terminal") await postJson(`/api/tables/${game.table}/adopt`, {});
};

/**
 * Creates the list.
 * @param {import("../../wire.js").Account} account
 * @param {import("../../wire.js").GameEntry[]} games
 */
export function savedGames(account, games) {
  const list = h("ul", { class: "saved-games" });
  const empty = h("p", { class: "muted" }, t("history.unfinished.none"));
  const note = h("p", { class: "muted small" }, t("history.unfinished.note"));
  const update = () => {
    empty.hidden = list.childElementCount > 0;
    note.hidden = !empty.hidden;
  };
  list.append(...[...account.games].sort((one, other) => other.created - one.created).map((game) => row(game)));
  update();

  /** @param {SavedGame} game */
  function row(game) {
    const title = games.find(({ name }) => name === game.game)?.title ?? game.game;
    const names = game.seats.filter((name) => name !== account.name).map((name) => name ?? t("history.waiting"));
    const facts = [names.length > 0 ? t("history.against", { names: names.join(", ") }) : "", t("history.started", { date: dateText(game.created) }), game.home === "terminal" ? t("history.terminal") : ""];
    const error = h("span", { class: "error small", role: "alert" });
    /** @param {unknown} fault */
    const showError = (fault) => (error.textContent = errorMessage(fault, t("connection.failed")));
    const open = h("a", { class: "button", href: `/table/${game.table}`, "aria-label": `${t("history.continue")}: ${title}` }, t("history.continue"));
    open.addEventListener("click", (event) => {
      if (game.home !== "terminal") return;
      event.preventDefault();
      adopt(game).then(() => navigate(`/table/${game.table}`), showError);
    });
    const remove = confirmButton(t("history.delete"), t("history.delete.confirm"), async () => {
      try {
        await adopt(game);
        game.home = "server";
        await socket.request({ kind: "abandon", table: game.table });
        line.remove();
        update();
        announce(t("history.deleted"));
      } catch (fault) {
        showError(fault);
      }
    });
    remove.classList.add("subtle");
    const line = h("li", { "data-table": game.table }, h("span", { class: "finished-title" }, h("b", {}, title), h("span", { class: "muted small" }, facts.filter(Boolean).join(" · "))),
      h("span", { class: "row" }, open, remove), error);
    return line;
  }

  return h("section", { class: "panel stack", "data-list": "saved" }, h("h2", {}, t("history.unfinished")), empty, list, note);
}
