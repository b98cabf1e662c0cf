// Export of a placement as a picture or as text.

import { h } from "../../dom.js";
import { theme } from "../../theme.js";
import { t } from "../../i18n.js";
import { squaresText, textBoard } from "./placement.js";

/**
 * Creates the export buttons.
 * @param {import("../queens.js").Context} context
 */
export function exportPanel(context) {
  /** @type {number[]} */
  let places = [];
  const formats = /** @type {const} */ (["svg", "png"]);
  const links = formats.map((format) => h("a", { class: "button", download: "", onclick: updateLinks }, t(`queens.export.${format}`)));
  const text = h("a", { class: "button", download: "", onclick: createTextFile }, t("queens.export.text"));
  const copy = h("button", { type: "button", class: "button", onclick: copyText }, t("queens.export.copy"));

  const element = h("section", { class: "queens-export" }, h("h2", {}, t("queens.export")),
    h("div", { class: "row" }, ...links, text, copy));

  const name = () => `queens-${context.size}-${context.number}`;

  /** Updates the links; the theme may have changed. */
  function updateLinks() {
    const position = encodeURIComponent(squaresText(places, context.size)).replaceAll("%2C", ",");
    formats.forEach((format, index) => {
      links[index].href = `/api/picture.${format}?game=queens&position=${position}&setting.size=${context.size}&theme=${theme()}`;
      links[index].download = `${name()}.${format}`;
    });
  }

  function createTextFile() {
    const file = URL.createObjectURL(new Blob([textBoard(places, context.size)], { type: "text/plain" }));
    text.href = file;
    text.download = `${name()}.txt`;
    setTimeout(() => URL.revokeObjectURL(file), 10_000);
  }

  async function copyText() {
    try {
      await navigator.clipboard.writeText(textBoard(places, context.size));
      context.setStatus(t("queens.export.copied"));
    } catch {
      context.setStatus(t("queens.export.copyFailed"));
    }
  }

  return {
    element,
    /** @param {number[]} shown */
    show(shown) {
      places = shown;
      updateLinks();
      text.href = "#";
    },
  };
}
