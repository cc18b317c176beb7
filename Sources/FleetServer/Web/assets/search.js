// The search: a dialog that "/", Ctrl+K and the button in the header open. Without scripts, the button opens /search.
import { element, icon } from "./cells.js";
import { counted, localized } from "./texts.js";

const delay = 120;               // ms without a key before the server is asked
let dialog = null;
let input, list, status;
let timer = 0;
let request = null;              // aborts the request that runs
let shown = null;                // the text whose results are shown
let opensFirst = false;          // Enter was pressed before the results were there

export function enhanceSearch() {
  if (!document.body.dataset.viewer) return;
  document.addEventListener("keydown", onShortcut);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-open-search]") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
}

/** Ctrl+K works everywhere, "/" where nothing is typed. */
function onShortcut(event) {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";
  const isTyping = event.target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
  const isSlash = event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isCommand && !isSlash || event.isComposing || document.querySelector("dialog[open]:not(.search-dialog)")) return;
  event.preventDefault();
  if (isCommand && dialog?.open) close();
  else open();
}

function open() {
  if (!dialog) make();
  if (dialog.open) return;
  for (const menu of document.querySelectorAll("details[open].menu")) menu.open = false;
  // The states of what was found before may have changed.
  shown = null;
  dialog.showModal();
  input.select();
  ask();
}

function close() {
  dialog.close();
}

function make() {
  input = element("input");
  Object.assign(input, {
    type: "text", name: "q", maxLength: 200, autocomplete: "off", autocapitalize: "none", spellcheck: false,
    inputMode: "search", enterKeyHint: "go", placeholder: localized("ID, site, note, person or page"),
  });
  set(input, {
    role: "combobox", "aria-label": localized("Search vehicles, sites, notes, people and pages"),
    "aria-controls": "search-results", "aria-expanded": "false", "aria-autocomplete": "list",
  });
  list = set(element("div", "search-results"), { role: "listbox", id: "search-results", "aria-label": localized("Results") });
  status = set(element("p", "search-status muted"), { role: "status" });
  const closing = set(element("button", "btn quiet", localized("Close")), { type: "button" });
  const keys = element("p", "search-keys muted", element("span", "", key("↑"), key("↓"), ` ${localized("choose")}`),
    element("span", "", key("Enter"), ` ${localized("open")}`), element("span", "", key("Esc"), ` ${localized("close")}`));
  keys.setAttribute("aria-hidden", "true");
  dialog = set(element("dialog", "search-dialog", element("div", "search-line", icon("search"), input, closing), list,
    element("div", "search-foot", status, keys)), { "aria-label": localized("Search") });
  closing.addEventListener("click", close);
  input.addEventListener("input", () => { clearTimeout(timer); opensFirst = false; timer = setTimeout(ask, delay); });
  dialog.addEventListener("keydown", onKey);
  dialog.addEventListener("click", onClick);
  dialog.addEventListener("close", () => { clearTimeout(timer); request?.abort(); });
  list.addEventListener("pointermove", ({ target }) => choose(target.closest("[role=option]") ?? chosen(), false));
  document.body.append(dialog);
}

function key(name) { return element("kbd", "", name); }

function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

/** Asks the server for the text of the field, and drops the answer to an older text. */
async function ask() {
  clearTimeout(timer);
  const text = input.value.trim();
  request?.abort();
  if (text === shown) return opensFirst ? openChosen() : undefined;
  request = new AbortController();
  const { signal } = request;
  try {
    const response = await fetch("/api/v1/search" + query(text), { signal, headers: { Accept: "application/json" } });
    if (response.status === 401) return location.reload();
    if (!response.ok) throw new Error(String(response.status));
    show(text, await response.json());
  } catch (error) {
    if (signal.aborted || error.name === "AbortError") return;
    shown = null;
    fill([]);
    status.textContent = navigator.onLine ? localized("The search does not answer. Press Enter to try again.") : localized("No connection.");
    opensFirst = false;
  }
}

