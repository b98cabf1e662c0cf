// The English words, by page.

/** @type {Record<string, string>} */
export const english = {
  "app.title": "Takhteh",
};
