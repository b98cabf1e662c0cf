// Shown while seats are open: the invite link, the seats, and a button to join.

import { h } from "../../dom.js";
import { errorMessage } from "../../http.js";
import { navigate } from "../../router.js";
import { socket } from "../../socket.js";
import { capitalize, t } from "../../i18n.js";

/** @typedef {import("./model.js").TableModel} TableModel */

/**
 * Creates a button that copies `text`; where copying is not allowed, it shows the text.
 * @param {string} label
 * @param {string} text
 * @param {string} [className]
 */
export function copyButton(label, text, className = "button") {
  const button = h("button", { class: className, type: "button" }, label);
  let timer = 0;
  button.addEventListener("click", async () => {
    let copied = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      copied = false;
    }
    button.textContent = copied ? t("game.copied") : text;
    clearTimeout(timer);
    timer = window.setTimeout(() => (button.textContent = label), copied ? 2000 : 15_000);
  });
  return button;
}

/**
 * Creates the invite panel.
 * @param {TableModel} model
 * @returns {import("./model.js").Panel}
 */
export function invitePanel(model) {
  const address = `${location.origin}/table/${model.id}`;
  const heading = h("h2", {});
  const seatList = h("ul", { class: "seats" });
  const message = h("p", { class: "error small", role: "alert" });
  const link = h("input", { class: "input invite-link", readonly: true, value: address, "aria-label": t("invite.link"), onfocus: () => link.select() });
  const share = h("div", { class: "invite-share" }, h("p", { class: "muted" }, t("invite.send")), link, copyButton(t("game.copy"), address, "button primary"));
  const cancel = h("button", { class: "button subtle", type: "button" }, t("invite.cancel"));
  const card = h("div", { class: "panel invite" }, heading, seatList, share, message, cancel);
  const element = h("div", { class: "invite-cover", hidden: true }, card);

  /** @param {Record<string, any>} request */
  const send = async (request) => {
    try {
      await socket.request({ ...request, table: model.id });
      message.textContent = "";
      return true;
    } catch (error) {
      message.textContent = errorMessage(error, t("connection.failed"));
      return false;
    }
  };
  cancel.addEventListener("click", async () => {
    if (await send({ kind: "withdraw" })) navigate("/");
  });
  let drawn = "";
  return {
    element,
    update() {
      element.hidden = model.table.state !== "waiting";
      if (element.hidden) return;
      // Rated games are for accounts.
      const needsLogIn = model.about?.rated && !socket.user?.registered;
      const next = JSON.stringify([model.table.seats, needsLogIn]);
      if (next === drawn) return;
      drawn = next;
      const open = model.table.seats.filter((seat) => seat.who === "open");
      const seated = model.ownSeats.length > 0;
      heading.textContent = seated ? t("invite.waiting", { count: open.length }) : t("invite.free");
      seatList.replaceChildren(...model.table.seats.map((seat) => h("li", {},
        seat.paint ? h("span", { class: "colour-dot", "data-paint": seat.paint }) : null,
        h("span", {}, h("b", {}, capitalize(seat.title)), h("br"), h("span", { class: "muted small" }, seat.who === "open" ? t("seat.open") : model.seatName(seat))),
        seat.who !== "open" || seated ? null : needsLogIn
          ? h("a", { class: "button primary", href: `/account?next=/table/${model.id}` }, t("invite.logIn"))
          : h("button", { class: "button primary", type: "button", onclick: () => void send({ kind: "sit", seat: seat.seat }) }, t("lobby.join")))));
      share.hidden = !seated;
      cancel.hidden = !seated;
    },
  };
}