/** The query of a search on this page; pages and actions are those of its source. */
function query(text) {
  const source = document.querySelector("[data-source-dot]")?.dataset.sourceDot;
  const items = new URLSearchParams();
  if (text) items.set("q", text);
  if (source) items.set("source", source);
  return items.size ? `?${items}` : "";
}

function show(text, { groups, complete }) {
  shown = text;
  fill(groups);
  const count = list.querySelectorAll("[role=option]").length;
  status.textContent = !text ? "" : !count ? localized("Nothing matches “{0}”.", text)
    : complete ? counted(count, "{0} result", "{0} results")
    : counted(count, "{0} result. Not everything was searched; type more.", "{0} results. Not everything was searched; type more.");
  if (opensFirst) openChosen();
}

function fill(groups) {
  const sources = document.querySelectorAll(".menu-source .menu-list a").length;
  let number = 0;
  list.replaceChildren(...groups.map((group, index) => {
    const title = element("div", "search-group", group.title);
    title.id = `search-group-${index}`;
    const options = group.results.map((result) => option(result, sources > 1));
    if (group.more) options.push(option({ ...group.more, icon: "list" }));
    for (const row of options) row.id = `search-option-${number++}`;
    return set(element("div", "", title, ...options), { role: "group", "aria-labelledby": title.id });
  }));
  list.scrollTop = 0;
  input.setAttribute("aria-expanded", String(number > 0));
  choose(list.querySelector("[role=option]"));
}

function option({ id, title, text, state, source, href, method, icon: name }, hasSources) {
  const row = element(method ? "button" : "a", "result", icon(name),
    element("span", id === title ? "result-title id" : "result-title", title),
    source && hasSources ? element("span", "badge", source) : null,
    text && element("span", "result-text muted", state && icon(`state-${state}`, "i small"), text));
  set(row, { role: "option", tabindex: "-1", "aria-selected": "false" });
  if (method) { row.type = "button"; row.dataset.post = href; } else row.href = href;
  return row;
}

function chosen() { return list.querySelector("[aria-selected=true]"); }

function choose(row, scrolls = true) {
  const old = chosen();
  if (old !== row) old?.setAttribute("aria-selected", "false");
  if (!row) return input.removeAttribute("aria-activedescendant");
  row.setAttribute("aria-selected", "true");
  input.setAttribute("aria-activedescendant", row.id);
  if (scrolls) row.scrollIntoView({ block: "nearest" });
}

/** Moves the choice; beyond an end it goes on at the other one. */
function move(step) {
  const rows = [...list.querySelectorAll("[role=option]")];
  if (!rows.length) return;
  const index = rows.indexOf(chosen());
  choose(rows[(index + step + rows.length) % rows.length]);
}

function onKey(event) {
  if (event.isComposing) return;
  const isMoving = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (isMoving) { event.preventDefault(); move(isMoving); }
  // Escape closes at once, whatever has the focus.
  if (event.key === "Escape") { event.preventDefault(); close(); }
  if (event.key === "Enter" && event.target === input) {
    event.preventDefault();
    openChosen(event.ctrlKey || event.metaKey);
  }
}

/** Opens the chosen result of the text in the field; waits for its results if they are not here yet. */
function openChosen(inNewTab = false) {
  if (input.value.trim() !== shown) {
    opensFirst = true;
    return void ask();
  }
  opensFirst = false;
  const row = chosen();
  // The page also finds the IDs on labels that differ from those of the feed.
  if (!row) return void (shown && location.assign("/search" + query(shown)));
  if (row.href && inNewTab) return void window.open(row.href, "_blank", "noopener");
  if (row.href) follow(row.href);
  else send(row.dataset.post);
}

/** A link within this page only moves, so the dialog must close. */
function follow(href) {
  close();
  location.assign(href);
}

function onClick(event) {
  if (event.target === dialog) return close();       // the backdrop
  const row = event.target.closest("[role=option]");
  if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (row.href) follow(row.href);
  else send(row.dataset.post);
}

function send(action) {
  const form = Object.assign(element("form"), { method: "post", action, hidden: true });
  document.body.append(form);
  form.submit();
}
