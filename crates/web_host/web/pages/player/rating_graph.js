// The graph of a rating, with its numbers as a table.

import { h, s } from "../../dom.js";
import { t } from "../../i18n.js";
import { dateText, ratingText } from "../people/format.js";
import { axisLines, pointPlaces } from "./graph_scale.js";

/** @typedef {import("../../wire.js").RatingPoint} RatingPoint */

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [420, 182, 44, 412, 10, 152];
/** Room above and below the curve, in points of the rating. */
const MARGIN = 15;
/** Largest number of points that are marked one by one. */
const MAX_MARKED = 40;
/** Largest number of rows of the table, the latest ones. */
const MAX_ROWS = 50;

/**
 * Creates the graph of the rating in one game.
 * @param {string} game title of the game
 * @param {RatingPoint[]} points in order of time, at least one
 */
export function ratingGraph(game, points) {
  const ratings = points.map(([, rating]) => rating);
  const [lowest, highest] = [Math.min(...ratings), Math.max(...ratings)];
  // The deviation is large at first: the axis has room for that of the latest games.
  const settled = points.slice(Math.floor(points.length / 2));
  const lines = axisLines(
    Math.min(lowest - MARGIN, ...settled.map(([, rating, deviation]) => rating - deviation)),
    Math.max(highest + MARGIN, ...settled.map(([, rating, deviation]) => rating + deviation)));
  const [low, high] = [lines[0], lines[lines.length - 1]];
  const xs = pointPlaces(points.length, LEFT + 10, RIGHT - 10);
  /** @param {number} rating */
  const y = (rating) => BOTTOM - ((BOTTOM - TOP) * (Math.min(high, Math.max(low, rating)) - low)) / (high - low);
  /** @param {number[]} values */
  const path = (values) => values.map((value, index) => `${xs[index].toFixed(1)} ${y(value).toFixed(1)}`).join("L");
  const above = path(points.map(([, rating, deviation]) => rating + deviation));
  const below = points.map(([, rating, deviation], index) => `${xs[index].toFixed(1)} ${y(rating - deviation).toFixed(1)}`).reverse().join("L");
  const [begin, end] = [points[0], points[points.length - 1]].map(([time]) => dateText(time));
  const summary = t("player.graph", {
    game, first: Math.round(ratings[0]), last: Math.round(ratings[ratings.length - 1]), count: points.length,
    highest: Math.round(highest), lowest: Math.round(lowest),
  });
  const graph = s("svg", { class: "rating-graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": summary },
    ...lines.flatMap((value) => [
      s("path", { class: "graph-line", d: `M${LEFT} ${y(value)}H${RIGHT}` }),
      s("text", { x: LEFT - 7, y: y(value) + 4, "text-anchor": "end" }, value)]),
    points.length > 1 ? s("path", { class: "graph-band", d: `M${above}L${below}Z` }) : null,
    points.length > 1 ? s("path", { class: "graph-curve", d: `M${path(ratings)}` }) : null,
    ...(points.length <= MAX_MARKED ? points.map(([, rating], index) => s("circle", { class: "graph-point", cx: xs[index].toFixed(1), cy: y(rating).toFixed(1), r: 2.8 })) : []),
    s("text", { x: LEFT, y: HEIGHT - 8 }, begin),
    begin === end ? null : s("text", { x: RIGHT, y: HEIGHT - 8, "text-anchor": "end" }, end));
  const rows = points.slice(-MAX_ROWS).reverse().map(([time, rating, deviation]) =>
    h("tr", {}, h("td", {}, dateText(time)), h("td", {}, ratingText({ rating, deviation }))));
  return h("figure", { class: "rating-figure" }, graph,
    h("details", {}, h("summary", { class: "small" }, t("player.graph.table")),
      h("table", { class: "totals" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("player.graph.date")), h("th", { scope: "col" }, t("player.graph.rating")))), h("tbody", {}, ...rows))));
}
