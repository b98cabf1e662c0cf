// Challenges by other players, shown on every page with buttons to accept or decline them.

import { announce } from "./announce.js";
import { describeTimeControl } from "./clock.js";
import { h } from "./dom.js";
import { errorMessage, postJson } from "./http.js";
import { addMessages, t } from "./i18n.js";
import { social } from "./messages/en.social.js";
import { showNotification } from "./notifications.js";
import { navigate } from "./router.js";
import { socket } from "./socket.js";

addMessages(social);

/** @typedef {import("./wire.js").Challenge} Challenge */

/**
 * Challenges that the user has sent, by table.
 * @type {Map<string, Challenge>}
 */
export const sentChallenges = new Map();
/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * Registers a listener for changes of the challenges that the user has sent.
 * @param {() => void} listener
 * @returns {() => void} removes the listener
 */
export function onSentChallenges(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * One sentence about a challenge, and one about its terms.
 * @param {Challenge} challenge
 */
export function challengeTexts({ from, title, clock, rated, seat_title }) {
  return {
    text: t("challenge.text", { name: from, game: title }),
    terms: t("challenge.terms", { clock: describeTimeControl(clock), rated: t(rated ? "challenge.rated" : "challenge.casual"), seat: seat_title }),
  };
}

/**
 * Shows challenges in an element from now on.
 * @param {HTMLElement} host
 * @param {any[]} messages messages about challenges that have arrived already
 */
export function showChallenges(host, messages) {
  host.setAttribute("aria-label", t("challenge.label"));
  /**
   * Cards by table.
   * @type {Map<string, HTMLElement>}
   */
  let cards = new Map();
  /**
   * Cards about declined challenges.
   * @type {HTMLElement[]}
   */
  let notices = [];
  const draw = () => {
    host.replaceChildren(...cards.values(), ...notices);
    host.hidden = host.childElementCount === 0;
  };

  /** @param {Challenge} challenge */
  const card = (challenge) => {
    const { text, terms } = challengeTexts(challenge);
    const error = h("p", { class: "error small", role: "alert" });
    /** @param {() => Promise<unknown>} action */
    const run = (action) => () => void action().catch((fault) => (error.textContent = errorMessage(fault, t("connection.failed"))));
    const accept = run(async () => {
      await socket.request({ kind: "sit", table: challenge.table, seat: challenge.seat });
      navigate(`/table/${challenge.table}`);
    });
    const decline = () => socket.request({ kind: "decline", table: challenge.table });
    const block = run(async () => {
      await postJson("/api/blocks", { name: challenge.from });
      await decline();
    });
    const label = (/** @type {string} */ key) => t(`${key}.label`, { name: challenge.from });
    return h("div", { class: "panel challenge" }, h("p", {}, h("b", {}, text)), h("p", { class: "muted small" }, terms), error,
      h("div", { class: "row" },
        h("button", { class: "button primary", type: "button", "aria-label": label("challenge.accept"), onclick: accept }, t("challenge.accept")),
        h("button", { class: "button", type: "button", "aria-label": label("challenge.decline"), onclick: run(decline) }, t("challenge.decline")),
        h("button", { class: "button subtle", type: "button", "aria-label": label("challenge.block"), onclick: block }, t("challenge.block"))));
  };

  /**
   * Tables of the challenges that were announced: after a reconnect they are not announced again.
   * @type {Set<string>}
   */
  const announced = new Set();

  /** @param {Challenge[]} received */
  const show = (received) => {
    const next = new Map();
    for (const challenge of received) {
      const known = cards.get(challenge.table);
      next.set(challenge.table, known ?? card(challenge));
      if (known || announced.has(challenge.table)) continue;
      announced.add(challenge.table);
      const { text, terms } = challengeTexts(challenge);
      announce(`${text} ${terms}`);
      showNotification(text, terms, "/", `challenge ${challenge.table}`);
    }
    for (const table of announced) if (!next.has(table)) announced.delete(table);
    cards = next;
    draw();
  };
  /** @param {Challenge[]} sent */
  const setSent = (sent) => {
    sentChallenges.clear();
    for (const challenge of sent) sentChallenges.set(challenge.table, challenge);
    for (const listener of listeners) listener();
  };
  // After a reconnect the server sends the challenges again, if there are any.
  socket.on("welcome", () => {
    cards = new Map();
    setSent([]);
    draw();
  });
  /** @param {{received: Challenge[], sent: Challenge[]}} message */
  const onChallenges = ({ received, sent }) => {
    show(received);
    setSent(sent);
  };
  /** @param {{name: string}} message */
  const onDeclined = ({ name }) => {
    const text = t("challenge.declined", { name });
    const notice = h("div", { class: "panel challenge", role: "status" }, h("p", {}, text),
      h("div", { class: "row" }, h("button", { class: "button", type: "button", onclick: () => {
        notices = notices.filter((other) => other !== notice);
        draw();
      } }, t("challenge.dismiss"))));
    notices.push(notice);
    announce(text);
    draw();
  };
  socket.on("challenges", onChallenges);
  socket.on("declined", onDeclined);
  for (const message of messages) {
    if (message.kind === "challenges") onChallenges(message);
    else onDeclined(message);
  }
}
