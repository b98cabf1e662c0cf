// Applies the stored language, text direction and theme before the first paint.
(() => {
  const root = document.documentElement;
  /** @param {string} key */
  const loadSetting = (key) => {
    try {
      return localStorage.getItem(`takhteh.${key}`);
    } catch {
      return null;
    }
  };
  const language = loadSetting("language") ?? "en";
  root.lang = language;
  root.dir = loadSetting("direction") ?? (["ar", "fa", "he", "ur"].includes(language) ? "rtl" : "ltr");
  const theme = loadSetting("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  // Every page needs the board: preload its modules while the rest is still loading.
  import("./board/board.js").catch(() => {});
})();
