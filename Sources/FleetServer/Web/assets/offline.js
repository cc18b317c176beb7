// The page without a connection and without a copy: the last known state of a vehicle, from the lists that are kept, a form
// for a note about it, and the pages of which there are copies.
import { element, icon } from "./cells.js";
import { localized } from "./texts.js";
import { ageText, timeElement } from "./time.js";
import { keptAnswer, keptCache, keptPerson, pointsPath, whenServerAnswers, willEndSession } from "./kept.js";
import { decodePoints } from "./map-points.js";
import { colorName, columnTitle, word } from "./words.js";

const maxFound = 20;

/** Fills the page, whose person is the one whose copies are kept. */
export async function showKept(page) {
  followServer(page);
  if (await willEndSession()) return explain(page, localized("Signed out"), localized("Nothing of yours is kept on this device. The session ends on the server before the next page is loaded."));
  const person = await keptPerson();
  if (!person) return explain(page, localized("No connection"), localized("The server cannot be reached, and no pages are kept on this device. Sign in once the connection is back."));
  document.body.dataset.viewer = person;
  page.querySelector("[data-offline-search]").hidden = false;
  const copies = await readCopies();
  listCopies(page, copies);
  const wanted = wantedVehicle();
  if (!wanted) return explain(page, localized("No connection"), localized("The server cannot be reached, and there is no copy of this page on this device."));
  await showVehicle(page, wanted, copies);
}

function explain(page, title, text) {
  page.querySelector("h1").textContent = title;
  page.querySelector("[data-offline-text]").textContent = text;
}

/** Loads the wanted page as soon as the server answers. */
function followServer(page) {
  page.querySelector("[data-reload]").addEventListener("click", () => location.reload());
  whenServerAnswers(() => { if (!page.querySelector("textarea").value) location.reload(); });
}

/** Returns the copies, the newest first: `{ path, title, at, html() }`. */
async function readCopies() {
  const cache = await caches.open(await keptCache());
  const copies = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    const title = response?.headers.get("Fleet-Title");
    if (title == null) continue;
    const url = new URL(request.url);
    copies.push({ path: url.pathname + url.search, title: textOfHTML(decodeURIComponent(title)), at: Date.parse(response.headers.get("Fleet-Kept")), html: () => response.clone().text() });
  }
  return copies.sort((a, b) => b.at - a.at);
}

const parse = (html) => new DOMParser().parseFromString(html, "text/html");
const textOfHTML = (html) => parse(html).body.textContent;

function listCopies(page, copies) {
  const section = page.querySelector("[data-offline-pages]");
  section.hidden = !copies.length;
  section.querySelector("ul").replaceChildren(...copies.filter(({ path }) => path !== "/notes/new" && !path.startsWith("/scan")).slice(0, maxFound).map(({ path, title, at }) => {
    const link = element("a", "grow", title.replace(/ · fleet$/, ""));
    link.href = path;
    return element("li", "", link, element("span", "muted", timeElement(new Date(at).toISOString())));
  }));
}

/** Returns the vehicle that the address names, or a scanned code or a search: `{ source, id }`; null for another page. */
function wantedVehicle() {
  const query = new URLSearchParams(location.search);
  const source = query.get("source");
  const vehicle = vehicleOf(location);
  if (vehicle) return vehicle;
  const text = (query.get("code") ?? query.get("q") ?? query.get("search") ?? "").trim();
  if (!text) return null;
  if (!/^https?:/i.test(text)) return { source, id: text, isTyped: true };
  try {
    const url = new URL(text);
    return url.origin === location.origin ? vehicleOf(url) : null;
  } catch { return null; }
}

function vehicleOf(url) {
  const [, first, source, id] = url.pathname.split("/");
  const other = new URL(url.href).searchParams.get("id");
  if (first !== "v" || !source || !(id || other)) return null;
  try { return { source: decodeURIComponent(source), id: id ? decodeURIComponent(id) : other }; } catch { return null; }
}

const pathOf = ({ source, id }) => `/v/${encodeURIComponent(source)}/${encodeURIComponent(id)}`;

async function showVehicle(page, wanted, copies) {
  const found = await find(wanted, copies);
  const exact = found.filter(({ id }) => id.toLowerCase() === wanted.id.toLowerCase());
  const vehicle = exact.length === 1 || exact[0]?.source === wanted.source ? exact[0] : null;
  if (vehicle && wanted.isTyped) return location.replace(pathOf(vehicle));
  if (!vehicle && wanted.isTyped) return offerFound(page, wanted, found);
  const point = vehicle ? null : await findPoint(wanted);
  const shown = vehicle ?? point ?? wanted;
  const isKnown = Boolean(vehicle ?? point);
  explain(page, shown.id, isKnown ? localized("Offline. Last known state of this vehicle of {0}, as of {1}.", shown.source, ageText(shown.at))
    : localized("Offline, and nothing about this vehicle of {0} is kept on this device.", shown.source));
  if (isKnown) fillFacts(page, shown);
  offerNote(page, shown, copies);
}

