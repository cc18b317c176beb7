// Copies of pages in this browser: starts the worker that keeps them, keeps them fresh, and deletes them.
import { element } from "./cells.js";
import { sendAll } from "./outbox.js";
import { localized } from "./texts.js";

const prefix = "fleet-pages-";
const state = "fleet-state";
const freshFor = 120_000;           // the page that is open
const listsFreshFor = 1_800_000;    // the other lists
const maxPoints = 6_000_000;
const checkEvery = 5000;            // whether the server answers again
const installTime = 30_000;         // until the installation of the worker is tried again
const loadTime = 30_000;            // until a load is cancelled

const viewer = () => document.body.dataset.viewer;
const hasCaches = "caches" in window && "serviceWorker" in navigator;

/** Time of the copy that is shown; undefined for a live page. */
export const keptAt = () => document.body.dataset.kept;

/** Starts the worker, and keeps copies of this page and of the lists while it is open. */
export async function keepPages() {
  if (!hasCaches || !viewer() || document.querySelector("[data-offline]")) return;
  if (keptAt()) return followConnection();
  document.addEventListener("fleet:signed-out", forgetPages);
  try { await startWorker(); } catch { return; }
  if (!navigator.serviceWorker.controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  // Whatever was skipped while the server did not answer is kept as soon as it does.
  document.addEventListener("fleet:online", refresh);
  setInterval(refresh, freshFor);
  await refresh();
}

/** Waits until the worker runs; retries a failed installation. */
async function startWorker() {
  const isRunning = navigator.serviceWorker.ready.then(() => true);
  do await navigator.serviceWorker.register("/worker.js");
  while (!await Promise.race([isRunning, new Promise((resolve) => setTimeout(resolve, installTime, false))]));
}

let refreshed = Promise.resolve();

/** Asks the worker for newer copies of this page and the lists, one after another. */
function refresh() { return refreshed = refreshed.then(renewAll); }

async function renewAll() {
  if (document.hidden || !isCurrent()) return;
  try {
    const cache = await caches.open(prefix + viewer());
    await renew(cache, location.pathname + location.search, freshFor);
    if (navigator.connection?.saveData) return;
    const links = document.querySelectorAll(".main-nav [data-kept], [data-scan]");
    const lists = new Set(["/", "/notes/new", ...[...links].map((link) => link.getAttribute("href"))]);
    for (const path of lists) if (isCurrent()) await renew(cache, path, listsFreshFor);
    await keepPoints(cache);
  } catch {
    // Offline, or without room for copies.
  }
}

/** Whether the person of this page is signed in, as far as it knows, and the server answers. */
function isCurrent() {
  return !("left" in document.body.dataset) && ["open", undefined].includes(document.documentElement.dataset.connection);
}

async function renew(cache, path, freshFor) {
  if (isFresh(await cache.match(path), freshFor)) return;
  const response = await fetch(path, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(loadTime) });
  await response.text();
}

function isFresh(response, freshFor) { return Date.now() - Date.parse(response?.headers.get("Fleet-Kept")) < freshFor; }

/** Keeps the vehicles of the sources of the page, for the map and for scanned labels. */
async function keepPoints(cache) {
  for (const source of document.body.dataset.source?.split(",") ?? []) await keepPointsOf(source, cache);
}

async function keepPointsOf(source, cache) {
  const path = pointsPath(source);
  if (isFresh(await cache.match(path), listsFreshFor)) return;
  const response = await fetch(path, { cache: "no-cache", signal: AbortSignal.timeout(loadTime) });
  const bytes = await response.arrayBuffer();
  if (!response.ok || bytes.byteLength > maxPoints || !isCurrent()) return;
  await cache.put(path, new Response(bytes, { headers: { "Fleet-Kept": new Date().toISOString(), "Fleet-Source": encodeURIComponent(source) } }));
}

/** The address of all vehicles of a source as points. */
export function pointsPath(source) { return `/api/v1/sources/${encodeURIComponent(source)}/points`; }

/** Returns the kept answer for an address; undefined without one, or on a live page. */
export async function keptAnswer(path) {
  const name = hasCaches && (keptAt() || document.querySelector("[data-offline]")) && await keptCache();
  return name ? (await caches.open(name)).match(path) : undefined;
}

/** Returns the name of the cache with copies, which are those of one person; undefined without one. */
export async function keptCache() { return (await caches.keys()).find((name) => name.startsWith(prefix)); }

/** Returns the key of the person whose copies are kept; undefined without any. */
export async function keptPerson() { return hasCaches ? (await keptCache())?.slice(prefix.length) : undefined; }

/** Deletes all copies of pages, also those that are on their way. */
export async function forgetPages() {
  if (!hasCaches) return;
  navigator.serviceWorker.controller?.postMessage("forget");
  for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
}

/** Lets the worker end the session before it loads the next page. */
export async function endSessionLater() { await (await caches.open(state)).put("/signed-out", new Response("")); }

/** Whether a person has signed out of a session that has not ended yet. */
export const willEndSession = async () => hasCaches && caches.has(state);

/** Whether the worker can end a session later. */
export const canEndSessionLater = () => hasCaches && Boolean(navigator.serviceWorker.controller);

/** Loads the live page once the server answers again, unless text would be lost. */
function followConnection() {
  document.addEventListener("fleet:online", reload);
  whenServerAnswers(reload);
}

/** Calls a function whenever the server answers, which it asks every few seconds while the page is visible. */
export function whenServerAnswers(action) {
  const check = async () => {
    if (document.hidden) return;
    const response = await fetch("/health", { cache: "no-store", signal: AbortSignal.timeout(checkEvery) }).catch(() => null);
    if (response?.ok) action();
  };
  addEventListener("online", check);
  document.addEventListener("visibilitychange", check);
  setInterval(check, checkEvery);
}

async function reload() {
  // The page shows the changes that waited.
  await sendAll();
  const areas = [...document.querySelectorAll("textarea, main input:not([type=hidden], [type=checkbox])")];
  if (!document.querySelector("dialog[open]") && !areas.some((area) => area.value !== area.defaultValue)) return location.reload();
  const line = document.querySelector('[data-banner="kept"]');
  if (!line || line.querySelector("a")) return;
  const link = element("a", "btn small", localized("Load the current page"));
  link.href = location.href;
  line.append(link);
}
