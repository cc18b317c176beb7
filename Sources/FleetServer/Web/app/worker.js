// Service worker: starts the pages without a connection. It keeps the assets of one version, and copies of the pages
// below for the person who is signed in, which it shows with their age and only while the server cannot be reached.
// It changes nothing on the server, except that it ends the session of a person who signed out without a connection.
// The server puts `version`, `folder` and `names` of the assets, and `keptPages`, in front. The names of caches are also in kept.js.
"use strict";

const app = `fleet-app-${version}`;
const pagesOf = (person) => `fleet-pages-${person}`;
const isOfPages = (name) => name.startsWith("fleet-pages-");
const state = "fleet-state";
/** Tags of the languages of the pages: English, and those with a file of texts. */
const languages = ["en", ...names.flatMap((name) => name.match(/^texts-(.+)\.json$/)?.[1] ?? [])];
const offlineIn = (language) => `/offline?language=${language}`;

/** The other pages of which copies are kept; `/admin`, `/account` and pages for everybody are not among them. */
const keptPaths = /^\/(?:scan|notes\/new|notes\/[0-9A-Fa-f-]{36}|sites\/[^/]+\/[^/]+|v\/[^/]+(?:\/[^/]+)?)$/;
const maxAge = 7 * 86_400_000;
const maxPages = 150;
const maxLength = 2_000_000;
const timeout = 5000;          // for a server that does not answer, if there is a copy

let generation = 0;             // counts how often copies were deleted: those that are on their way then are not kept
let nextCheck = 0;              // time of the next search for old copies

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", ({ data }) => { if (data === "forget") generation++; });
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request, url));
  else if (request.mode === "navigate") event.respondWith(page(event, url));
  // Scripts that load a page again get the server's answer or none.
  else if (request.headers.get("Accept") === "text/html" && isKept(url)) event.respondWith(answer(event, url));
});

// Assets ---------------------------------------------------------------------------------------------------------

async function install() {
  const cache = await caches.open(app);
  await cache.addAll(names.map((name) => `${folder}/${name}`));
  for (const language of languages) {
    const response = await fetch("/offline", { headers: { "Accept-Language": language }, cache: "no-store" });
    if (!response.ok) throw new TypeError(`/offline: status ${response.status}`);
    await cache.put(offlineIn(language), response);
  }
  await skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith("fleet-app-") && name !== app) await caches.delete(name);
  await dropOld();
  await clients.claim();
}

/** Assets of this version never change. A copy of a page may name another one, whose assets are gone. */
async function asset(request, url) {
  const isCurrent = url.pathname.startsWith(`${folder}/`);
  const own = () => caches.match(`${folder}/${url.pathname.split("/").pop()}`, { cacheName: app });
  if (isCurrent) return (await own()) ?? fetch(request);
  try { return await fetch(request); } catch (error) {
    const kept = await own();
    if (kept) return kept;
    throw error;
  }
}

// Pages ----------------------------------------------------------------------------------------------------------

async function page(event, url) {
  if (Date.now() > nextCheck) event.waitUntil(dropOld());
  try {
    await endSession();
    const live = answer(event, url);
    const slow = new Promise((resolve) => setTimeout(resolve, timeout));
    return (await Promise.race([live, slow.then(() => copy(url))])) ?? (await live);
  } catch {
    return (await copy(url)) ?? offline();
  }
}

/** Returns the server's answer, and keeps a copy of it. */
function answer(event, url) {
  const began = generation;
  const live = fetch(event.request);
  event.waitUntil(live.then((response) => follow(url, response.clone(), began, event.request.mode === "navigate")).catch(() => {}));
  return live;
}

/** Pages of a past time are not kept: a history is personal data. */
function isKept(url) { return (keptPages.includes(url.pathname) || keptPaths.test(url.pathname)) && !url.searchParams.has("code") && !url.searchParams.has("at"); }

/** A page without a person means that nobody is signed in; that of another person, that the former one is gone. */
async function follow(url, response, began, isNavigation) {
  if ([403, 404, 410].includes(response.status)) return drop(url);
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html");
  if (response.status !== 200 || !isPage || response.redirected || url.pathname === "/offline") return;
  const person = response.headers.get("Fleet-Person");
  await forget(person && pagesOf(person));
  if (person && isKept(url) && (isNavigation || await isOld(person, url))) await keep(person, url, response, began);
}

/** Open pages of notes are loaded every few seconds. */
async function isOld(person, url) {
  return !(ageOf(await (await caches.open(pagesOf(person))).match(keyOf(url))) < 60_000);
}

/** Deletes the copy of a page that is gone, such as a note that is private now. */
async function drop(url) {
  for (const name of (await caches.keys()).filter(isOfPages)) await (await caches.open(name)).delete(keyOf(url));
}

/** Deletes all copies but those in one cache. */
async function forget(except) {
  const others = (await caches.keys()).filter((name) => isOfPages(name) && name !== except);
  if (others.length || !except) generation++;
  for (const name of others) await caches.delete(name);
}