/** Returns the vehicles of the kept lists with an ID, or that contain a typed text, each once: the newest. */
async function find({ source, id, isTyped }, copies) {
  const found = new Map();
  const text = id.toLowerCase();
  for (const { html, at } of copies) {
    const page = await html();
    if (!page.toLowerCase().includes(text) && !/[<>&"']/.test(id)) continue;
    for (const row of parse(page).querySelectorAll("tr[data-id][data-source], .strip li[data-id][data-source], article[data-id][data-source]")) {
      const { id: other, source: its } = row.dataset;
      const isMatch = isTyped ? other.toLowerCase().includes(text) : other.toLowerCase() === text && its === source;
      const key = JSON.stringify([its, other]);
      if (isMatch && !found.has(key)) found.set(key, { source: its, id: other, at, row });
    }
    if (!isTyped && found.size) break;
  }
  if (isTyped) for (const point of await findPoints(id)) if (!found.has(JSON.stringify([point.source, point.id]))) found.set(JSON.stringify([point.source, point.id]), point);
  return [...found.values()];
}

function offerFound(page, { id }, found) {
  if (found.length) explain(page, localized("Vehicles with “{0}”", id), localized("Offline, from the lists that are kept on this device."));
  else explain(page, localized("No vehicle with “{0}”", id), localized("The server cannot be reached, and no list that is kept on this device has this ID."));
  const section = page.querySelector("[data-offline-found]");
  section.hidden = !found.length;
  section.querySelector("ul").replaceChildren(...found.slice(0, maxFound).map((vehicle) => {
    const link = element("a", "id grow", vehicle.id);
    link.href = pathOf(vehicle);
    return element("li", "", link, element("span", "muted", vehicle.source));
  }));
}

function fillFacts(page, vehicle) {
  const section = page.querySelector("[data-offline-vehicle]");
  section.hidden = false;
  section.querySelector("dl").replaceChildren(...factsOf(vehicle).map(([label, ...content]) => {
    const value = element("dd", "", ...content);
    return element("div", "", element("dt", "", label), value);
  }));
  const { lat, lon } = vehicle.row ? vehicle.row.dataset : vehicle;
  const navigate = section.querySelector("[data-offline-navigate]");
  navigate.hidden = lat == null;
  if (lat != null) navigate.href = `geo:${Number(lat)},${Number(lon)}`;
}

function factsOf({ row, facts }) {
  if (!row) return facts;
  const table = row.closest("table");
  return [...row.querySelectorAll("[data-f]")].filter(({ dataset }) => dataset.f !== "distance").map((cell) => {
    const name = cell.dataset.f;
    const title = table?.querySelector(`thead .c-${CSS.escape(name)}`)?.textContent ?? columnTitle(name);
    return [title, ...[...cell.childNodes].map((node) => document.importNode(node, true))];
  });
}

// Points of the map -----------------------------------------------------------------------------------------------

async function pointsOf(source) {
  const response = await keptAnswer(pointsPath(source));
  if (!response) return null;
  try {
    const steps = decodePoints(await response.arrayBuffer());
    for (;;) { const { done, value } = steps.next(); if (done) return { points: value, source, at: Date.parse(response.headers.get("Fleet-Kept")) }; }
  } catch { return null; }
}

async function findPoint({ source, id }) {
  const kept = await pointsOf(source);
  const index = kept ? kept.points.indexOf(id) : -1;
  return index < 0 ? null : pointOf(kept, index);
}

async function findPoints(text) {
  const cache = await caches.open(await keptCache());
  const found = [];
  for (const request of await cache.keys()) {
    const name = new URL(request.url).pathname.match(/^\/api\/v1\/sources\/([^/]+)\/points$/)?.[1];
    const kept = name && await pointsOf(decodeURIComponent(name));
    for (let i = 0; kept && i < kept.points.count && found.length < maxFound; i++) {
      if (kept.points.id(i).toLowerCase().includes(text.toLowerCase())) found.push(pointOf(kept, i));
    }
  }
  return found;
}

function pointOf({ points, source, at }, index) {
  const [x, y] = points.at(index);
  const lon = x * 360 - 180;
  const lat = Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 / Math.PI;
  const state = points.states[points.state[index]] ?? "unknown";
  const facts = [[columnTitle("state"), element("span", "state", icon(`state-${state}`), word(state))], [columnTitle("color"), colorName(points.colors[points.color[index]] ?? "unknown")]];
  const battery = points.charge[index];
  if (battery <= 100) facts.push([columnTitle("battery"), localized("{0}%", battery)]);
  return { source, id: points.id(index), at, lat: lat.toFixed(6), lon: lon.toFixed(6), facts };
}

// Notes -----------------------------------------------------------------------------------------------------------

/** The form is there for people who may write notes: their kept pages can be refreshed. */
async function offerNote(page, { source, id }, copies) {
  const list = copies.find(({ path }) => path.startsWith("/?") || path === "/" || path.startsWith("/notes/new"));
  if (!list || !/data-can-refresh|data-note-form/.test(await list.html())) return;
  const form = page.querySelector("[data-note-form]");
  Object.assign(form.dataset, { draft: `new:${source}:${id}`, vehicle: id, noteSource: source, title: id });
  const { enhanceDrafts } = await import("./drafts.js");
  form.hidden = false;
  enhanceDrafts();
}
