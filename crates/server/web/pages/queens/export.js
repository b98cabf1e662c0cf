// Taking a placement along: as a picture, as text.

import { h } from "../../dom.js";
import { theme } from "../../theme.js";
import { t } from "../../i18n.js";
import { squaresText, textBoard } from "./placement.js";

/** @param {import("../queens.js").Desk} desk */
export function takeAlong(desk) {
  /** @type {number[]} */
  let places = [];
  const formats = /** @type {const} */ (["svg", "png"]);
  const links = formats.map((format) => h("a", { class: "button", download: "", onclick: address }, t(`queens.export.${format}`)));
  const text = h("a", { class: "button", download: "", onclick: write }, t("queens.export.text"));
  const copy = h("button", { type: "button", class: "button", onclick: toClipboard }, t("queens.export.copy"));

  const element = h("section", { class: "queens-export" }, h("h2", {}, t("queens.export")),
    h("div", { class: "row" }, ...links, text, copy));

  const name = () => `queens-${desk.size}-${desk.number}`;

  /** The theme may have changed since the placement was shown. */
  function address() {
    const position = encodeURIComponent(squaresText(places, desk.size)).replaceAll("%2C", ",");
    formats.forEach((format, index) => {
      links[index].href = `/api/picture.${format}?game=queens&position=${position}&setting.size=${desk.size}&theme=${theme()}`;
      links[index].download = `${name()}.${format}`;
    });
  }

  function write() {
    const file = URL.createObjectURL(new Blob([textBoard(places, desk.size)], { type: "text/plain" }));
    text.href = file;
    text.download = `${name()}.txt`;
    setTimeout(() => URL.revokeObjectURL(file), 10_000);
  }

  async function toClipboard() {
    try {
      await navigator.clipboard.writeText(textBoard(places, desk.size));
      desk.tell(t("queens.export.copied"));
    } catch {
      desk.tell(t("queens.export.uncopied"));
    }
  }

  return {
    element,
    /** @param {number[]} shown */
    show(shown) {
      places = shown;
      address();
      text.href = "#";
    },
  };
}
