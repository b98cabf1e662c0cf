// Messages of the editor for a custom file.

/** @type {Record<string, string>} */
export const customFile = {
  "custom.text": "File",
  "custom.lead": "Define how the pieces move. Saved in this browser.",
  "custom.manual": "File format",
  "custom.template": "Start from",
  "custom.load": "Load",
  "custom.line": "Go to line {line}",
};
