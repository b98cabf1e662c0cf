// Descriptions and highlights of the steps of a search.

import { t } from "../../i18n.js";
import { formatNumber } from "./widgets.js";
import { columnName, nameOf } from "./placement.js";

/** @typedef {import("./replay.js").Replay} Replay */

/**
 * Description of the last step.
 * @param {Replay} replay
 * @param {number} all number of all solutions
 */
export function describeStep(replay, all) {
  const { size, currentStep } = replay;
  switch (currentStep.kind) {
    case "start":
      return t("queens.step.start");
    case "end":
      return t("queens.step.end", { count: all, all: formatNumber(all), steps: formatNumber(replay.total) });
    case "complete":
      return t("queens.step.complete", { size, number: currentStep.number, all: formatNumber(all) });
    case "attacked":
      return t("queens.step.attacked", { row: currentStep.row + 1, column: columnName(currentStep.column), by: nameOf(currentStep.by, size) });
    default: {
      const { row, column } = currentStep;
      const square = nameOf(row * size + column, size);
      return t(`queens.step.${currentStep.kind}`, { row: row + 1, below: row + 2, column: columnName(column), square });
    }
  }
}

/**
 * Highlights of the last step.
 * @param {Replay} replay
 * @returns {import("./queens_board.js").Highlights}
 */
export function stepHighlights(replay) {
  const { size, currentStep } = replay;
  if (currentStep.kind === "attacked") {
    const tried = currentStep.row * size + currentStep.column;
    return { danger: [tried], lines: [[currentStep.by, tried]] };
  }
  if (currentStep.kind === "complete") return { last: replay.queens };
  if (currentStep.kind === "start" || currentStep.kind === "end") return {};
  return { last: [currentStep.row * size + currentStep.column] };
}

/**
 * Call stack of the recursive solver, or loop state of the iterative one.
 * @param {Replay} replay
 * @param {import("./api.js").Solver} solver
 */
export function describeSolverState(replay, solver) {
  const { at, steps, queens, size } = replay;
  if (at === 0 || replay.isOver) return t("queens.state.idle");
  if (solver === "recursive") {
    const row = Math.min(queens.length + 1, size);
    return row === 1 ? t("queens.state.first") : t("queens.state.recursive", { row, above: row - 1, count: row - 1 });
  }
  const [row, column, what] = steps[at - 1];
  const nextInRow = what === 0 || what === 2;
  const [nextRow, nextColumn] = nextInRow ? [row, column + 1] : what === 1 ? [row + 1, 0] : [row, column];
  if (nextRow >= size) return t("queens.state.full");
  if (nextColumn >= size) return t("queens.state.exhausted", { row: nextRow + 1 });
  return t("queens.state.iterative", { row: nextRow + 1, column: columnName(nextColumn) });
}
