// The form of the filter: colors apply and are saved at once; the side panel shows what its fields would leave before they are applied.

import { loadPage } from "./refetch.js";

const previewAfter = 250;       // milliseconds after the last change
let loading = null;             // stops the load of counts that are no longer asked for

/** Lets a form of the filter work beside the list. */
export function enhanceFilters(form) {
  form.addEventListener("change", (event) => { if (event.target.closest(".pills")) form.requestSubmit(); });
  form.addEventListener("submit", () => leaveOutEmpty(form));
  // The Back button shows what is stored, not what was checked when the page was left.
  addEventListener("pageshow", (event) => { if (event.persisted) form.reset(); });
  const panel = form.querySelector("[data-panel]");
  if (panel) enhancePanel(panel, form);
}

function enhancePanel(panel, form) {
  const menu = panel.closest("details");
  let timer = 0;
  const preview = () => { clearTimeout(timer); timer = setTimeout(() => showCounts(form, panel), previewAfter); };
  panel.addEventListener("input", preview);
  document.addEventListener("fleet:changes", () => { if (menu.open && isChanged(form)) preview(); });
  const close = panel.querySelector("[data-close]");
  close.hidden = false;
  close.addEventListener("click", () => { menu.open = false; menu.querySelector("summary").focus(); });
  menu.addEventListener("toggle", () => { if (menu.open) panel.querySelector("input, select").focus({ preventScroll: true }); });
}

/** Only other colors are sent to be saved; everything else is the address of a list. Empty fields stay out of it. */
function leaveOutEmpty(form) {
  const colors = [...form.querySelectorAll("input[type=checkbox][name=color]")];
  form.method = colors.some((box) => box.checked !== box.defaultChecked) ? "post" : "get";
  if (form.method === "get") form.querySelector("[data-shown]").disabled = true;
  for (const field of emptyFields(form)) field.disabled = true;
  // The browser has collected the fields when this runs, and the Back button must find them enabled.
  setTimeout(() => { form.method = "post"; for (const field of form.querySelectorAll(":disabled")) field.disabled = false; });
}

/** Fields that do not narrow the list; beside a view, an empty field clears the view's. */
function emptyFields(form) {
  if (form.elements.namedItem("view")) return [];
  return [...form.querySelectorAll("input:not([data-shown]), select")].filter((field) => field.value === "" || field.selectedIndex === 0);       // a first option is the default
}

/** Loads the list that the fields select, and shows its counts beside them and its total below. */
async function showCounts(form, panel) {
  const query = new URLSearchParams(new FormData(form));
  query.delete("shown");
  for (const { name } of emptyFields(form)) if (query.get(name) === "") query.delete(name);
  const asked = query.toString();
  panel.dataset.asked = asked;
  let fresh;
  loading?.abort();
  loading = new AbortController();
  try {
    ({ page: fresh } = await loadPage(`${form.action}?${asked}`, loading.signal));
  } catch {
    return;                     // offline: the fields are applied when there is a connection
  }
  if (panel.dataset.asked !== asked) return;
  panel.querySelector("[data-preview]").textContent = fresh?.querySelector("[data-total]")?.textContent ?? "";
  for (const count of panel.querySelectorAll("[data-count]")) {
    const other = fresh?.querySelector(`[data-count="${CSS.escape(count.dataset.count)}"]`);
    if (other) count.textContent = other.textContent;
  }
}

/** Whether fields differ from those that the page was made with; their counts follow the stream. */
function isChanged(form) {
  return [...form.elements].some((field) => field.type === "checkbox" ? field.checked !== field.defaultChecked : "defaultValue" in field && field.value !== field.defaultValue);
}
