// The list of vehicles: filters apply by themselves, selected rows offer labels, j and k move between rows.

export function enhanceList() {
  for (const form of document.querySelectorAll("[data-filters]")) enhanceFilters(form);
  for (const form of document.querySelectorAll("[data-select]")) enhanceSelection(form);
  document.addEventListener("keydown", moveBetweenRows);
}

/** Color pills submit at once; the panel submits with its own button. Empty fields stay out of the address. */
function enhanceFilters(form) {
  form.addEventListener("change", (event) => {
    if (event.target.closest(".pills")) form.requestSubmit();
  });
  form.addEventListener("submit", () => {
    clearColorIfNone(form);
    if (form.elements.namedItem("view")) return;                                         // an empty field clears the view's
    for (const field of form.querySelectorAll("input, select")) {
      if (field.value === "" || field.selectedIndex === 0) field.disabled = true;       // a first option is the default
    }
    // The browser has collected the fields when this runs, and the Back button must find them enabled.
    setTimeout(() => { for (const field of form.querySelectorAll(":disabled")) field.disabled = false; });
  });
}

/** Without any color, the address says so; otherwise the server would apply the saved filter again. */
function clearColorIfNone(form) {
  const colors = form.querySelectorAll("input[type=checkbox][name=color]");
  form.querySelector("input[type=hidden][name=color]")?.remove();
  if (!colors.length || [...colors].some((box) => box.checked)) return;
  const all = Object.assign(document.createElement("input"), { type: "hidden", name: "color", value: "all" });
  form.append(all);
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
    text.textContent = count ? `${count} selected` : hint;
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
