// The number of entries of Attention in the navigation, without tasks, which have a number of their own.
import { element } from "./cells.js";
import { keptAt } from "./kept.js";
import { localized, number } from "./texts.js";

const freshFor = 60_000;
const name = "fleet-attention";

/** Shows the number of the sources of the page. */
export async function showBadge() {
  const link = document.querySelector('.main-nav > ul > li > a[href^="/attention"]');
  if (!link || keptAt()) return;
  document.addEventListener("fleet:attention", ({ detail }) => show(link, detail.count));
  const shown = [...document.querySelectorAll(".menu-source [aria-current] [data-dot-of]")].map((dot) => dot.dataset.dotOf);
  const key = `${document.body.dataset.viewer} ${shown.join()}`;
  const stored = read(key);
  if (stored) show(link, stored.count);
  if (stored && Date.now() - stored.at < freshFor) return;
  try {
    const source = shown.length === 1 ? `&source=${encodeURIComponent(shown[0])}` : "";
    const response = await fetch(`/api/v1/attention?limit=1${source}`);
    if (!response.ok) return;
    const { groups } = await response.json();
    const count = groups.filter(({ group, source }) => group !== "task" && (!shown.length || shown.includes(source))).reduce((sum, { count }) => sum + count, 0);
    show(link, count);
    sessionStorage.setItem(name, JSON.stringify({ key, count, at: Date.now() }));
  } catch {
    // Offline, or without storage.
  }
}

function read(key) {
  try {
    const stored = JSON.parse(sessionStorage.getItem(name));
    return stored?.key === key ? stored : null;
  } catch { return null; }
}

function show(link, count) {
  const badge = count ? element("span", "count", number(count), element("span", "sr", ` ${localized("entries")}`)) : null;
  link.querySelector(".count")?.remove();
  if (badge) link.append(badge);
}
