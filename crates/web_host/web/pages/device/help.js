// What the numbers of a program mean.

import { h, s } from "../../dom.js";
import { t } from "../../i18n.js";

/** Squares of the usual knight, seen from square 0. */
const KNIGHT = [10, 17];

/** The board with the number of each square, as seen by a piece on square 0. */
function numberTable() {
  const cells = Array.from({ length: 64 }, (_, square) => {
    const [x, y] = [square % 8, square >> 3];
    const kind = square === 0 ? "piece" : KNIGHT.includes(square) ? "target" : (x + y) % 2 ? "dark" : "light";
    return s("g", { class: kind },
      s("rect", { x, y, width: 1, height: 1 }),
      square === 0
        ? s("circle", { cx: 0.5, cy: 0.5, r: 0.26 })
        : s("text", { x: x + 0.5, y: y + 0.64, "text-anchor": "middle" }, String(square)));
  });
  return s("svg", { viewBox: "0 0 8 8", class: "device-numbers", role: "img", "aria-label": t("device.help.table") }, ...cells);
}

/** Creates the help. */
export function numberHelp() {
  const rows = ["square", "path", "cut", "end", "erase", "pawn"];
  return h("details", { class: "panel device-help" },
    h("summary", {}, h("h2", {}, t("device.help"))),
    h("p", { class: "small" }, t("device.help.about")),
    numberTable(),
    h("p", { class: "small" }, t("device.help.example")),
    h("ul", { class: "small" }, ...rows.map((row) => h("li", {}, t(`device.help.${row}`)))));
}
