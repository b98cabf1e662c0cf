// The tables of the house, as the lobby lists them.

import { clockWords } from "../../clock.js";
import { h } from "../../dom.js";
import { sentenceOf } from "../../http.js";
import { navigate } from "../../router.js";
import { socket } from "../../socket.js";
import { say } from "../../words.js";

/** @typedef {import("../../wire.js").Note} Note */

/** @param {Note} note */
function others(note) {
  const names = note.seats.filter((seat) => seat.who !== "you" && seat.name !== null).map((seat) => seat.name);
  return names.length > 0 ? say("lobby.against", { names: names.join(", ") }) : say("lobby.alone");
}

/** @param {Note} note */
function movesMade(note) {
  return note.moves === 0 ? say("lobby.moves.zero") : say("lobby.moves", { count: note.moves });
}

/** @param {Note} note */
function situation(note) {
  if (note.state === "waiting") return say("lobby.waiting");
  if (note.state === "over") return say("lobby.over");
  if (note.your_turn) return say("lobby.yourTurn");
  const turn = note.seats.find((seat) => seat.seat === note.turn);
  return turn ? say("lobby.theirTurn", { name: turn.name ?? turn.title }) : movesMade(note);
}

/**
 * @param {Note} note
 * @param {(string | null)[]} cells
 * @param {HTMLElement} act
 */
function row(note, cells, act) {
  const words = cells.filter((cell) => cell);
  return h("li", { class: "note" },
    h("span", { class: "note-title" }, h("b", {}, note.title), note.detail ? h("span", { class: "soft small" }, note.detail) : null),
    h("span", { class: "note-words" }, ...words.map((cell) => h("span", { class: cell === say("lobby.yourTurn") ? "yours" : "" }, cell))),
    act);
}

/** @param {Note} note */
export function ownNote(note) {
  const words = note.state === "over" ? "lobby.look" : "lobby.go";
  return row(note, [others(note), situation(note)],
    h("a", { class: "button", href: `/table/${note.table}`, "aria-label": `${say(words)}: ${note.title}` }, say(words)));
}

/** @param {Note} note */
export function openNote(note) {
  const free = note.seats.find((seat) => seat.who === "open");
  const taken = note.seats.filter((seat) => seat.who !== "open");
  const button = h("button", { class: "button", type: "button", "aria-label": `${say("lobby.sit")}: ${note.title}` }, say("lobby.sit"));
  const complaint = h("span", { class: "complaint small", role: "alert" });
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await socket.ask({ kind: "sit", table: note.table, seat: free?.seat });
      navigate(`/table/${note.table}`);
    } catch (fault) {
      complaint.textContent = sentenceOf(fault, say("connection.failed"));
      button.disabled = false;
    }
  });
  const who = taken.length === 1 ? say("lobby.against", { names: taken[0].name ?? "" }) : say("lobby.taken", { count: taken.length, seats: note.seats.length });
  const line = row(note, [who, clockWords(note.clock)], button);
  line.append(complaint);
  return line;
}

/** @param {Note} note */
export function liveNote(note) {
  const names = note.seats.map((seat) => seat.name ?? seat.title).join(", ");
  return row(note, [names, movesMade(note)],
    h("a", { class: "watch", href: `/table/${note.table}`, "aria-label": `${say("lobby.watch")}: ${note.title}, ${names}` }, say("lobby.watch")));
}
