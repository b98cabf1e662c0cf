// The progress of a run in words.

import { t } from "../../i18n.js";

/** @param {number} number */
export const formatNumber = (number) => new Intl.NumberFormat(document.documentElement.lang || "en").format(number);

/**
 * A time that is left, rounded to what matters.
 * @param {number} seconds
 */
export function timeText(seconds) {
  if (seconds < 60) return t("tune.seconds", { count: Math.max(1, Math.ceil(seconds)) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t("tune.minutes", { count: minutes });
  return t("tune.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/**
 * State of a run, and the time left while it is running.
 * @param {import("./api.js").RunSummary} run
 */
export function stateText(run) {
  const state = t(`tune.state.${run.state}`);
  return run.state === "running" && run.seconds_left !== null ? t("tune.left", { state, time: timeText(run.seconds_left) }) : state;
}

/**
 * Generations and games of a run so far.
 * @param {import("./api.js").RunSummary} run
 */
export function progressText(run) {
  const games = run.state === "complete" ? t("tune.games", { games: formatNumber(run.games) })
    : t("tune.gamesOf", { games: formatNumber(run.games), all: formatNumber(run.expected_games) });
  const values = { number: Math.max(0, run.complete_generations - 1), all: run.generations };
  return `${run.complete_generations ? t("tune.generation", values) : t("tune.first")} · ${games}`;
}
