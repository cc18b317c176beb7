// Changes that the server has not received: each is stored in this browser before it is sent, and they are sent in
// order. Each person has a database of their own; the server refuses what is sent in the name of another one.
import { showConnection } from "./banners.js";
import { localized } from "./texts.js";
import { keepToast, showToast, takeToast } from "./toast.js";

const maxAge = 7 * 86_400_000;      // for those of a person who is not signed in
const prefix = "fleet-outbox-";
/** The person of this page; undefined if they signed out in another tab, after which the page stores nothing. */
const person = () => ("left" in document.body.dataset ? undefined : document.body.dataset.viewer);

let database = null;
let items = [];                     // all changes that are stored, in order
let isSending = false;

// Storage --------------------------------------------------------------------------------------------------------

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function open(name) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore("items", { keyPath: "number", autoIncrement: true });
  return done(request);
}

/** Runs `body` with the store of items; returns once it is on the disk. */
async function inStore(mode, body) {
  if (!person()) throw new Error("Nobody is signed in.");
  database ??= await open(prefix + person());
  const opened = database;
  opened.onversionchange = () => { opened.close(); if (database === opened) database = null; };
  const transaction = database.transaction("items", mode);
  const ended = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error("aborted"));
  });
  ended.catch(() => {});
  try {
    const result = await body(transaction.objectStore("items"));
    await ended;
    return result;
  } catch (error) {
    try { transaction.abort(); } catch { /* It has ended. */ }
    throw error;
  }
}

async function load() { items = await inStore("readonly", (store) => done(store.getAll())); }

const put = (item) => inStore("readwrite", (store) => done(store.put(item)));

/** Stores changes; one of a thing that still waits becomes a part of the new one. Returns their numbers. */
async function store(changes) {
  return inStore("readwrite", async (objects) => {
    items = await done(objects.getAll());
    const rows = changes.map((change) => mergeFormer({ ...change, at: Date.now(), state: "waiting" }));
    const numbers = [];
    for (const row of rows) numbers.push(await done(objects.put(row)));
    return numbers;
  });
}

function mergeFormer(change) {
  if (change.kind === "photo") return change;
  const former = items.find(({ group, kind }) => group === change.group && kind === change.kind);
  if (!former) return change;
  change.number = former.number;
  if (former.body && change.body) change.body = JSON.stringify({ ...JSON.parse(former.body), ...JSON.parse(change.body) });
  if (former.state === "waiting") Object.assign(change, { version: former.version, base: former.base });
  return change;
}

async function remove(numbers) {
  await inStore("readwrite", async (store) => { for (const number of numbers) store.delete(number); });
  await load();
}

// Sending --------------------------------------------------------------------------------------------------------

/**
 * Stores a change and sends it, after those that wait: `{ kind, title, text, url, method, version, base, key, body, group }`.
 *
 * `kind` is an icon's name, `group` names the thing that is changed, and `base` is the text that the change replaces. Photos
 * (`{ title, text, blob }`) are stored with it, and sent to it one after another. Without `item`, they have addresses.
 *
 * Returns `{ state, note, reason, photos }`: `sent`, `waiting`, `conflict`, `refused`, or `lost` if it can neither be sent
 * nor stored; and the same of each photo.
 */
export async function submit(item, photos = []) {
  const changes = [...(item ? [item] : []), ...photos.map((photo) => ({ kind: "photo", method: "POST", group: item?.group, ...photo }))];
  let numbers;
  try { numbers = await store(changes); } catch { return submitUnstored(item, changes); }
  const sent = await sendAll();
  const outcomes = numbers.map((number) => outcomeOf(number, sent));
  if (outcomes.some(({ state }) => state === "waiting")) navigator.storage?.persist?.().catch(() => {});
  return { ...(item ? outcomes.shift() : {}), photos: outcomes };
}

function outcomeOf(number, sent) {
  // Another tab may have sent it.
  return sent.get(number) ?? { state: items.some((other) => other.number === number) ? "waiting" : "sent" };
}

/** Without room for photos, the text is stored alone; without any, all is sent at once. */
async function submitUnstored(item, changes) {
  const isLost = { state: "lost" };
  if (item && changes.length > 1) {
    const outcome = await submit(item);
    const photos = [];
    for (const photo of changes.slice(1)) photos.push(outcome.note ? await sendUnstored({ ...photo, url: photosPath(outcome.note) }) : isLost);
    return { ...outcome, photos };
  }
  const outcomes = [];
  for (const change of changes) outcomes.push(await sendUnstored(change));
  return { ...(item ? outcomes.shift() : {}), photos: outcomes };
}

async function sendUnstored(item) {
  const outcome = await deliver(item);
  return outcome.state === "later" ? { state: "lost" } : outcome;
}

