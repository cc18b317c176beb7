// The list of vehicles: selected rows offer labels, j and k move between rows, and typing in the search narrows them.
import { enhanceFilters } from "./filters.js";
import { loadPage } from "./refetch.js";
import { localized, number } from "./texts.js";

export function enhanceList() {
  if (navigator.clipboard) document.documentElement.classList.add("can-copy");
  for (const form of document.querySelectorAll("[data-filters]")) {
    enhanceFilters(form);
    if (document.querySelector("[data-results]")) filterWhileTyping(form);
  }
  enhanceResults();
  document.addEventListener("keydown", moveBetweenRows);
}

function enhanceResults() {
  for (const form of document.querySelectorAll("[data-select]")) enhanceSelection(form);
  for (const form of document.querySelectorAll("[data-columns]")) enhanceColumns(form);
}

const searchAfter = 250;        // milliseconds after the last key

/** Shows the list that a search selects after a short pause; without a connection, the form is sent by Enter. */
function filterWhileTyping(form) {
  const field = form.elements.namedItem("search");
  let timer = 0, loading = null;
  const stop = () => { clearTimeout(timer); loading?.abort(); };
  field.addEventListener("input", ({ isComposing }) => {
    stop();
    if (!isComposing) timer = setTimeout(search, searchAfter);
  });
  field.addEventListener("compositionend", () => { stop(); timer = setTimeout(search, searchAfter); });
  form.addEventListener("submit", stop);

  async function search() {
    const address = addressOf(field.value.trim());
    if (address.href === location.href) return;
    const { signal } = loading = new AbortController();
    const { page } = await loadPage(address, signal).catch(() => ({}));
    if (!page?.querySelector("[data-results]") || signal.aborted) return;
    history.replaceState(history.state, "", address);
    field.defaultValue = field.value;           // the Back button finds what the page shows
    showList(page);
  }
}

/** Returns the address of the first page with a search; an empty one clears that of a view. */
function addressOf(search) {
  const address = new URL(location.href);
  for (const name of ["after", "before", "row", "search"]) address.searchParams.delete(name);
  if (search || address.searchParams.has("view")) address.searchParams.set("search", search);
  address.hash = "";
  return address;
}

// Parts of the page that depend on the search, beside the rows.
const parts = ["[data-total]", ".menu-more > .menu-list", ".pills", ".toggle", "[data-filters] ~ form[id]", "[data-count]"];

/** Takes over the list of another page, and what belongs to it; the form keeps its fields and the focus. */
function showList(page) {
  for (const total of document.querySelectorAll("[data-total]")) total.setAttribute("aria-live", "polite");
  const form = document.querySelector("[data-filters]"), active = page.querySelector("[data-filters] > .active");
  form.querySelector(":scope > .active")?.remove();
  if (active) form.append(active);
  for (const selector of ["[data-results]", ...parts]) {
    const fresh = [...page.querySelectorAll(selector)];
    document.querySelectorAll(selector).forEach((part, index) => part.replaceChildren(...(fresh[index]?.childNodes ?? [])));
  }
  enhanceResults();
  showMap(page.querySelector(".split-map [data-map]"));
}

/** The map loads the points of the list. */
function showMap(fresh) {
  const map = document.querySelector(".split-map [data-map]");
  if (!map) return;
  map.closest(".split-map").hidden = !fresh;
  if (!fresh?.dataset.points || fresh.dataset.points === map.dataset.points) return;
  map.dataset.points = fresh.dataset.points;
  if (map.fleetMap) { map.fleetMap.isReloadDue = true; map.fleetMap.update(); }
}

/** Columns move in the form, and are kept when it is sent. */
function enhanceColumns(form) {
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=up], button[name=down]");
    if (!button) return;
    event.preventDefault();
    const item = button.closest("li"), isUp = button.name === "up";
    const other = isUp ? item.previousElementSibling : item.nextElementSibling;
    if (!other) return;
    if (isUp) other.before(item); else other.after(item);
    button.focus();
  });
}

function enhanceSelection(form) {
  const all = form.querySelector("[data-select-all]");
  const bar = form.querySelector("[data-selection]");
  const text = form.querySelector("[data-selected-text]");
  const buttons = [...bar.querySelectorAll("button")];
  const matching = bar.querySelector("[data-matching]");       // all vehicles of the list
  const hint = text.textContent;
  const boxes = () => [...form.querySelectorAll("tbody input[name=id]")];
  let last = null;
  const update = () => {
    const checked = boxes().filter((box) => box.checked).length;
    all.checked = checked > 0 && checked === boxes().length;
    all.indeterminate = checked > 0 && !all.checked;
    const count = matching?.checked ? Number(matching.dataset.matching) : checked;
    bar.classList.toggle("active-selection", count > 0);
    for (const button of buttons) button.hidden = count === 0;
    text.textContent = count ? localized("{0} selected", number(count)) : hint;
  };
  all.hidden = false;
  matching?.addEventListener("change", update);
  all.addEventListener("change", () => { for (const box of boxes()) box.checked = all.checked; update(); });
  form.addEventListener("click", (event) => {
    const box = event.target.closest("tbody input[name=id]");
    if (!box) return;
    if (event.shiftKey && last) selectBetween(boxes(), last, box);
    last = box;
    update();
  });
  update();
}

function selectBetween(boxes, first, second) {
  const [from, to] = [boxes.indexOf(first), boxes.indexOf(second)].sort((a, b) => a - b);
  if (from < 0) return;
  for (const box of boxes.slice(from, to + 1)) box.checked = second.checked;
}

function moveBetweenRows(event) {
  if ((event.key !== "j" && event.key !== "k") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=checkbox]), textarea, select")) return;
  const links = [...document.querySelectorAll("[data-rows] .c-id a")];
  const current = links.findIndex((link) => link.closest("tr").contains(document.activeElement));
  links[Math.max(0, Math.min(links.length - 1, current + (event.key === "j" ? 1 : -1)))]?.focus();
}
