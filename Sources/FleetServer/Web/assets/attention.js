// The open page of what needs attention follows the sources and the actions of others.
import { loadPage, takeOver } from "./refetch.js";

const every = 10_000;
let isLoading = false;

/** Loads the page again every few seconds while it is visible. */
export function followAttention() {
  setInterval(follow, every);
  document.addEventListener("visibilitychange", follow);
}

async function follow() {
  if (isLoading || document.hidden || document.documentElement.dataset.connection === "lost") return;
  isLoading = true;
  try {
    const { page } = await loadPage(location.href, AbortSignal.timeout(4 * every));
    if (!page) return;
    for (const menu of document.querySelectorAll("[data-attention] details[data-key]")) {
      const other = page.querySelector(`details[data-key="${CSS.escape(menu.dataset.key)}"]`);
      if (other) other.open = menu.open;
    }
    takeOver(page, "[data-attention]");
  } catch {
    // Offline: the next time tries again.
  } finally { isLoading = false; }
}
