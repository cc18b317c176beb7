// The list of vehicles: selected rows offer labels, j and k move between rows.
import { enhanceFilters } from "./filters.js";
import { localized, number } from "./texts.js";

export function enhanceList() {
  for (const form of document.querySelectorAll("[data-filters]")) enhanceFilters(form);
  for (const form of document.querySelectorAll("[data-select]")) enhanceSelection(form);
  document.addEventListener("keydown", moveBetweenRows);
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
