// The keys of the page: "?" and the menu "More" show them in a dialog.
import { element, icon } from "./cells.js";
import { localized } from "./texts.js";

let dialog = null;

export function enhanceKeys() {
  const items = document.querySelectorAll(".keys-item");
  if (!items.length) return;
  for (const item of items) item.hidden = false;
  document.addEventListener("click", ({ target }) => { if (target.closest("[data-keys]")) open(); });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]")) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    open();
  });
}

/** The keys of the parts that the page has; an element with `aria-keyshortcuts` adds its own. */
function groups() {
  const steps = [["j k", localized("next, previous")], ["Enter", localized("open")]];
  return [
    [localized("Everywhere"), "body", [["/", localized("Search")], ["Ctrl K", localized("Search")], ["?", localized("Keyboard shortcuts")], ["Esc", localized("close")]]],
    [localized("List"), "[data-rows]", steps],
    [localized("Map"), "[data-map]", [...steps, ["← ↑ → ↓", localized("move")], ["+ −", localized("zoom")], ["Esc", localized("close")]]],
    [localized("Replay"), "[data-replay]", [[localized("Space"), localized("Play, pause")], [", .", localized("1 minute back, 1 minute forward")]]],
    [localized("This page"), "main [aria-keyshortcuts]", marked()],
  ].filter(([, selector]) => document.querySelector(selector));
}

function marked() {
  const names = new Map();
  for (const { ariaLabel, title, textContent, ariaKeyShortcuts } of document.querySelectorAll("main [aria-keyshortcuts]")) {
    if (ariaKeyShortcuts && !names.has(ariaKeyShortcuts)) names.set(ariaKeyShortcuts, (ariaLabel || title || textContent).trim());
  }
  return [...names].map(([keys, name]) => [keys.replaceAll("+", " "), name]);
}

function open() {
  for (const menu of document.querySelectorAll("details[open].menu")) menu.open = false;
  dialog?.remove();
  dialog = element("dialog", "keys");
  const title = element("h2", "", localized("Keyboard shortcuts"));
  title.id = "keys-title";
  const close = element("button", "btn quiet icon-only", icon("close"));
  Object.assign(close, { type: "button", ariaLabel: localized("Close") });
  close.addEventListener("click", () => dialog.close());
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.append(element("header", "", title, close));
  for (const [name, , keys] of groups()) {
    const list = element("dl", "", ...keys.flatMap(([key, text]) => [element("dt", "", ...key.split(" ").flatMap((part) => [element("kbd", "", part), " "])), element("dd", "", text)]));
    dialog.append(element("h3", "", name), list);
  }
  dialog.addEventListener("click", ({ target }) => { if (target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
}
