// Notes: text that one types is a draft in this browser until it is saved, and a saved note waits in the outbox until the
// server has it.
import { dropItems, newKey, readItems, submit, textOf } from "./outbox.js";
import { chosenPhotos, showPhotos } from "./photos.js";
import { localized } from "./texts.js";

const maxAge = 7 * 86_400_000;      // for drafts of a person who is not signed in
const prefix = "fleet:draft:";
/** The start of the names of this person's drafts; null if they signed out in another tab. */
const own = () => ("left" in document.body.dataset ? null : `${prefix}${document.body.dataset.viewer ?? ""}:`);

const read = (key) => { try { return JSON.parse(localStorage.getItem(own() + key)); } catch { return null; } };

function write(key, draft) {
  try { if (!own()) return false; localStorage.setItem(own() + key, JSON.stringify(draft)); return true; } catch { return false; }
}

function names() { try { return Object.keys(localStorage).filter((name) => name.startsWith(prefix)); } catch { return []; } }

/** Deletes a draft. */
export function dropDraft(key) { try { localStorage.removeItem(own() + key); } catch { /* Nothing is stored. */ } }

/** The number of this person's drafts. */
export const draftCount = () => names().filter((name) => name.startsWith(own())).length;

/** Deletes this person's drafts. */
export function forgetDrafts() { for (const name of names()) if (name.startsWith(own())) localStorage.removeItem(name); }

/** Deletes drafts of others once they are a week old; nothing else of them is read. */
export function dropDraftsOfOthers() {
  for (const name of names().filter((name) => !name.startsWith(own()))) {
    let at = 0;
    try { at = JSON.parse(localStorage.getItem(name)).at; } catch { /* It is none of ours. */ }
    if (!(Date.now() - at < maxAge)) localStorage.removeItem(name);
  }
}

/** Restores and saves the drafts of the page's forms. */
export function enhanceDrafts() {
  if (!document.body.dataset.viewer) return;
  for (const form of document.querySelectorAll("[data-note-form]")) enhance(form);
}

function enhance(form) {
  const key = form.dataset.draft;
  const area = form.elements.text;
  if (form.elements.due?.type === "datetime-local") enhanceDue(form);
  lockSharing(form);
  if ("native" in form.dataset) return;
  const draft = read(key);
  if (draft && draft.text !== area.value) restore(form, draft.text, localized("Draft restored from this browser."), () => dropDraft(key));
  else if (form.dataset.version) restoreWaiting(form);
  area.addEventListener("input", () => {
    const isKept = area.value && write(key, { text: area.value, at: Date.now() });
    if (!area.value) dropDraft(key);
    if (document.documentElement.dataset.connection === "lost") {
      say(form, isKept ? localized("Kept in this browser until the connection returns.") : localized("The browser cannot keep a draft."));
    }
  });
  form.addEventListener("submit", (event) => save(event, form));
  document.addEventListener("fleet:sent", ({ detail }) => follow(form, detail));
  document.addEventListener("fleet:refused", ({ detail: { item, ...outcome } }) => {
    if (item.kind === "note" && item.group === form.dataset.api) say(form, textOf(outcome));
  });
}

/** The form goes on from the version that the server has made of a change that waited. */
function follow(form, { item, note }) {
  if (item.kind === "note" && item.method === "POST" && form.dataset.vehicle === JSON.parse(item.body).vehicle_id) return say(form, localized("Sent."));
  if (!form.dataset.version || item.group !== form.dataset.api || !note) return;
  form.dataset.version = note.version;
  form.elements.text.defaultValue = note.text;
  for (const [name, isOn] of [["visibility", note.visibility === "team"], ["done", note.done]]) {
    const field = form.elements[name];
    if (field?.type !== "checkbox") continue;
    if (field.checked === field.defaultChecked) field.checked = isOn;
    field.defaultChecked = isOn;
  }
  say(form, localized("Saved."));
}

function restore(form, text, message, forget) {
  const area = form.elements.text;
  const before = area.value;
  area.value = text;
  const discard = Object.assign(document.createElement("button"), { type: "button", className: "btn small", textContent: localized("Discard the draft") });
  discard.addEventListener("click", () => { area.value = before; forget(); say(form, ""); });
  say(form, message, " ", discard);
}

/** Shows the text of a change that waits instead of that of the page. */
async function restoreWaiting(form) {
  const item = (await readItems()).find(({ group, kind }) => group === form.dataset.api && kind === "note");
  const { text } = item ? JSON.parse(item.body) : {};
  if (text != null && text !== form.elements.text.value) restore(form, text, textOf(item), () => dropItems(item.group, "note"));
}

function say(form, text, ...more) {
  const line = form.querySelector("[data-draft-state]");
  if (!line) return;
  line.hidden = !text;
  line.replaceChildren(text, ...more);
}

