// Shown while seats are open: the invite link, the seats, and a button to join.

import { onSentChallenges, sentChallenges } from "../../challenges.js";
import { h } from "../../dom.js";
import { errorMessage, fetchJson } from "../../http.js";
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

/** Start of the links for others: the address of this page, or one of the server that other computers reach. */
async function reachableOrigin() {
  if (!["localhost", "127.0.0.1", "[::1]"].includes(location.hostname)) return location.origin;
  const { addresses } = await fetchJson("/api/addresses").catch(() => ({ addresses: [] }));
  return addresses.length > 0 ? new URL(addresses[0]).origin : location.origin;
}

/**
 * Creates the invite panel.
 * @param {TableModel} model
 * @returns {import("./model.js").Panel & {remove: () => void}}
 */
export function invitePanel(model) {
  const path = `/table/${model.id}`;
  let address = location.origin + path;
  const heading = h("h2", {});
  const seatList = h("ul", { class: "seats" });
  const message = h("p", { class: "error small", role: "alert" });
  const link = h("input", { class: "input invite-link", readonly: true, "aria-label": t("invite.link"), onfocus: () => link.select() });
  const copy = h("div", { class: "row" });
  const qrCode = h("img", { class: "invite-code", width: 132, height: 132, alt: t("invite.code") });
  const sendText = h("p", { class: "muted" }, t("invite.send", { count: 1 }));
  const share = h("div", { class: "invite-share" }, sendText, link, copy, qrCode);
  const showLink = () => {
    link.value = address;
    copy.replaceChildren(copyButton(t("game.copy"), address, "button primary"));
    qrCode.src = `/api/qr.svg?text=${encodeURIComponent(address)}`;
  };
  let isLinkShown = false;
  const loadLink = () => {
    if (isLinkShown) return;
    isLinkShown = true;
    showLink();
    reachableOrigin().then((origin) => {
      if (origin === location.origin) return;
      address = origin + path;
      showLink();
    });
  };
  const onChallenge = onSentChallenges(() => model.message && update());
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
  const update = () => {
    element.hidden = model.table.state !== "waiting";
    if (element.hidden) return;
    // Rated games are for accounts.
    const needsLogIn = model.about?.rated && !socket.user?.registered;
    const challenged = sentChallenges.get(model.id)?.to;
    const next = JSON.stringify([model.table.seats, needsLogIn, challenged]);
    if (next === drawn) return;
    drawn = next;
    const open = model.table.seats.filter((seat) => seat.who === "open");
    const seated = model.ownSeats.length > 0;
    heading.textContent = challenged && open.length === 1 ? t("challenge.waiting", { name: challenged }) : seated ? t("invite.waiting", { count: open.length }) : t("invite.free");
    const isForLink = !challenged || open.length > 1;
    sendText.textContent = isForLink ? t("invite.send", { count: open.length }) : t("challenge.sent", { name: challenged });
    link.hidden = copy.hidden = qrCode.hidden = !isForLink;
    if (seated && isForLink) loadLink();
    seatList.replaceChildren(...model.table.seats.map((seat) => h("li", {},
      seat.paint ? h("span", { class: "colour-dot", "data-paint": seat.paint }) : null,
      h("span", {}, h("b", {}, capitalize(seat.title)), h("br"), h("span", { class: "muted small" }, seat.who === "open" ? t("seat.open") : model.seatName(seat))),
      seat.who !== "open" || seated ? null : needsLogIn
        ? h("a", { class: "button primary", href: `/account?next=/table/${model.id}` }, t("invite.logIn"))
        : h("button", { class: "button primary", type: "button", onclick: () => void send({ kind: "sit", seat: seat.seat }) }, t("lobby.join")))));
    share.hidden = !seated;
    cancel.hidden = !seated;
  };
  return { element, update, remove: onChallenge };
}
