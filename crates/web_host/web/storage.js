// Settings stored in this browser.

/**
 * Returns a stored setting, or null if there is none or storage is blocked.
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
 * Stores a setting. Does nothing if storage is blocked.
 * @param {string} key
 * @param {string} value
 */
export function saveSetting(key, value) {
  try {
    localStorage.setItem(`takhteh.${key}`, value);
  } catch {
    // The app works without stored settings.
  }
}
