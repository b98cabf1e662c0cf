// Information about the game: time control, players, settings, dice commitment, link, and piece guide.

import { describeTimeControl } from "../../clock.js";
import { h } from "../../dom.js";
import { addMessages, capitalize, t, tOr } from "../../i18n.js";
import { settings as messages } from "../../messages/en.settings.js";
import { copyButton } from "./invite.js";

/** @typedef {import("./model.js").TableModel} TableModel */

addMessages(messages);

/** Settings that only the rules need. */
const HIDDEN = new Set(["castling"]);
/** Longer values are not shown beside the board. */
const MAX_LENGTH = 24;

/**
 * Settings from the text of the rules: the lines before its first section.
 * @param {string} rules
 */
function settings(rules) {
  const [head] = rules.split(/^\[/m);
  return head.split("\n").slice(1).map((line) => line.split("=").map((part) => part.trim().replace(/^"(.*)"$/, "$1")))
    .filter((pair) => pair.length === 2 && !HIDDEN.has(pair[0]) && pair[1].length <= MAX_LENGTH);
}

/**
 * Creates the information panel.
 * @param {TableModel} model
 * @returns {import("./model.js").Panel}
 */
export function gameInfo(model) {
  const title = h("h2", {});
  const terms = h("p", { class: "muted small" });
  const seats = h("ul", { class: "seats" });
  const facts = h("dl", { class: "facts small" });
  const dice = h("div", { class: "dice-proof small muted" });
  const guide = h("div", { hidden: true });
  const link = h("div", { class: "row" }, copyButton(t("game.copy"), `${location.origin}/table/${model.id}`));
  const element = h("section", { class: "panel game", "aria-label": t("game.label") }, title, terms, seats, facts, dice, link, guide);
  let drawn = "";
  let guideShown = false;
  /** Draws the piece guide once. */
  const showGuide = async () => {
    const { about, layout } = model;
    if (guideShown || !about?.guide || !layout) return;
    guideShown = true;
    const { drawPieceGuide } = await import("../../piece_guide.js");
    guide.replaceChildren(drawPieceGuide(about.guide, layout));
    guide.hidden = false;
  };
  return {
    element,
    update() {
      const { about } = model;
      if (!about) return;
      title.textContent = about.title;
      void showGuide();
      const commitment = model.events.find((event) => event.event === "opened")?.commitment ?? "";
      const secret = model.events.find((event) => event.event === "revealed")?.secret ?? "";
      const next = JSON.stringify([about, model.table.seats, commitment, secret]);
      if (next === drawn) return;
      drawn = next;
      terms.textContent = [describeTimeControl(about.clock), about.rated ? t("lobby.rated") : "", about.start === "start" ? "" : t("game.position")].filter(Boolean).join(", ");
      seats.replaceChildren(...model.table.seats.map((seat) => h("li", {},
        seat.paint ? h("span", { class: "colour-dot", "data-paint": seat.paint }) : null,
        h("span", {}, h("b", {}, seat.name ?? t("seat.open")), h("br"), h("span", { class: "muted small" },
          [capitalize(seat.title), seat.who === "you" && model.ownSeats.length === 1 ? t("table.you") : "", seat.who === "person" && !seat.here ? t("player.away") : ""].filter(Boolean).join(", "))))));
      facts.replaceChildren(...settings(about.rules).flatMap(([key, value]) =>
        [h("dt", {}, tOr(`setting.${key}`, key)), h("dd", {}, tOr(`value.${value}`, value))]));
      dice.hidden = !about.has_dice;
      dice.replaceChildren(h("b", {}, t("dice.fair")), " ", h("span", {}, t(secret ? "dice.revealed" : "dice.committed")),
        commitment ? h("code", { title: commitment }, `${t("dice.commitment")} ${commitment.slice(0, 16)}…`) : "",
        secret ? h("code", { title: secret }, `${t("dice.secret")} ${secret}`) : "",
        secret ? h("span", {}, t("dice.check")) : "");
    },
  };
}