/** Saves by the API, so that a lost connection loses nothing. The server's own page shows a conflict. */
async function save(event, form) {
  event.preventDefault();
  const button = form.querySelector("[type=submit]");
  if (button.disabled) return;
  button.disabled = true;
  const item = itemOf(form);
  const photos = chosenPhotos(form, localized("Photo: {0}", item.title));
  const outcome = await submit(item, photos);
  if (outcome.state !== "refused" && outcome.state !== "lost") dropDraft(form.dataset.draft);
  const isComplete = showPhotos(form, outcome.photos);
  button.disabled = false;
  switch (outcome.state) {
    case "sent": return shown(form, outcome.note, isComplete);
    case "waiting": return waits(form, item, isComplete);
    case "conflict": return form.submit();
    case "refused": await dropItems(item.group, item.method === "PATCH" ? "note" : undefined); return say(form, outcome.reason);
    case "lost": return say(form, localized("No connection, and this browser cannot keep the note. Copy the text."));
  }
}

function shown(form, note, isComplete) {
  const uuid = encodeURIComponent(note?.id ?? form.dataset.api.split("/").pop());
  if (!isComplete) {
    const link = Object.assign(document.createElement("a"), { href: `/notes/${uuid}`, textContent: localized("Add them on its page.") });
    return say(form, localized("The note is saved, but not all of its photos."), " ", link);
  }
  if (form.dataset.vehicle || !note?.id || form.closest(".note-beside")) location.reload();
  else location.assign(`/notes/${uuid}`);
}

/** A new note leaves the form free for another one. */
function waits(form, { method }, isComplete) {
  if (method === "POST") { form.reset(); showPhotos(form, []); }
  const texts = [localized("No connection. The note waits in this browser, and is sent when the connection returns.")];
  if (!isComplete) texts.push(localized("There is no room for its photos: add them later."));
  say(form, texts.join(" "));
}

function itemOf(form) {
  const { elements, dataset } = form;
  const body = { text: elements.text.value };
  if (isChanged(elements.visibility, dataset)) body.visibility = isOn(elements.visibility) ? "team" : "private";
  if (isChanged(elements.done, dataset)) body.done = isOn(elements.done);
  const hasTaskFields = elements.task?.type === "checkbox";       // the page of a conflict only keeps them
  if (hasTaskFields && (dataset.version ? taskFields(elements).some(([mine, before]) => mine !== before) : elements.task.checked)) Object.assign(body, taskOf(elements));
  if (dataset.vehicle) Object.assign(body, { source: dataset.noteSource, vehicle_id: dataset.vehicle });
  if (elements.vehicle_id?.value) Object.assign(body, { source: dataset.noteSource || undefined, vehicle_id: elements.vehicle_id.value });
  const [lat, lon] = (elements.location?.value ?? "").split(",").map(Number);
  if (elements.location?.value && Number.isFinite(lat) && Number.isFinite(lon)) Object.assign(body, { lat, lon });
  const key = newKey();
  const isNew = !dataset.version;
  const about = body.vehicle_id ? localized("Note about {0}", body.vehicle_id) : localized("New note");
  return {
    kind: "note", title: isNew ? about : localized("Change of {0}", dataset.title ?? document.querySelector("h1").textContent), text: body.text,
    url: dataset.api, method: isNew ? "POST" : "PATCH", version: dataset.version, base: elements.text.defaultValue,
    key, body: JSON.stringify(body), group: isNew ? key : dataset.api,
  };
}

/** The present values of the fields of a task, each with the one that the server sent. */
function taskFields({ task, assignee, due, priority }) {
  const chosen = ({ options }) => [...options].find((option) => option.defaultSelected) ?? options[0];
  return [[task.checked, task.defaultChecked], [assignee.value, chosen(assignee).value], [due.value, due.defaultValue], [priority.value, chosen(priority).value]];
}

/** The task of a form. */
function taskOf({ task, assignee, due_at: dueAt, priority }) {
  return task.checked ? { task: true, assignee: assignee.value || null, due: dueAt.value || null, priority: priority.value } : { task: false };
}

/** A task switches sharing on and locks it; without the task, the switch is as it was. */
function lockSharing(form) {
  const { task, visibility } = form.elements;
  if (task?.type !== "checkbox" || !visibility?.closest(".locks")) return;
  let before = visibility.checked;
  const follow = () => {
    if (!visibility.disabled) before = visibility.checked;
    visibility.checked = task.checked || before;
    visibility.disabled = task.checked;
  };
  task.addEventListener("change", follow);
  form.addEventListener("fleet:taken-over", follow);
  form.addEventListener("reset", () => setTimeout(() => { visibility.disabled = false; follow(); }));
  follow();
}

/** Shows the due time of a form in the zone of the browser, and sends it as a time of that zone. */
function enhanceDue(form) {
  const { due, due_at: dueAt } = form.elements;
  const show = () => {
    const set = new Date(dueAt.value);
    if (Number.isNaN(set.getTime())) return;
    due.value = due.defaultValue = new Date(set.getTime() - set.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  };
  show();
  form.addEventListener("fleet:taken-over", show);
  due.addEventListener("input", () => {
    const at = new Date(due.value);
    dueAt.value = Number.isNaN(at.getTime()) ? "" : at.toISOString();
  });
}

/** A hidden field has a value that someone chose before. */
const isOn = (field) => field.type === "hidden" || field.checked;

/** Only switches that were moved are changed in a note that exists. */
function isChanged(field, { version }) {
  return Boolean(field) && (!version || field.type === "hidden" || field.checked !== field.defaultChecked);
}
