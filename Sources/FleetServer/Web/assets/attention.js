// What needs attention as an inbox: entries are worked off by keyboard without loading a page, and the open page follows
// the sources and the actions of others. Each action sends the form that works without scripts, and takes over the page
// that answers.
import { showCount } from "./badge.js";
import { loadPage } from "./refetch.js";
import { localized, number } from "./texts.js";
import { showToast } from "./toast.js";

const every = 10_000;           // for the sources; changes of the team are announced by the stream
const form = document.querySelector("[data-inbox]");
const bar = form?.querySelector("[data-inbox-bar]");
const hint = bar?.querySelector("[data-inbox-text]").textContent;
const isActive = (element) => !element.matches("[aria-busy]");
const entries = () => [...form.querySelectorAll("[data-entry]")].filter(isActive);
const boxOf = (entry) => entry.querySelector("input[name=entry]");
const keyOf = (entry) => entry.dataset.entry;
const currentEntry = () => document.activeElement?.closest?.("[data-entry]") ?? null;

let last = null;                // the key of the entry that had the focus
let waiting = [];               // actions that are not sent yet: { path, fields, keys }
let isSending = false;
let sent = 0;                   // grows with each series of actions
let isLoading = false;
let isDue = false;              // whether the page is older than the last change of the team
let loadedAt = 0;
let timer = 0;

/** Follows the page, and listens to its keys. */
export function followAttention() {
  setInterval(follow, every);
  document.addEventListener("visibilitychange", follow);
  document.addEventListener("fleet:team", followSoon);
  if (!form) return;
  document.addEventListener("keydown", onKey);
  form.addEventListener("focusin", () => { last = currentEntry()?.dataset.entry ?? last; });
  form.addEventListener("change", onChange);
  form.addEventListener("click", onClick);
  form.addEventListener("submit", onSubmit);
  for (const panel of panels()) panel.addEventListener("toggle", updateBar);
  updateBar();
}

// Following ------------------------------------------------------------------------------------------------------

/** Changes of the team are at most one load a second. */
function followSoon() {
  isDue = true;
  clearTimeout(timer);
  timer = setTimeout(follow, Math.max(0, loadedAt + 1000 - Date.now()));
}

async function follow() {
  if (isLoading || isSending || document.hidden || document.documentElement.dataset.connection === "lost") return;
  isLoading = true;
  isDue = false;
  const before = sent;
  try {
    const { page } = await loadPage(location.href, AbortSignal.timeout(4 * every));
    // It may be older than an action that was sent meanwhile.
    if (page && !isSending && sent === before) takeOver(page);
  } catch {
    // Offline: the next time tries again.
  } finally {
    isLoading = false;
    if (isDue) followSoon();
  }
}

/** Takes over a page that was loaded again; marks, open menus and the focus stay. */
function takeOver(page) {
  loadedAt = Date.now();
  const marked = new Set(form ? entries().filter((entry) => boxOf(entry)?.checked).map(keyOf) : []);
  const order = form ? entries().map(keyOf) : [];
  const focus = focusOf(document.activeElement);
  for (const menu of document.querySelectorAll("[data-attention] details[data-key]")) {
    const other = page.querySelector(`details[data-key="${CSS.escape(menu.dataset.key)}"]`);
    if (other) other.open = menu.open;
  }
  for (const selector of ["[data-inbox-part]", "[data-inbox-list]"]) {
    const parts = page.querySelectorAll(selector);
    document.querySelectorAll(selector).forEach((part, index) => {
      if (parts[index] && parts[index].innerHTML !== part.innerHTML) part.replaceChildren(...parts[index].childNodes);
    });
  }
  const badge = '.main-nav [aria-current="page"]';
  showCount(document.querySelector(badge), page.querySelector(`${badge} .count`)?.firstChild.textContent ?? "");
  if (!form) return;
  for (const entry of entries()) if (marked.has(keyOf(entry)) && boxOf(entry)) boxOf(entry).checked = true;
  updateBar();
  if (focus && document.activeElement === document.body) refocus(focus, order);
}

