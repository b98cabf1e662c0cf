// What happens in the search, in words and on the board.

import { t } from "../../i18n.js";
import { figure } from "./parts.js";
import { columnName, nameOf } from "./placement.js";

/** @typedef {import("./replay.js").Replay} Replay */

/**
 * The last step in a sentence.
 * @param {Replay} replay
 * @param {number} all how many solutions there are
 */
export function sentenceOf(replay, all) {
  const { size, happening } = replay;
  switch (happening.kind) {
    case "begin":
      return t("queens.step.begin");
    case "end":
      return t("queens.step.end", { count: all, all: figure(all), steps: figure(replay.total) });
    case "complete":
      return t("queens.step.complete", { size, number: happening.number, all: figure(all) });
    case "attacked":
      return t("queens.step.attacked", { row: happening.row + 1, column: columnName(happening.column), by: nameOf(happening.by, size) });
    default: {
      const { row, column } = happening;
      const square = nameOf(row * size + column, size);
      return t(`queens.step.${happening.kind}`, { row: row + 1, below: row + 2, column: columnName(column), square });
    }
  }
}

/**
 * How the last step looks.
 * @param {Replay} replay
 * @returns {import("./stage.js").Look}
 */
export function lookOf(replay) {
  const { size, happening } = replay;
  if (happening.kind === "attacked") {
    const tried = happening.row * size + happening.column;
    return { danger: [tried], lines: [[happening.by, tried]] };
  }
  if (happening.kind === "complete") return { last: replay.queens };
  if (happening.kind === "begin" || happening.kind === "end") return {};
  return { last: [happening.row * size + happening.column] };
}

/**
 * What the solver has in mind: its calls, or where its loop stands.
 * @param {Replay} replay
 * @param {import("./library.js").Solver} solver
 */
export function mindOf(replay, solver) {
  const { at, steps, queens, size } = replay;
  if (at === 0 || replay.isOver) return t("queens.mind.idle");
  if (solver === "recursive") {
    const row = Math.min(queens.length + 1, size);
    return row === 1 ? t("queens.mind.first") : t("queens.mind.recursive", { row, above: row - 1, count: row - 1 });
  }
  const [row, column, what] = steps[at - 1];
  const goesOn = what === 0 || what === 2;
  const [nextRow, nextColumn] = goesOn ? [row, column + 1] : what === 1 ? [row + 1, 0] : [row, column];
  if (nextRow >= size) return t("queens.mind.full");
  if (nextColumn >= size) return t("queens.mind.through", { row: nextRow + 1 });
  return t("queens.mind.iterative", { row: nextRow + 1, column: columnName(nextColumn) });
}
