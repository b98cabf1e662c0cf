// Notifications of the browser, which the user turns on with a switch.

import { h } from "./dom.js";
import { addMessages, t } from "./i18n.js";
import { social } from "./messages/en.social.js";
import { navigate } from "./router.js";
import { loadSetting, saveSetting } from "./storage.js";

addMessages(social);

const SETTING = "notifications";

/** `true` if the browser has notifications for this page: they need HTTPS or this computer. */
const isAvailable = () => "Notification" in window && window.isSecureContext;

const isOn = () => isAvailable() && Notification.permission === "granted" && loadSetting(SETTING) === "on";

/**
 * Shows a notification if the user wants them and does not look at the page.
 * @param {string} title
 * @param {string} body
 * @param {string} path page that a click opens
 * @param {string} tag a later notification of the same tag replaces it
 */
export function showNotification(title, body, path, tag) {
  if (!isOn() || !document.hidden) return;
  /** @type {Notification} */
  let notification;
  try {
    notification = new Notification(title, { body, tag, icon: "/icon.svg" });
  } catch {
    // Browsers on phones have the class, but not its constructor.
    return;
  }
  notification.addEventListener("click", () => {
    window.focus();
    navigate(path);
    notification.close();
  });
}

/** Switch that turns notifications on and off; null where the browser has none. The browser asks for permission on a click only. */
export function notificationSwitch() {
  if (!isAvailable()) return null;
  const input = h("input", { type: "checkbox", checked: isOn() });
  const denied = h("p", { class: "error small", role: "alert" });
  input.addEventListener("change", async () => {
    denied.textContent = "";
    if (input.checked && Notification.permission !== "granted") {
      const permission = await Notification.requestPermission();
      if (permission !== "granted") {
        input.checked = false;
        denied.textContent = t("notify.denied");
      }
    }
    saveSetting(SETTING, input.checked ? "on" : "off");
  });
  return h("div", {}, h("label", { class: "check" }, input, t("notify.switch")), denied);
}
