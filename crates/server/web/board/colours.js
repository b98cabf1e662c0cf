// The colours of pieces and boards. Whatever the page around it, a board keeps its own; only its frame follows.

/** @typedef {import("../wire.js").Paint} Paint */
/** @typedef {{light: string, body: string, deep: string, contrast: string}} Tones */

/**
 * Where the light falls, the colour itself, where the shadow lies, and what reads well on it.
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

/** @param {string} hex */
function parts(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/**
 * The colour this share of the way from one to the other.
 * @param {string} from @param {string} to @param {number} share
 */
export function mixed(from, to, share) {
  const goal = parts(to);
  const mix = parts(from).map((part, index) => Math.round(part + (goal[index] - part) * share));
  return `#${mix.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * The line around a chess piece, by which it stands out from ground of its own colour.
 * @param {Paint} paint
 */
export function edge(paint) {
  return paint === "white" ? "#3d2817" : mixed(tones[paint].deep, "#000000", 0.4);
}

/**
 * The ink for a colour: white would not be seen on paper.
 * @param {Paint} paint
 */
export function ink(paint) {
  if (paint === "black") return colours.ink;
  return paint === "white" ? colours.turquoise : tones[paint].body;
}
