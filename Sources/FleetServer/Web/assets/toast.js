// A short message at the bottom of the page, which goes by itself, with a button that undoes what it tells.
const shownFor = 8000;          // milliseconds
const key = "fleet-toast";
let timer = 0;

/**
 * Shows the message in place of an earlier one.
 * @param {{ text: string, undo?: () => void }} toast
 */
export function showToast({ text, undo }) {
  const region = document.querySelector("[data-toasts]");
  if (!region) return;
  const toast = region.querySelector("template").content.cloneNode(true).firstElementChild;
  toast.querySelector("p").textContent = text;
  const button = toast.querySelector("button");
  if (undo) button.addEventListener("click", () => { toast.remove(); undo(); });
  else button.remove();
  region.querySelector(".toast")?.remove();
  region.append(toast);
  clearTimeout(timer);
  timer = setTimeout(() => hide(toast), shownFor);
}

/** A message under the pointer, or with the focus, stays. */
function hide(toast) {
  if (toast.matches(":hover, :focus-within")) timer = setTimeout(() => hide(toast), shownFor);
  else toast.remove();
}

/** Keeps a message for the page that is loaded next; `undo` is a change for the outbox. */
export function keepToast(text, undo) {
  try { sessionStorage.setItem(key, JSON.stringify({ person: document.body.dataset.viewer, text, undo })); } catch { /* The browser stores nothing. */ }
}

/** Takes the message that the page before has kept, for the same person. */
export function takeToast() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key));
    sessionStorage.removeItem(key);
    return kept?.person === document.body.dataset.viewer ? kept : null;
  } catch {
    return null;
  }
}
