// Open pages with notes follow the changes of others; text that is being typed stays.
import { element, icon } from "./cells.js";
import { loadPage, takeOver } from "./refetch.js";
import { localized } from "./texts.js";

const every = 5000;
let timer = 0;
let isLoading = false;

/** Loads the page again every few seconds while it is visible; the map of the notes follows its list. */
export function followNotes() {
  timer = setInterval(follow, every);
  document.addEventListener("visibilitychange", follow);
  document.querySelector(".notes-columns")?.addEventListener("click", showBeside);
}

/** Shows a note beside the list where there is room; its own page has a smaller window. */
function showBeside(event) {
  const link = event.target.closest("a.note-number");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !matchMedia("(min-width: 1000px)").matches) return;
  event.preventDefault();
  const { uuid } = link.closest("[data-uuid]").dataset, address = new URL(location.href);
  address.searchParams.set("note", uuid);
  address.hash = `note-${uuid}`;
  location.assign(address);
}

async function follow() {
  if (isLoading || document.hidden || document.documentElement.dataset.connection === "lost") return;
  isLoading = true;
  try {
    const { status, page } = await loadPage(location.href, AbortSignal.timeout(4 * every));
    // The list of a note beside it may be empty while the note is there.
    const isGone = status === 404 || page && !page.querySelector("[data-note], [data-notes]");
    if (isGone && document.querySelector("[data-note]")) return showRemoved();
    if (!page) return;
    // The first note with a location brings a map, and the last one takes it away.
    if (!page.querySelector("[data-items]") !== !document.querySelector("[data-items]")) return location.reload();
    for (const selector of ["[data-notes]", "[data-items] [data-map-text]", "[data-items] .map-svg"]) takeOver(page, selector);
    document.dispatchEvent(new CustomEvent("fleet:items"));
    followForm(document.querySelector("form[data-note-form][data-version]"), page.querySelector("form[data-note-form][data-version]"));
  } catch {
    // Offline: the next time tries again.
  } finally { isLoading = false; }
}

function showRemoved() {
  clearInterval(timer);
  document.removeEventListener("visibilitychange", follow);
  const text = element("p", "", localized("This note was deleted or made private. Text that you have not saved is still here to copy."));
  document.querySelector("[data-banners]").append(element("div", "banner banner-warn", icon("warn"), text));
}

const current = (field) => field.type === "checkbox" ? field.checked : field.value;

/** The value of a field as the server sent it. */
function initial(field) {
  if (field.type === "checkbox") return field.defaultChecked;
  return field.options ? ([...field.options].find((option) => option.defaultSelected) ?? field.options[0]).value : field.defaultValue;
}

/** Takes over the newer version into a form without changes; otherwise says that there is one. */
function followForm(form, fresh) {
  // A slow response may be older than the version that this form has saved.
  if (!form || !fresh || Number(fresh.dataset.version) <= Number(form.dataset.version)) return;
  const fields = ["text", "visibility", "done", "task", "assignee", "due", "due_at", "priority"].map((name) => [form.elements[name], fresh.elements[name]]).filter(([mine, theirs]) => mine && theirs);
  const isChanged = fields.some(([mine]) => current(mine) !== initial(mine));
  if (isChanged) {
    const line = form.querySelector("[data-draft-state]");
    line.hidden = false;
    line.textContent = localized("Someone else saved a newer version. Your text is still here; saving it shows both versions.");
    return;
  }
  for (const [mine, theirs] of fields) {
    if (mine.options) mine.replaceChildren(...theirs.options);
    else if (mine.type === "checkbox") mine.checked = mine.defaultChecked = theirs.defaultChecked;
    else mine.value = mine.defaultValue = theirs.defaultValue;
  }
  form.dispatchEvent(new CustomEvent("fleet:taken-over"));
  for (const name of ["version", "edited"]) form.elements[name].value = fresh.elements[name].value;
  form.dataset.version = fresh.dataset.version;
}
