// Addresses and pages, over the history of the browser.

import { t } from "./i18n.js";

/** @typedef {() => void} Leave */
/** @typedef {(host: HTMLElement, ...parts: string[]) => Leave | Promise<Leave>} Page */
/** @typedef {[RegExp, () => Promise<Page>]} Route */

/** @type {Route[]} */
let routes = [];
/** @type {HTMLElement} */
let host;
/** @type {Leave} */
let leave = () => {};
let visit = 0;

/**
 * Goes to an address of the app.
 * @param {string} address
 * @param {{replace?: boolean}} [how]
 */
export function navigate(address, how = {}) {
  if (how.replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  void enter(true);
}

/** @param {string} title */
export function setTitle(title) {
  document.title = title ? `${title} · ${t("app.title")}` : t("app.title");
}

/** @param {boolean} moveFocus */
async function enter(moveFocus) {
  const mine = ++visit;
  const path = decodeURI(location.pathname);
  for (const [pattern, load] of routes) {
    const match = pattern.exec(path);
    if (!match) continue;
    /** @type {Page} */
    let page;
    try {
      page = await load();
    } catch {
      page = (await import("./pages/lost.js")).brokenPage;
    }
    if (mine !== visit) return;
    leave();
    leave = () => {};
    host.replaceChildren();
    host.className = "";
    window.scrollTo(0, 0);
    const left = await page(host, ...match.slice(1));
    if (mine !== visit) return left();
    leave = left;
    if (moveFocus) focusHeading();
    return;
  }
}

function focusHeading() {
  const heading = host.querySelector("h1") ?? host;
  heading.setAttribute("tabindex", "-1");
  heading.focus({ preventScroll: true });
}

/** @param {MouseEvent} event */
function follow(event) {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/") || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
}

/**
 * @param {HTMLElement} where
 * @param {Route[]} table
 */
export function startRouter(where, table) {
  host = where;
  routes = table;
  addEventListener("popstate", () => void enter(true));
  document.addEventListener("click", follow);
  void enter(false);
}
