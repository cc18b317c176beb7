// Small enhancements of forms and links: copy, progress, menus, favorites in place.
import { showNotSent } from "./banners.js";
import { setIcon } from "./cells.js";
import { toggleFavorite } from "./stars.js";
import { localized } from "./texts.js";

export function enhanceForms() {
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick);
  document.addEventListener("submit", onSubmit);
  document.addEventListener("input", ({ target, isTrusted }) => { if (isTrusted && target.matches("[data-near]")) markLocation(target, ""); });
  document.addEventListener("change", ({ target }) => { if (target.matches("[data-submits]")) target.form.requestSubmit(target.form.querySelector("[data-default]")); });
  if (navigator.clipboard) for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  if (navigator.geolocation && isSecureContext) for (const button of document.querySelectorAll("[data-near-me]")) button.hidden = false;
}

function onKey(event) {
  if (event.key === "Escape") {
    const open = event.target.closest?.("details[open].menu, details[open].more") ?? document.querySelector("details[open].menu");
    if (open) { open.open = false; open.querySelector("summary").focus(); }
  }
}

function onClick(event) {
  for (const menu of document.querySelectorAll("details[open].menu, details[open].more")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
  const copy = event.target.closest("[data-copy]");
  if (copy) copyText(copy);
  const near = event.target.closest("[data-near-me]");
  if (near) fillLocation(near);
  const star = event.target.closest("[data-favorite]");
  if (star) { event.preventDefault(); toggleFavorite(star); }
  const drop = event.target.closest("[data-drop-draft]");
  if (drop) { event.preventDefault(); keepTheirs(drop); }
}

/** Drops the own version of a note, and opens the other one. */
async function keepTheirs({ dataset, form }) {
  const [drafts, outbox] = await Promise.all([import("./drafts.js"), import("./outbox.js")]);
  drafts.dropDraft(dataset.dropDraft);
  await outbox.dropItems(dataset.dropItems, "note");
  form.submit();
}

async function copyText(button) {
  const label = button.querySelector("span");
  const before = label?.textContent ?? button.getAttribute("aria-label");
  let result = localized("Copied");
  try { await navigator.clipboard.writeText(button.dataset.copy); setIcon(button, "check"); } catch { result = localized("Not copied"); }
  if (label) label.textContent = result; else button.setAttribute("aria-label", result);
  setTimeout(() => {
    setIcon(button, "copy");
    if (label) label.textContent = before; else button.setAttribute("aria-label", before);
  }, 1600);
}

function fillLocation(button) {
  const input = button.closest("form").querySelector("[data-near]");
  button.disabled = true;
  navigator.geolocation.getCurrentPosition(({ coords }) => {
    button.disabled = false;
    input.value = `${coords.latitude.toFixed(5)},${coords.longitude.toFixed(5)}`;
    markLocation(input, "1");
    for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
  }, (error) => {
    button.disabled = false;
    button.lastChild.textContent = error.code === 1 ? localized("Location not allowed") : localized("Location not available");
  }, { enableHighAccuracy: true, timeout: 10_000 });
}

/** Tells the server whether a location is one's own, which a view for everybody must not have. */
function markLocation(input, value) {
  const mark = input.closest("form").querySelector("[data-near-mark]");
  if (mark) mark.value = value;
}

/** Shows progress and stops a second submit. Hashing a password takes a moment. */
function onSubmit(event) {
  const form = event.target;
  const method = event.submitter?.formMethod || form.method;
  const isOffline = navigator.onLine === false || document.body.dataset.kept;
  if (isOffline && method === "post" && !event.defaultPrevented && !form.matches("[data-queue], [data-sign-out]")) {
    event.preventDefault();
    return showNotSent();
  }
  const text = form.dataset.progress;
  if (!text || event.defaultPrevented) return;
  if (form.dataset.busy) return event.preventDefault();
  form.dataset.busy = "true";
  const button = form.querySelector("[type=submit]");
  const before = button.textContent;
  button.setAttribute("aria-disabled", "true");
  button.textContent = text;
  const bar = document.createElement("div");
  bar.className = "progress";
  bar.setAttribute("role", "progressbar");
  bar.setAttribute("aria-label", text);
  button.after(bar);
  addEventListener("pageshow", () => { delete form.dataset.busy; button.removeAttribute("aria-disabled"); button.textContent = before; bar.remove(); }, { once: true });
}
