// The keypad: its layout, and the keys of a keyboard that press its keys.

/** Characters of the keys, row by row. */
export const LAYOUT = [..."123A456B789C*0#D"];

/** @type {Record<string, string>} */
const KEYS = {
  Enter: "#",
  Backspace: "*",
  Delete: "*",
  " ": "5",
  ArrowUp: "2",
  ArrowLeft: "4",
  ArrowRight: "6",
  ArrowDown: "8",
};

/**
 * Character of the keypad for a key of the keyboard, or null.
 * @param {string} key `KeyboardEvent.key`
 * @returns {string | null}
 */
export function keypadKey(key) {
  if (Object.hasOwn(KEYS, key)) return KEYS[key];
  const character = key.toUpperCase();
  return key.length === 1 && LAYOUT.includes(character) ? character : null;
}
