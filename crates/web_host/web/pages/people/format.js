// Dates, ratings and results as text and elements.

import { h } from "../../dom.js";
import { t } from "../../i18n.js";

/** Deviation above which a rating is not yet reliable. */
const PROVISIONAL = 110;

/** Language of dates; English ones name the day first. */
const language = () => (document.documentElement.lang || "en").replace(/^en$/, "en-GB");

/**
 * Day of a time, such as "3 May 2026".
 * @param {number} time Unix time in milliseconds
 */
export const dateText = (time) => new Intl.DateTimeFormat(language(), { day: "numeric", month: "short", year: "numeric" }).format(time);

/**
 * Element with the day of a time; its title has the minute.
 * @param {number} time
 */
export const timeElement = (time) =>
  h("time", { datetime: new Date(time).toISOString(), title: new Intl.DateTimeFormat(language(), { dateStyle: "long", timeStyle: "short" }).format(time) }, dateText(time));

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000]];

/**
 * Time since a moment, such as "5 minutes ago".
 * @param {number} time
 * @param {number} now
 */
export function agoText(time, now) {
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  const age = Math.max(0, now - time);
  const [unit, length] = UNITS.find(([, length]) => age >= length) ?? ["second", 1000];
  return unit === "second" ? t("people.now") : format.format(-Math.floor(age / length), unit);
}

/**
 * A rating with its deviation, such as "1580 ± 80", or "1580? ± 120" while it is provisional.
 * @param {{rating: number, deviation: number}} rating
 */
export const ratingText = ({ rating, deviation }) => `${Math.round(rating)}${deviation > PROVISIONAL ? "?" : ""} ± ${Math.round(deviation)}`;

/**
 * Change of a rating with its sign, such as "+12" or "−7".
 * @param {number} change
 */
export const changeText = (change) => (change < 0 ? `−${-change}` : change > 0 ? `+${change}` : "±0");

/**
 * Link to the profile of an account.
 * @param {string} name
 */
export const playerLink = (name) => h("a", { class: "player-link", href: `/player/${encodeURIComponent(name)}` }, name);

/**
 * Bar of wins, draws and losses; the numbers stand beside it.
 * @param {import("../../wire.js").Totals} totals
 */
export function resultBar(totals) {
  const parts = /** @type {const} */ (["wins", "draws", "losses"]).filter((kind) => totals[kind] > 0).map((kind) => {
    const part = h("span", { "data-kind": kind });
    part.style.flexGrow = String(totals[kind]);
    return part;
  });
  return h("span", { class: "result-bar", "aria-hidden": "true" }, ...parts);
}

/**
 * Share of games won, such as "62 %"; empty without games.
 * @param {import("../../wire.js").Totals} totals
 */
export const winRate = (totals) => (totals.games > 0 ? `${Math.round((100 * totals.wins) / totals.games)} %` : "");
