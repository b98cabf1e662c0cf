// What is said on a line, so that every byte of it is seen.

const NAMES = ("NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI "
  + "DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US").split(" ");

/**
 * What a byte is called that is no letter; empty if it is one.
 * @param {number} byte
 */
export function nameOf(byte) {
  if (byte < 32) return NAMES[byte];
  if (byte === 127) return "DEL";
  // With an x: else the form feed would be called as the last byte.
  return byte > 127 ? `x${byte.toString(16).toUpperCase()}` : "";
}

/**
 * Text and the names of what is no text, in their order.
 * @param {string} bytes each a character of the same number
 * @returns {{text: string, named: boolean}[]}
 */
export function visible(bytes) {
  /** @type {{text: string, named: boolean}[]} */
  const parts = [];
  for (const character of bytes) {
    const name = nameOf(character.charCodeAt(0));
    const last = parts[parts.length - 1];
    if (name) parts.push({ text: name, named: true });
    else if (last && !last.named) last.text += character;
    else parts.push({ text: character, named: false });
  }
  return parts;
}

/**
 * Seconds, with their thousandths.
 * @param {number} at milliseconds
 */
export const seconds = (at) => (at / 1000).toFixed(3);
