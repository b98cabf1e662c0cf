// Before anything is painted: language, writing direction and theme as they were chosen last time.
(() => {
  const page = document.documentElement;
  /** @param {string} key */
  const kept = (key) => {
    try {
      return localStorage.getItem(`takhteh.${key}`);
    } catch {
      return null;
    }
  };
  const language = kept("language") ?? "en";
  page.lang = language;
  page.dir = kept("direction") ?? (["ar", "fa", "he", "ur"].includes(language) ? "rtl" : "ltr");
  const theme = kept("theme");
  if (theme === "light" || theme === "dark") page.dataset.theme = theme;
  // Every page needs the board; its many files are fetched while the rest is still on its way.
  import("./board/board.js").catch(() => {});
})();
