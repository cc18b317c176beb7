// Live pages: applies the messages of the stream to rows, banners and the map.
import { SharedStream } from "./stream.js";
import { stateCell, colorCell, batteryCell, rangeText } from "./cells.js";
import { timeElement, setTime } from "./time.js";
import { showFailure, hideFailure, showConnection } from "./banners.js";
import { refetch } from "./refetch.js";

const refetchEvery = 5000;      // for parts of a page that the stream does not describe
let pending = new Map();        // vehicle ID → newest row, or null if it left the feed
let frame = 0;
let lastRefetch = Date.now();
let refetchTimer = 0;
let knownTotal = null;

/** Opens the stream if the page asks for it. */
export function startLive() {
  const { stream, source, sourceId, cursor } = document.body.dataset;
  if (!stream) return;
  new SharedStream({ url: stream, source, sourceId, cursor, onMessage, onStatus: showConnection, onGap: missed });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) schedule(); });
}

function onMessage(event, message) {
  if (event === "reset") return missed();
  if (event === "state") {
    setDot(message);
    return message.state === "failed" ? showFailure(message) : hideFailure(message.source);
  }
  setDot({ source: message.source, state: "live" });
  hideFailure(message.source);
  for (const vehicle of message.upserted ?? []) pending.set(vehicle.vehicle_id, vehicle);
  for (const id of message.removed ?? []) pending.set(id, null);
  if (message.fetched_at) {
    for (const time of document.querySelectorAll(".page-head .totals time")) setTime(time, message.fetched_at);
  }
  offerNewRows(message.total);
  document.dispatchEvent(new CustomEvent("fleet:changes", { detail: message }));
  schedule();
  if (document.querySelector("[data-live]")) refetchSoon();
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
    const vehicle = changes.get(row.dataset.id);
    if (vehicle === undefined || (row.dataset.source && row.dataset.source !== document.body.dataset.source)) continue;
    if (vehicle) patch(row, vehicle);
    else markGone(row);
  }
}

const fields = {
  state: (vehicle) => stateCell(vehicle.state),
  color: (vehicle) => colorCell(vehicle.colors),
  battery: (vehicle) => batteryCell(vehicle.battery_percent, vehicle.battery_estimated),
  range: (vehicle) => rangeText(vehicle.current_range_meters),
  reported: (vehicle) => (vehicle.last_reported ? timeElement(vehicle.last_reported) : ""),
  location: (vehicle) => (vehicle.lat == null ? "" : `${vehicle.lat}, ${vehicle.lon}`),
};

/** Replaces only the cells whose text changed, so that focus, selection and scroll position stay. */
function patch(row, vehicle) {
  row.classList.remove("gone");
  if (vehicle.lat != null && row.dataset.lat) Object.assign(row.dataset, { lat: vehicle.lat, lon: vehicle.lon });
  for (const cell of row.querySelectorAll("[data-f]")) {
    const make = fields[cell.dataset.f];
    if (!make) continue;
    const content = make(vehicle);
    const isSame = typeof content === "string" ? content === cell.textContent : content.textContent === cell.textContent.trim();
    if (isSame) { if (content.localName === "time") cell.querySelector("time").dateTime = content.dateTime; continue; }
    cell.replaceChildren(content);
    if (cell.dataset.f !== "reported") flash(cell);
  }
}

function markGone(row) {
  row.classList.add("gone");
  row.querySelector('[data-f="state"]')?.replaceChildren(stateCell("gone"));
}

function flash(cell) {
  cell.classList.remove("changed");
  requestAnimationFrame(() => cell.classList.add("changed"));
  cell.addEventListener("animationend", () => cell.classList.remove("changed"), { once: true });
}

/** The rows on screen stay where they are; a button offers the rows of the new list. */
function offerNewRows(total) {
  const table = document.querySelector("[data-rows]")?.closest("table");
  if (total == null || !table) return;
  if (knownTotal === null) { knownTotal = total; return; }
  if (total === knownTotal || document.querySelector("[data-new-rows]")) return;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "btn new-rows", textContent: "Vehicles were added or removed. Update the list" });
  button.dataset.newRows = "";
  button.addEventListener("click", () => { button.remove(); knownTotal = null; refetchNow(); });
  table.before(button);
}

function setDot({ source, state }) {
  for (const dot of document.querySelectorAll("[data-source-dot]")) {
    if (dot.dataset.sourceDot === source) dot.className = `dot dot-${state}`;
  }
}

function refetchSoon() {
  if (refetchTimer || document.hidden) return;
  refetchTimer = setTimeout(refetchNow, Math.max(0, lastRefetch + refetchEvery - Date.now()));
}

function refetchNow() {
  clearTimeout(refetchTimer);
  refetchTimer = 0;
  lastRefetch = Date.now();
  refetch();
}