/** Returns how the focused element of an entry is found again; null elsewhere. */
function focusOf(active) {
  const row = active?.closest?.("[data-inbox-list] [data-id]");
  if (!row) return null;
  const own = active.matches("a") ? "a" : active.name ? `[name="${active.name}"]` : active.localName;
  return { id: row.dataset.id, own };
}

/** Focuses the same element, or the entry that followed it. */
function refocus({ id, own }, order) {
  const find = (key) => form.querySelector(`[data-id="${CSS.escape(key)}"]:not([aria-busy])`);
  const same = find(id);
  if (same) return (same.querySelector(own) ?? same.querySelector("a")).focus({ preventScroll: true });
  const after = order.slice(order.indexOf(id) + 1).map(find).find(Boolean);
  (after ?? entries().at(-1))?.querySelector("a").focus({ preventScroll: true });
}

// Keys -----------------------------------------------------------------------------------------------------------

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const panel = event.target.closest?.("[data-inbox-panel]");
  if (panel) return onPanelKey(event, panel);
  if (event.target.closest?.("input:not([type=checkbox]), textarea, select")) return;
  const current = currentEntry();
  const isBox = event.target.matches?.("input");
  const move = { j: 1, k: -1, ...(current && { ArrowDown: 1, ArrowUp: -1 }) }[event.key];
  if (move) step(move);
  else if (event.key === "x" && current) toggle(current);
  else if ((event.key === "o" || event.key === "Enter" && isBox) && current) current.querySelector("a").click();
  else if (event.key === "t" && bar && targets("take").length) act("take");
  else if ((event.key === "a" || event.key === "s") && bar && targets().length) open(event.key === "a" ? "assign" : "snooze");
  else return;
  event.preventDefault();
}

/** Enter sends the panel, and Escape closes it. */
function onPanelKey(event, panel) {
  if (event.key === "Escape") {
    panel.open = false;
    focusEntry(find(last));
  } else if (event.key === "Enter" && event.target.matches("input, select")) {
    event.preventDefault();
    form.requestSubmit(panel.querySelector("button"));
  }
}

const find = (key) => entries().find((entry) => keyOf(entry) === key);
const focusEntry = (entry) => entry?.querySelector("a").focus();

function step(by) {
  const all = entries();
  const index = all.indexOf(currentEntry() ?? find(last));
  focusEntry(all[index < 0 ? 0 : Math.max(0, Math.min(all.length - 1, index + by))]);
}

function toggle(entry) {
  const box = boxOf(entry);
  if (box) { box.checked = !box.checked; updateBar(); }
}

// Marks and the bar ----------------------------------------------------------------------------------------------

const panels = () => [...form.querySelectorAll("[data-inbox-panel]")];

function open(name) {
  for (const panel of panels()) panel.open = panel.dataset.inboxPanel === name;
  bar.classList.add("active-selection");
  bar.querySelector(`[data-inbox-panel="${name}"] :is(input, select)`).focus();
}

function onChange({ target }) {
  if (target.matches("[data-mark-all]")) {
    for (const entry of target.closest("[data-section]").querySelectorAll("[data-entry]")) {
      if (isActive(entry) && boxOf(entry)) boxOf(entry).checked = target.checked;
    }
  }
  updateBar();
}

function onClick({ target }) {
  const one = target.closest("[data-snooze-one]");
  if (!one) return;
  for (const box of form.querySelectorAll("input[name=entry]:checked")) box.checked = false;
  boxOf(one.closest("[data-entry]")).checked = true;
  updateBar();
  // After the click, which closes open menus.
  setTimeout(() => open("snooze"));
}

function updateBar() {
  if (!bar) return;
  const count = form.querySelectorAll("input[name=entry]:checked").length;
  bar.classList.toggle("active-selection", count > 0 || panels().some((panel) => panel.open));
  bar.querySelector("[data-inbox-text]").textContent = count
    ? localized("{0} marked", number(count)) : find(last) ? find(last).querySelector("a").textContent : hint;
  for (const section of form.querySelectorAll("[data-section]")) {
    const all = section.querySelector("[data-mark-all]");
    if (!all) continue;
    const boxes = [...section.querySelectorAll("input[name=entry]")];
    const checked = boxes.filter((box) => box.checked).length;
    all.checked = checked > 0 && checked === boxes.length;
    all.indeterminate = checked > 0 && !all.checked;
  }
}

