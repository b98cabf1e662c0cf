// Splits the bytes of a serial line into printable text and named control characters.

const NAMES = ("NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI "
  + "DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US").split(" ");

/**
 * Name of a control character or non-ASCII byte; empty for printable ASCII.
 * @param {number} byte
 */
export function byteName(byte) {
  if (byte < 32) return NAMES[byte];
  if (byte === 127) return "DEL";
  // The x keeps 0xFF distinct from the form feed.
  return byte > 127 ? `x${byte.toString(16).toUpperCase()}` : "";
}

/**
 * Splits `bytes` into runs of printable text and names of other bytes.
 * @param {string} bytes one character per byte, with the same code
 * @returns {{text: string, named: boolean}[]}
 */
export function splitControls(bytes) {
  /** @type {{text: string, named: boolean}[]} */
  const parts = [];
  for (const character of bytes) {
    const name = byteName(character.charCodeAt(0));
    const last = parts[parts.length - 1];
    if (name) parts.push({ text: name, named: true });
    else if (last && !last.named) last.text += character;
    else parts.push({ text: character, named: false });
  }
  return parts;
}

/**
 * Formats a time as seconds with three decimals.
 * @param {number} at milliseconds
 */
export const formatSeconds = (at) => (at / 1000).toFixed(3);