async function keep(person, url, response, began) {
  const html = await response.text();
  if (html.length > maxLength || began !== generation) return;
  const headers = new Headers({ "Fleet-Kept": new Date().toISOString(), "Cache-Control": "no-store" });
  for (const name of ["Content-Type", "Content-Security-Policy", "Referrer-Policy", "X-Content-Type-Options"]) {
    if (response.headers.has(name)) headers.set(name, response.headers.get(name));
  }
  const title = html.match(/<title>([^<]*)<\/title>/)?.[1] ?? "";
  headers.set("Fleet-Title", encodeURIComponent(title));
  headers.set("Fleet-Language", html.match(/<html lang="([\w-]+)">/)?.[1] ?? "en");
  const put = async () => (await caches.open(pagesOf(person))).put(keyOf(url), new Response(html, { headers }));
  try { await put(); } catch {
    // The disk or the browser's share of it is full.
    await dropOld(maxPages / 3);
    await put();
  }
  if (began !== generation) return caches.delete(pagesOf(person));
  if ((await (await caches.open(pagesOf(person))).keys()).length > maxPages) await dropOld();
}

function keyOf(url) { return url.pathname + url.search; }

/** Deletes the copies that are too old, and the oldest of too many. */
async function dropOld(most = maxPages) {
  nextCheck = Date.now() + 3_600_000;
  for (const name of (await caches.keys()).filter(isOfPages)) {
    const cache = await caches.open(name);
    const copies = [];
    for (const request of await cache.keys()) copies.push({ request, age: ageOf(await cache.match(request)) });
    copies.sort((a, b) => a.age - b.age);
    for (const [index, { request, age }] of copies.entries()) if (index >= most || !(age < maxAge)) await cache.delete(request);
  }
}

function ageOf(response) { return Date.now() - Date.parse(response?.headers.get("Fleet-Kept")); }

/** Returns the copy of a page with a banner that names its time; null without one. */
async function copy(url) {
  const name = (await caches.keys()).find(isOfPages);
  if (!name || !isKept(url)) return null;
  const cache = await caches.open(name);
  const isVehicle = /^\/v\/[^/]+\/[^/]+$/.test(url.pathname);
  const found = await cache.match(keyOf(url)) ?? (isVehicle ? await cache.match(keyOf(url), { ignoreSearch: true }) : null);
  if (!found || !(ageOf(found) < maxAge)) return null;
  const kept = found.headers.get("Fleet-Kept");
  const language = found.headers.get("Fleet-Language") ?? "en";
  const shown = banner(new Date(kept), language, await textsIn(language));
  const html = (await found.text())
    .replace('<body class="app"', `<body class="app" data-kept="${kept}"`)
    .replace(/<div class="banners"[^>]*>/, (tag) => tag + shown);
  return new Response(html, { headers: found.headers });
}

/** Returns `localized` of the pages for a language. */
async function textsIn(language) {
  const kept = await caches.match(`${folder}/texts-${language}.json`, { cacheName: app });
  const texts = await kept?.json() ?? {};
  return (english, ...values) => (texts[english] ?? english).replace(/\{(\d)\}/g, (place, index) => values[index] ?? place);
}

function banner(time, language, localized) {
  const isToday = time.toDateString() === new Date().toDateString();
  const locale = navigator.languages.find((tag) => tag.split("-")[0] === language) ?? language;
  const text = new Intl.DateTimeFormat(locale, isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" }).format(time);
  return `<div class="banner banner-warn" data-banner="kept"><svg class="i" aria-hidden="true"><use href="${folder}/icons.svg#offline"/></svg>`
    + `<p><strong>${localized("Offline, as of {0}.", text)}</strong> `
    + `<span class="muted">${localized("Notes, tasks and stars that you change wait in this browser.")}</span></p>`
    + `<p class="banner-next"><time datetime="${time.toISOString()}" data-age></time></p></div>`;
}

/** Returns the page without a connection in the language of the newest copy, or in that of the browser. */
async function offline() {
  const wanted = [await languageOfCopies(), ...navigator.languages.map((tag) => tag.split("-")[0]), "en"];
  const kept = await caches.match(offlineIn(wanted.find((tag) => languages.includes(tag))), { cacheName: app });
  return kept ? new Response(kept.body, { status: 503, statusText: "Offline", headers: kept.headers }) : Response.error();
}

/** Returns the language of the newest copy of a page; undefined without one. */
async function languageOfCopies() {
  const name = (await caches.keys()).find(isOfPages);
  if (!name) return undefined;
  const cache = await caches.open(name);
  let language;
  for (const request of await cache.keys()) language = (await cache.match(request))?.headers.get("Fleet-Language") ?? language;
  return language;
}

/** Ends the session of a person who signed out without a connection, before any page is loaded. */
async function endSession() {
  if (!(await caches.has(state))) return;
  const response = await fetch("/signout?keep=storage", { method: "POST", redirect: "manual" });
  if (response.type !== "opaqueredirect") throw new Error(`The session has not ended: ${response.status}`);
  await caches.delete(state);
}
