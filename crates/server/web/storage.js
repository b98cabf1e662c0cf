// Small choices that stay with this browser.

/**
 * @param {string} key
 * @returns {string | null}
 */
export function loadSetting(key) {
  try {
    return localStorage.getItem(`takhteh.${key}`);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function saveSetting(key, value) {
  try {
    localStorage.setItem(`takhteh.${key}`, value);
  } catch {
    // A browser that keeps nothing still plays.
  }
}
