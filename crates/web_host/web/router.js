// Client-side routing with the History API.

import { t } from "./i18n.js";

/** @typedef {() => void} Cleanup */
/** @typedef {(host: HTMLElement, ...parts: string[]) => Cleanup | Promise<Cleanup>} Page */
/** @typedef {[RegExp, () => Promise<Page>]} Route */

/** @type {Route[]} */
let routes = [];
/** @type {HTMLElement} */
let host;
/** @type {Cleanup} */
let cleanup = () => {};
/** Counts navigations, so that a page which loads late does not replace a newer one. */
let navigations = 0;

/**
 * Navigates to a path of the app.
 * @param {string} path
 * @param {{replace?: boolean}} [options] `replace` replaces the current history entry
 */
export function navigate(path, options = {}) {
  if (options.replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  void render(true);
}

let pageTitle = "";
let titlePrefix = "";

/** @param {string} title */
export function setTitle(title) {
  pageTitle = title;
  document.title = [titlePrefix && `● ${titlePrefix}`, title, t("app.title")].filter(Boolean).join(" · ");
}

/**
 * Shows a text before the title of every page.
 * @param {string} prefix
 */
export function setTitlePrefix(prefix) {
  if (prefix === titlePrefix) return;
  titlePrefix = prefix;
  setTitle(pageTitle);
}

/**
 * Renders the page of the current URL.
 * @param {boolean} moveFocus
 */
async function render(moveFocus) {
  const navigation = ++navigations;
  const path = decodedPath();
  for (const link of document.querySelectorAll("#header nav a")) {
    if (link.getAttribute("href") === path) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  for (const [pattern, load] of routes) {
    const match = pattern.exec(path);
    if (!match) continue;
    /** @type {Page} */
    let page;
    try {
      page = await load();
    } catch {
      page = (await import("./pages/not_found.js")).loadErrorPage;
    }
    if (navigation !== navigations) return;
    cleanup();
    cleanup = () => {};
    host.replaceChildren();
    host.className = "";
    window.scrollTo(0, 0);
    const leave = await page(host, ...match.slice(1));
    if (navigation !== navigations) return leave();
    cleanup = leave;
    if (moveFocus) focusHeading();
    return;
  }
}

/** The path of the address; as it is if it is not valid UTF-8. */
function decodedPath() {
  try {
    return decodeURI(location.pathname);
  } catch {
    return location.pathname;
  }
}

/** Draws the current page anew, such as for another user. */
export const redraw = () => render(false);

function focusHeading() {
  const heading = host.querySelector("h1") ?? host;
  heading.setAttribute("tabindex", "-1");
  heading.focus({ preventScroll: true });
}

/**
 * Navigates without a reload when a link within the app is clicked.
 * @param {MouseEvent} event
 */
function onLinkClick(event) {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/") || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
}

/**
 * Renders the current page into the element and follows navigation from then on.
 * @param {HTMLElement} element
 * @param {Route[]} table
 */
export function startRouter(element, table) {
  host = element;
  routes = table;
  addEventListener("popstate", () => void render(true));
  document.addEventListener("click", onLinkClick);
  void render(false);
}
