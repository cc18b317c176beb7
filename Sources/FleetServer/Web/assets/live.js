// Live pages: applies the messages of the stream to rows, banners and the map.
import { SharedStream } from "./stream.js";
import { element, cellContent, distanceCell } from "./cells.js";
import { setTime } from "./time.js";
import { showFailure, hideFailure, showConnection, showGone, showStatus } from "./banners.js";
import { refetch } from "./refetch.js";
import { localized } from "./texts.js";

const refetchEvery = 5000;      // for parts of a page that the stream does not describe
let pending = new Map();        // source and vehicle ID → newest row, or null if it left the feed
let frame = 0;
let lastRefetch = Date.now();
let refetchTimer = 0;
let isDue = false;              // whether to load the page again when it is shown
let knownTotals = new Map();    // source → number of its vehicles
let sitesRevisions = new Map();  // source → revision of the last state; undefined before the first one and without sites

/** Opens the stream if the page asks for it. */
export function startLive() {
  const { stream, source, sourceId, cursor } = document.body.dataset;
  if (!stream) return;
  new SharedStream({ url: stream, source, sourceId, cursor, onMessage, onStatus: showConnection, onGap: missed, onGone: showGone });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    schedule();
    if (isDue) refetchDue();
  });
}

function onMessage(event, message) {
  if (event === "reset") return missed();
  if (event === "team") return document.dispatchEvent(new CustomEvent("fleet:team"));
  if (event === "state") {
    setDot(message);
    followSites(message);
    return message.cause ? showFailure(message) : hideFailure(message.source);
  }
  setDot({ source: message.source, state: "live" });
  hideFailure(message.source);
  for (const row of message.rows ?? []) pending.set(keyOf(message.source, row.vehicle_id), row);
  for (const id of message.removed ?? []) pending.set(keyOf(message.source, id), null);
  const updated = message.last_updated ?? message.fetched_at;
  if (updated) {
    for (const time of document.querySelectorAll(".page-head .totals:not([data-oldest]) time")) setTime(time, updated);
  }
  offerNewRows(message);
  document.dispatchEvent(new CustomEvent("fleet:changes", { detail: message }));
  schedule();
  if (document.querySelector("[data-reload]")) refetchSoon();
}

/** Sites and their events change without vehicles, too; a tab that shares a stream first hears of a change. */
function followSites({ source, sites_revision: revision }) {
  if (revision !== sitesRevisions.get(source) && document.querySelector("[data-reload]")) refetchSoon();
  sitesRevisions.set(source, revision);
}

/** Messages are missing: the page and its map load what they show. */
function missed() {
  document.dispatchEvent(new CustomEvent("fleet:missed"));
  refetchNow();
}

/** Hidden pages collect changes and apply them when they are shown again. */
function schedule() {
  if (!document.hidden && pending.size && !frame) frame = requestAnimationFrame(apply);
}

function apply() {
  frame = 0;
  const changes = pending;
  pending = new Map();
  for (const row of document.querySelectorAll("[data-id]")) {
    const change = changes.get(keyOf(row.dataset.source || document.body.dataset.source, row.dataset.id));
    if (change === undefined) continue;
    if (change) patch(row, change);
    else markGone(row);
  }
}

const keyOf = (source, id) => `${source}/${id}`;

/** Shows the cells that the server has made of a changed vehicle, and its distance. */
function patch(row, { lat, lon, cells }) {
  row.classList.remove("gone");
  if (lat == null) { delete row.dataset.lat; delete row.dataset.lon; }
  else Object.assign(row.dataset, { lat, lon });
  for (const holder of row.querySelectorAll("[data-f]")) {
    if (holder.closest("[data-id]") === row && !["distance", "source"].includes(holder.dataset.f)) show(holder, cells[holder.dataset.f]);
  }
  if ("detail" in row.dataset) {
    measureFrom(row);
    refetchSoon();              // its facts and its past
  } else showDistance(row);
}

/** Replaces only a cell that looks different, so that focus, selection and scroll position stay. */
function show(holder, cell = { tone: "muted" }) {
  const time = cell.time && holder.querySelector("time");
  if (time) return setTime(time, cell.time);
  const content = cellContent(cell);
  if (element("div", "", content.cloneNode(true)).innerHTML === holder.innerHTML) return;
  holder.replaceChildren(content);
  if (!cell.time) flash(holder);
}

function showDistance(row) {
  const holder = row.querySelector('[data-f="distance"]');
  if (!holder) return;
  const from = row.closest("[data-origin]").dataset.origin.split(",").map(Number);
  const { lat, lon } = row.dataset;
  show(holder, lat ? distanceCell(from, [Number(lat), Number(lon)]) : undefined);
}

/** The vehicles near one that has moved have other distances. */
function measureFrom(article) {
  const list = article.querySelector("[data-origin]");
  const { lat, lon } = article.dataset;
  if (!list || !lat) return;
  list.dataset.origin = `${lat},${lon}`;
  for (const row of list.querySelectorAll("[data-id]")) showDistance(row);
}

function markGone(row) {
  row.classList.add("gone");
  row.querySelector('[data-f="state"]')?.replaceChildren(document.querySelector("[data-missing]").content.cloneNode(true));
}

function flash(cell) {
  cell.classList.remove("changed");
  requestAnimationFrame(() => cell.classList.add("changed"));
  cell.addEventListener("animationend", () => cell.classList.remove("changed"), { once: true });
}

/** The rows on screen stay where they are; a button offers the rows of the new list. */
function offerNewRows({ source, total }) {
  const table = document.querySelector("[data-rows]")?.closest("table");
  if (total == null || !table) return;
  if (!knownTotals.has(source)) { knownTotals.set(source, total); return; }
  if (total === knownTotals.get(source) || document.querySelector("[data-new-rows]")) return;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "btn new-rows", textContent: localized("Vehicles were added or removed. Update the list") });
  button.dataset.newRows = "";
  button.addEventListener("click", () => { button.remove(); knownTotals.clear(); refetchNow(); });
  table.before(button);
}

function setDot({ source, state, is_stale: isStale }) { showStatus(source, isStale ? "stale" : state); }

function refetchSoon() {
  refetchTimer ||= setTimeout(refetchDue, Math.max(0, lastRefetch + refetchEvery - Date.now()));
}

function refetchDue() {
  refetchTimer = 0;
  isDue = document.hidden;
  if (!isDue) refetchNow();
}

function refetchNow() {
  clearTimeout(refetchTimer);
  refetchTimer = 0;
  lastRefetch = Date.now();
  refetch();
}
