// The words of a file of one's own.

/** @type {Record<string, string>} */
export const customFile = {
  "own.text": "The file",
  "own.lead": "Write how the pieces move. This browser keeps what you write.",
  "own.manual": "How such a file is written",
  "own.pattern": "Begin anew with",
  "own.take": "Put its file here",
  "own.line": "Show line {line}",
};
