// While seats are empty: the link, who is missing, and a chair for who came by it.

import { h } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { navigate } from "../../router.js";
import { socket } from "../../socket.js";
import { capitalize, t } from "../../i18n.js";

/** @typedef {import("./scene.js").Scene} Scene */

/**
 * @param {string} words
 * @param {string} text
 * @param {string} [look]
 */
export function copyButton(words, text, look = "button") {
  const button = h("button", { class: look, type: "button" }, words);
  let back = 0;
  button.addEventListener("click", async () => {
    let copied = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      copied = false;
    }
    button.textContent = copied ? t("game.copied") : text;
    clearTimeout(back);
    back = window.setTimeout(() => (button.textContent = words), copied ? 2000 : 15_000);
  });
  return button;
}

/**
 * @param {Scene} scene
 * @returns {import("./scene.js").Part}
 */
export function invitation(scene) {
  const address = `${location.origin}/table/${scene.id}`;
  const heading = h("h2", {});
  const missing = h("ul", { class: "seats" });
  const complaint = h("p", { class: "error small", role: "alert" });
  const link = h("input", { class: "input invite-link", readonly: true, value: address, "aria-label": t("invite.link"), onfocus: () => link.select() });
  const send = h("div", { class: "invite-send" }, h("p", { class: "muted" }, t("invite.send")), link, copyButton(t("game.copy"), address, "button primary"));
  const withdraw = h("button", { class: "button subtle", type: "button" }, t("invite.withdraw"));
  const card = h("div", { class: "panel invite" }, heading, missing, send, complaint, withdraw);
  const element = h("div", { class: "invite-cover", hidden: true }, card);

  /** @param {Record<string, any>} request */
  const ask = async (request) => {
    try {
      await socket.request({ ...request, table: scene.id });
      complaint.textContent = "";
      return true;
    } catch (fault) {
      complaint.textContent = errorMessage(fault, t("connection.failed"));
      return false;
    }
  };
  withdraw.addEventListener("click", async () => {
    if (await ask({ kind: "withdraw" })) navigate("/");
  });
  let drawn = "";
  return {
    element,
    update() {
      element.hidden = scene.table.state !== "waiting";
      if (element.hidden) return;
      const next = JSON.stringify(scene.table.seats);
      if (next === drawn) return;
      drawn = next;
      const open = scene.table.seats.filter((seat) => seat.who === "open");
      const seated = scene.mine.length > 0;
      heading.textContent = seated ? t("invite.waiting", { count: open.length }) : t("invite.free");
      missing.replaceChildren(...scene.table.seats.map((seat) => h("li", {},
        seat.paint ? h("span", { class: "colour-dot", "data-paint": seat.paint }) : null,
        h("span", {}, h("b", {}, capitalize(seat.title)), h("br"), h("span", { class: "muted small" }, seat.who === "open" ? t("people.open") : scene.nameOf(seat))),
        seat.who === "open" && !seated
          ? h("button", { class: "button primary", type: "button", onclick: () => void ask({ kind: "sit", seat: seat.seat }) }, t("lobby.sit")) : null)));
      send.hidden = !seated;
      withdraw.hidden = !seated;
    },
  };
}
