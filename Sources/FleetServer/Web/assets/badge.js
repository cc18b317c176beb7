// The number of what needs attention, in the navigation of every page.
const every = 60_000;
const pause = 10_000;           // between two loads, whatever the stream announces
let loadedAt = 0;
let timer = 0;

/** Loads the number once the page is shown, and again after changes of the team; without an answer, the last one stays. */
export function followBadge() {
  const link = document.querySelector('.main-nav > ul > li > a[href^="/attention"]');
  // That page has the number of its own.
  if (!link || document.querySelector("[data-attention]")) return;
  const follow = async () => {
    clearTimeout(timer);
    timer = setTimeout(follow, every);
    if (document.hidden || document.documentElement.dataset.connection === "lost") return;
    loadedAt = Date.now();
    try {
      const response = await fetch("/attention/count" + new URL(link.href).search, { headers: { Accept: "application/json" } });
      if (response.ok) showCount(link, (await response.json()).text);
    } catch { /* Offline: the next time tries again. */ }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(follow, Math.max(500, loadedAt + pause - Date.now()));
  };
  document.addEventListener("fleet:team", soon);
  document.addEventListener("visibilitychange", soon);
  soon();
}

/** Shows a number, as text, in a link of the navigation; none for an empty text. */
export function showCount(link, text) {
  const badge = link?.querySelector(".count");
  if (!text) return badge?.remove();
  if (badge) { badge.firstChild.textContent = text; return; }
  const made = document.createElement("span");
  made.className = "count";
  made.textContent = text;
  link?.append(made);
}