/** Sends all that wait, in order; one tab does at a time. Returns the outcome of each by its number. */
export async function sendAll() {
  const outcomes = new Map();
  if (!person()) return outcomes;
  const slow = setTimeout(show, 1500);
  const run = async () => {
    isSending = true;
    for (let last = -1; ;) {
      await load();
      const item = items.find((other) => other.number > last && other.state === "waiting");
      if (!item) return;
      const outcome = await deliver(item);
      if (outcome.state === "later") { retryLater(); return; }
      outcomes.set(item.number, outcome);
      if (await settle(item, outcome)) last = item.number;
    }
  };
  try {
    await (navigator.locks ? navigator.locks.request(prefix + person(), run) : run());
  } catch {
    // The browser stores nothing.
  } finally {
    isSending = false;
    clearTimeout(slow);
    show();
  }
  return outcomes;
}

/** Stores the outcome; returns false if the item was changed meanwhile, and is sent again. */
async function settle(item, outcome) {
  const isSent = outcome.state === "sent";
  // In one transaction, because the item can change at any time.
  const isChanged = await inStore("readwrite", async (objects) => {
    items = await done(objects.getAll());
    const newer = items.find((other) => other.number === item.number && other.at > item.at);
    if (newer) {
      if (isSent && outcome.note?.version) objects.put({ ...newer, version: outcome.note.version });
      return true;
    }
    if (isSent && item.kind === "note" && item.method === "POST") addressPhotos(objects, item, outcome.note);
    if (isSent) objects.delete(item.number);
    else objects.put({ ...item, state: outcome.state, reason: outcome.reason });
    return false;
  });
  await load();
  if (isChanged) return !isSent;
  document.dispatchEvent(new CustomEvent(isSent ? "fleet:sent" : "fleet:refused", { detail: { item, ...outcome } }));
  return true;
}

/** The photos of a new note are sent to it. */
function addressPhotos(objects, { group }, note) {
  for (const photo of items.filter((other) => other.kind === "photo" && other.group === group)) {
    objects.put({ ...photo, url: photosPath(note) });
  }
}

function photosPath(note) { return `/api/v1/notes/${encodeURIComponent(note?.id ?? "")}/photos`; }

/** Sends a change; `later` means that the server did not receive it, or cannot do it now. */
async function deliver(item) {
  if (!item.url) return { state: "refused", reason: localized("The note of this photo was not saved.") };
  let response;
  try { response = await send(item); } catch { return { state: "later" }; }
  if (response.ok) return { state: "sent", note: await response.json().catch(() => null) };
  if (response.status === 412) return conflict(item);
  if (response.status === 401) {
    showConnection("signed-out");
    return { state: "later" };
  }
  if (response.status === 408 || response.status === 429 || response.status >= 500) return { state: "later" };
  return { state: "refused", reason: await reasonOf(response) };
}

function send(item) {
  const { url, method, version, key, body, blob } = item;
  const headers = { Accept: "application/json", "Fleet-Person": document.body.dataset.viewer };
  if (blob) headers["Content-Type"] = blob.type;
  else if (body) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  if (version) headers["If-Match"] = `"${version}"`;
  return blob ? upload(item, headers) : fetch(url, { method, headers, body, signal: AbortSignal.timeout(20_000) });
}

/** XMLHttpRequest, because fetch has no progress of an upload. */
function upload(item, headers) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(item.method, item.url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => document.dispatchEvent(new CustomEvent("fleet:progress", { detail: { item, percent: Math.round((100 * loaded) / total) } }));
    request.onload = () => resolve(new Response(request.status === 204 ? null : request.responseText, { status: request.status }));
    request.onerror = request.ontimeout = () => reject(new TypeError("no connection"));
    request.timeout = 180_000;
    request.send(item.blob);
  });
}

async function reasonOf(response) {
  const { detail, title, hint } = await response.json().catch(() => ({}));
  return [detail ?? title ?? localized("The server answered with status {0}.", response.status), hint].filter(Boolean).join(" ");
}

/**
 * Another version is newer: it may be this change, whose answer was lost; photos and the mark "done" conflict with
 * nothing.
 */
async function conflict(item) {
  let response;
  try { response = await send({ url: item.url, method: "GET" }); } catch { return { state: "later" }; }
  if (!response.ok) return response.status === 404 ? { state: "refused", reason: await reasonOf(response) } : { state: "later" };
  const note = await response.json();
  const wanted = JSON.parse(item.body);
  if (Object.entries(wanted).every(([name, value]) => note[name] === value)) return { state: "sent", note };
  const hasSameText = !("text" in wanted) || note.text === item.base;
  if (hasSameText && !item.isSecond) return deliver({ ...item, version: note.version, isSecond: true });
  const name = note.edited_by ?? note.author;
  return { state: "conflict", reason: name ? localized("{0} saved a newer version.", name) : localized("Someone else saved a newer version.") };
}

let retryTimer = 0;

/** After a failure of the server itself no event announces that it works again. */
function retryLater() {
  clearTimeout(retryTimer);
  retryTimer = setTimeout(() => { if (navigator.onLine) sendAll(); }, 30_000);
}

// Pages ----------------------------------------------------------------------------------------------------------

