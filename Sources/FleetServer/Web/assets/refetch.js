// Loads the current page again and takes over its live parts: [data-live], [data-rows] and [data-total].
// Focus, checked boxes and the scroll position stay.

let isRunning = false;

/** Refreshes the live parts; failures are left to the connection banner. */
export async function refetch() {
  if (isRunning) return;
  isRunning = true;
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!response.ok || response.redirected) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const selector of ["[data-live]", "[data-rows]", "[data-total]"]) takeOver(fresh, selector);
  } catch {
    // Offline: the next message of the stream tries again.
  } finally {
    isRunning = false;
  }
}

function takeOver(fresh, selector) {
  const parts = fresh.querySelectorAll(selector);
  document.querySelectorAll(selector).forEach((part, index) => {
    const other = parts[index];
    if (!other || other.innerHTML === part.innerHTML || isBusy(part)) return;
    const focus = focusPath(part);
    const checked = new Set([...part.querySelectorAll("input[type=checkbox]:checked")].map((box) => box.value));
    part.replaceChildren(...other.childNodes);
    for (const box of part.querySelectorAll("input[type=checkbox]")) if (checked.has(box.value)) box.checked = true;
    if (focus) part.querySelector(focus)?.focus({ preventScroll: true });
  });
}

/** Text being typed and open menus are never replaced. */
function isBusy(part) {
  const active = document.activeElement;
  return part.contains(active) && (active.matches("textarea, select, input:not([type=checkbox])") || part.querySelector("details[open]"));
}

/** Returns a selector that finds the focused element again by its row. */
function focusPath(part) {
  const active = document.activeElement;
  if (!part.contains(active)) return null;
  const row = active.closest("[data-id]");
  const own = active.getAttribute("href") ? `[href="${CSS.escape(active.getAttribute("href"))}"]` : active.name ? `[name="${CSS.escape(active.name)}"]` : active.localName;
  return row ? `[data-id="${CSS.escape(row.dataset.id)}"] ${own}` : own;
}
