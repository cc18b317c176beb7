// Loads the current page again and takes over its live parts, such as [data-reload], [data-rows] and [data-total];
// [data-own] are those of a vehicle's page.
// Focus, checked boxes and the scroll position stay.

const all = ["[data-reload]", '[data-own="condition"]', '[data-own="past"]', "[data-rows]", "[data-total]", "[data-strip]", "[data-favorite-count]"];
let running = null;     // the selectors that are loaded
let next = null;        // the selectors of another load after it

/** Loads a page, this one by default; it is null if the server answers with an error or another page. */
export async function loadPage(address = location.href, signal) {
  const response = await fetch(address, { headers: { Accept: "text/html" }, signal });
  const isPage = response.ok && !response.redirected;
  return { status: response.status, page: isPage ? new DOMParser().parseFromString(await response.text(), "text/html") : null };
}

/** Refreshes the live parts; failures are left to the connection banner. */
export async function refetch(selectors = all) {
  if (running) {
    next = [...new Set([...(next ?? []), ...selectors])];
    return;
  }
  running = selectors;
  try {
    const { page } = await loadPage();
    if (page) for (const selector of selectors) takeOver(page, selector);
  } catch {
    // Offline: the next message of the stream tries again.
  } finally {
    running = null;
    const waiting = next;
    next = null;
    if (waiting) refetch(waiting);
  }
}

/** Replaces the parts that a selector finds by those of a page that was loaded again. */
export function takeOver(fresh, selector) {
  const parts = fresh.querySelectorAll(selector);
  document.querySelectorAll(selector).forEach((part, index) => {
    const other = parts[index];
    if (!other || other.innerHTML === part.innerHTML || isBusy(part)) return;
    const focus = focusPath(part);
    const checked = new Set([...part.querySelectorAll("input[type=checkbox]:checked")].map((box) => box.value));
    part.hidden = other.hidden;
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
