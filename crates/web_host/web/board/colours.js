// Colours of pieces and boards, independent of the theme. Only the frame follows the theme, by CSS.

/** @typedef {import("../wire.js").Paint} Paint */
/** @typedef {{light: string, body: string, deep: string, contrast: string}} Tones */

/**
 * Highlight, base, shadow and contrast colour of each player colour.
 * @type {Record<Paint, Tones>}
 */
export const tones = {
  black: { light: "#6a645d", body: "#2e2a27", deep: "#0f0d0b", contrast: "#f0ae3c" },
  white: { light: "#fffefa", body: "#f3ecde", deep: "#b9ab90", contrast: "#6b4528" },
  green: { light: "#6cc094", body: "#2b7f52", deep: "#10432a", contrast: "#fffaf0" },
  yellow: { light: "#ffe69c", body: "#e8b034", deep: "#986710", contrast: "#4a2e1a" },
  blue: { light: "#8cb2ec", body: "#2d5fb0", deep: "#132f63", contrast: "#fffaf0" },
  red: { light: "#ee8c80", body: "#b22f2e", deep: "#5e1016", contrast: "#fffaf0" },
};

export const colours = {
  ink: "#241d16",
  inkSoft: "#6a5d4e",
  sheet: "#fffaf0",
  walnut: "#6b4528",
  walnutDeep: "#4a2e1a",
  maple: "#ecd9b4",
  walnutPale: "#a8764a",
  brass: "#b8892f",
  turquoise: "#0b7a75",
  saffron: "#c9780a",
  pomegranate: "#a3262a",
  sage: "#86a180",
  cream: "#e9ead9",
};

/**
 * Red, green and blue of a `#rrggbb` colour.
 * @param {string} hex
 */
function channels(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/**
 * Mixes two colours; `share` is the weight of the second one.
 * @param {string} from @param {string} to @param {number} share
 */
export function mix(from, to, share) {
  const target = channels(to);
  const mixed = channels(from).map((channel, index) => Math.round(channel + (target[index] - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * Outline colour of a chess piece, visible on squares of the piece's own colour.
 * @param {Paint} paint
 */
export function outlineColour(paint) {
  return paint === "white" ? "#3d2817" : mix(tones[paint].deep, "#000000", 0.4);
}

/**
 * Ink colour for a player colour; white would be invisible on paper.
 * @param {Paint} paint
 */
export function inkColour(paint) {
  if (paint === "black") return colours.ink;
  return paint === "white" ? colours.turquoise : tones[paint].body;
}
