// What is played here: the game, how it was agreed on, its link, and the honesty of its dice.

import { describeTimeControl } from "../../clock.js";
import { h } from "../../dom.js";
import { capitalize, t, tOr } from "../../i18n.js";
import { copyButton } from "./invite.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** What is longer belongs to the rules, not beside a board. */
const LONGEST = 24;

/**
 * The settings out of the full text of the rules: what stands before its first section.
 * @param {string} rules
 */
function settings(rules) {
  const [head] = rules.split(/^\[/m);
  return head.split("\n").slice(1).map((line) => line.split("=").map((part) => part.trim().replace(/^"(.*)"$/, "$1")))
    .filter((pair) => pair.length === 2 && pair[1].length <= LONGEST);
}

/**
 * @param {Scene} scene
 * @returns {import("./scene.js").Part}
 */
export function gamePanel(scene) {
  const title = h("h2", {});
  const agreed = h("p", { class: "muted small" });
  const people = h("ul", { class: "seats" });
  const facts = h("dl", { class: "facts small" });
  const dice = h("div", { class: "dice-proof small muted" });
  const guide = h("div", { hidden: true });
  const link = h("div", { class: "row" }, copyButton(t("game.copy"), `${location.origin}/table/${scene.id}`));
  const element = h("section", { class: "panel game", "aria-label": t("game.label") }, title, agreed, people, facts, dice, link, guide);
  let drawn = "";
  let isTaught = false;
  /** Draws how the pieces move, once. */
  const teach = async () => {
    const { about, ground } = scene;
    if (isTaught || !about?.guide || !ground) return;
    isTaught = true;
    const { drawPieceGuide } = await import("../../piece_guide.js");
    guide.replaceChildren(drawPieceGuide(about.guide, ground));
    guide.hidden = false;
  };
  return {
    element,
    update() {
      const { about } = scene;
      if (!about) return;
      title.textContent = about.title;
      void teach();
      const commitment = scene.events.find((event) => event.event === "opened")?.commitment ?? "";
      const secret = scene.events.find((event) => event.event === "revealed")?.secret ?? "";
      const next = JSON.stringify([about, scene.table.seats, commitment, secret]);
      if (next === drawn) return;
      drawn = next;
      agreed.textContent = [describeTimeControl(about.clock), about.start === "start" ? "" : t("game.position")].filter(Boolean).join(", ");
      people.replaceChildren(...scene.table.seats.map((seat) => h("li", {},
        seat.paint ? h("span", { class: "colour-dot", "data-paint": seat.paint }) : null,
        h("span", {}, h("b", {}, seat.name ?? t("people.open")), h("br"), h("span", { class: "muted small" },
          [capitalize(seat.title), seat.who === "you" && scene.mine.length === 1 ? t("table.you") : "", seat.who === "person" && !seat.here ? t("people.away") : ""].filter(Boolean).join(", "))))));
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