// Actions --------------------------------------------------------------------------------------------------------

/** Returns the marked entries, or the current one; only those for which the action is meant. */
function targets(action) {
  const marked = entries().filter((entry) => boxOf(entry)?.checked);
  const chosen = marked.length ? marked : [currentEntry() ?? find(last)].filter((entry) => entry && boxOf(entry));
  return chosen.filter((entry) => action === "take" || action === "snooze" ? action in entry.dataset : true);
}

function onSubmit(event) {
  const button = event.submitter;
  const path = new URL(button?.formAction ?? form.action).pathname;
  event.preventDefault();
  const only = button?.name === "only" ? button.closest("[data-entry]") : null;
  if (path.endsWith("/end")) return send({ path, fields: [], entries: [] });
  act(path.split("/").pop(), only ? [only] : undefined);
}

/** Sends an action about entries; they look done at once, and the focus goes to the next one. */
function act(action, chosen = targets(action)) {
  const reason = form.elements.reason;
  if (action === "snooze" && !reason.value.trim()) {
    open("snooze");
    reason.setCustomValidity(localized("Type a reason."));
    reason.reportValidity();
    return reason.addEventListener("input", () => reason.setCustomValidity(""), { once: true });
  }
  if (!chosen.length) {
    return showToast({ text: action === "snooze" ? localized("Reports and tasks are not snoozed.") : localized("Mark an entry first.") });
  }
  const fields = { snooze: ["reason", "hours"], assign: ["assignee"] }[action] ?? [];
  const all = entries();
  const end = all.indexOf(chosen.at(-1));
  const next = all.slice(end + 1).find((entry) => !chosen.includes(entry)) ?? all.slice(0, end).findLast((entry) => !chosen.includes(entry));
  send({ path: `/attention/${action}`, fields: fields.map((name) => [name, form.elements[name].value]), entries: chosen });
  for (const panel of panels()) panel.open = false;
  if (action === "snooze") reason.value = "";
  focusEntry(next);
  updateBar();
}

function send({ path, fields, entries: chosen }) {
  const values = chosen.map((entry) => boxOf(entry).value);
  const key = new URLSearchParams(fields).toString();
  for (const entry of chosen) { boxOf(entry).checked = false; entry.setAttribute("aria-busy", "true"); }
  // What is done while a request runs is one request.
  const same = waiting.find((other) => other.path === path && other.key === key && chosen.length);
  if (same) { same.values.push(...values); same.names.push(...chosen.map(keyOf)); }
  else waiting.push({ path, key, fields, values, names: chosen.map(keyOf) });
  sendWaiting();
}

async function sendWaiting() {
  if (isSending) return;
  isSending = true;
  let page = null;
  try {
    while (waiting.length) page = await post(waiting.shift());
  } finally { isSending = false; }
  sent += 1;
  if (page) takeOver(page);
  // Others may have changed something meanwhile.
  if (isDue || !page) followSoon();
}

/** Returns the page after an action; null if it failed, which a message says and undoes. */
async function post({ path, fields, values, names }) {
  const body = new URLSearchParams([...fields, ...values.map((value) => ["entry", value])]);
  let reason = localized("No connection");
  try {
    const response = await fetch(path, { method: "POST", body, headers: { Accept: "text/html" }, signal: AbortSignal.timeout(30_000) });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (response.ok && page.querySelector("[data-inbox]")) return page;
    reason = page.querySelector(".error-page h1 + p")?.textContent ?? localized("Error {0}", response.status);
  } catch { /* Offline: the message says so. */ }
  for (const name of names) form.querySelector(`[data-entry="${CSS.escape(name)}"]`)?.removeAttribute("aria-busy");
  showToast({ text: localized("Not saved: {0}", reason) });
  return null;
}