/** Shows what waits, sends it now and when the connection returns, and forgets what others left a week ago. */
export async function startOutbox() {
  document.addEventListener("submit", queueForm);
  offerUndo();
  if (!person() || !("indexedDB" in window)) return dropOfOthers();
  document.addEventListener("fleet:online", sendAll);
  addEventListener("online", sendAll);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && items.length) sendAll(); });
  try {
    await load();
    if (items.length) { show(); await sendAll(); }
  } catch {
    // The browser stores nothing.
  }
  await dropOfOthers();
}

/** The changes that wait or were refused, in order. */
export const waitingItems = () => items;

/** Loads the items, which other tabs may have changed. */
export async function readItems() {
  try { await load(); } catch { items = []; }
  return items;
}

/** Deletes the items of a group; `kind` selects some. */
export async function dropItems(group, kind) {
  try { await load(); } catch { return; }
  await remove(items.filter((item) => item.group === group && (!kind || item.kind === kind)).map(({ number }) => number));
  show();
}

/** Tells the page what waits. */
function show() {
  document.dispatchEvent(new CustomEvent("fleet:outbox", { detail: { items, isSending } }));
}

/** Discards an item, with the photos of a note that was never sent. */
export async function discard(item) {
  const isNew = item.kind === "note" && item.method === "POST";
  await remove(items.filter((other) => other.number === item.number || isNew && other.group === item.group).map(({ number }) => number));
  show();
}

/** Sends an item again that the server refused. */
export async function retry(item) {
  await put({ ...item, state: "waiting", reason: undefined });
  await sendAll();
}

/**
 * Sends a form with the attribute `data-queue`, whose value is the icon of the change, by the API: `data-title`,
 * `data-api`, `data-method`, `data-version` and `data-body`, a JSON document, of the form or of the pressed button. The
 * document `data-undo` reverses the change; `data-told` is then the message that offers it.
 */
async function queueForm(event) {
  const { target: form, submitter } = event;
  if (!person() || !form.matches("[data-queue]") || event.defaultPrevented) return;
  event.preventDefault();
  const data = { ...form.dataset, ...submitter?.dataset };
  if (submitter) submitter.disabled = true;
  const change = { kind: data.queue, title: data.title, url: data.api, method: data.method ?? "POST", group: data.api };
  const outcome = await submit({ ...change, version: data.version, key: newKey(), body: data.body });
  if (outcome.state === "sent") {
    if (data.undo && outcome.note) keepToast(data.told, { ...change, title: data.undoTitle, version: String(outcome.note.version), body: data.undo });
    return location.reload();
  }
  if (submitter) submitter.disabled = false;
  form.classList.toggle("waiting", outcome.state === "waiting");
  let line = form.querySelector("[data-queue-state]");
  if (!line) {
    line = Object.assign(document.createElement("p"), { className: "muted draft-state" });
    line.dataset.queueState = "";
    line.setAttribute("role", "status");
    form.append(line);
  }
  line.textContent = textOf(outcome);
}

/** Tells what the page before has done, with a button that undoes it. */
function offerUndo() {
  const told = takeToast();
  if (!told) return;
  const undo = async () => {
    const outcome = await submit({ ...told.undo, key: newKey() });
    if (outcome.state === "sent") location.reload();
    else showToast({ text: textOf(outcome) });
  };
  showToast({ text: told.text, undo });
}

/** The words for an outcome. */
export function textOf({ state, reason }) {
  switch (state) {
    case "sent": return localized("Sent.");
    case "waiting": return localized("Not sent yet: waiting for the connection.");
    case "lost": return localized("No connection, and this browser cannot keep the change.");
    default: return reason ?? "";
  }
}

/** Returns a key for a request that may be sent twice. */
export function newKey() {
  return crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Other people ---------------------------------------------------------------------------------------------------

async function otherDatabases() {
  const names = (await indexedDB.databases?.().catch(() => [])) ?? [];
  return names.map(({ name }) => name).filter((name) => name?.startsWith(prefix) && name !== prefix + person());
}

/** Whether changes of another person, whose session has expired, wait in this browser. */
export async function othersWait() {
  if (!("indexedDB" in window)) return false;
  return (await otherDatabases()).length > 0;
}

/** Deletes the changes of people who are not signed in once they are a week old; nothing else of them is read. */
async function dropOfOthers() {
  if (!("indexedDB" in window)) return;
  for (const name of await otherDatabases()) {
    try {
      const other = await open(name);
      const store = other.transaction("items", "readwrite").objectStore("items");
      let isEmpty = true;
      for (const { number, at } of await done(store.getAll())) {
        if (Date.now() - at < maxAge) isEmpty = false;
        else store.delete(number);
      }
      other.close();
      if (isEmpty) indexedDB.deleteDatabase(name);
    } catch {
      // Another tab has it open.
    }
  }
}

/** Deletes all changes of this person. */
export async function forgetItems() {
  if (!person() || !("indexedDB" in window)) return;
  try { await load(); await remove(items.map(({ number }) => number)); } catch { /* Nothing is stored. */ }
  database?.close();
  database = null;
  items = [];
  indexedDB.deleteDatabase(prefix + person());
}
