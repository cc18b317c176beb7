// Drafts of notes: what one types is kept in this browser until the server has it. Unsent notes are sent when the
// connection returns; the idempotency key prevents duplicates.

const prefix = () => `fleet:draft:${document.body.dataset.viewer ?? ""}:`;

const read = (key) => { try { return JSON.parse(localStorage.getItem(prefix() + key)); } catch { return null; } };

function write(key, draft) {
  try { localStorage.setItem(prefix() + key, JSON.stringify(draft)); return true; } catch { return false; }
}

/** Deletes a draft. */
export function dropDraft(key) { localStorage.removeItem(prefix() + key); }

/** Restores and saves the drafts of the page's forms, and sends waiting ones. */
export function enhanceDrafts() {
  if (!document.body.dataset.viewer) return;
  for (const form of document.querySelectorAll("[data-note-form]")) enhance(form);
  document.addEventListener("fleet:online", sendWaiting);
  addEventListener("online", sendWaiting);
  sendWaiting();
}

function enhance(form) {
  const key = form.dataset.draft;
  const area = form.elements.text;
  if (form.elements.due) enhanceDue(form);
  const draft = read(key);
  if (draft && draft.text !== area.value && !("native" in form.dataset)) restore(form, area, draft);
  area.addEventListener("input", () => {
    const isKept = area.value && write(key, { text: area.value, at: Date.now() });
    if (!area.value) dropDraft(key);
    if (document.documentElement.dataset.connection === "lost") {
      say(form, isKept ? "Kept in this browser until the connection returns." : "The browser cannot keep a draft.");
    }
  });
  if (!("native" in form.dataset)) form.addEventListener("submit", (event) => submit(event, form));
  else form.addEventListener("submit", () => dropDraft(key));
}

function restore(form, area, draft) {
  const before = area.value;
  area.value = draft.text;
  const discard = Object.assign(document.createElement("button"), { type: "button", className: "btn small", textContent: "Discard the draft" });
  discard.addEventListener("click", () => { area.value = before; dropDraft(form.dataset.draft); say(form, ""); });
  say(form, draft.waiting ? "Not sent yet: waiting for the connection. " : "Draft restored from this browser. ", discard);
}

function say(form, text, ...more) {
  const line = form.querySelector("[data-draft-state]");
  if (!line) return;
  line.hidden = !text;
  line.replaceChildren(text, ...more);
}

/** Sends by the API, so that a lost connection loses nothing. The server's own form handles a conflict. */
async function submit(event, form) {
  event.preventDefault();
  const button = form.querySelector("[type=submit]");
  button.disabled = true;
  const draft = { text: form.elements.text.value, at: Date.now(), waiting: true, request: request(form) };
  const isKept = write(form.dataset.draft, draft);
  try {
    const response = await send(draft.request);
    if (response.status === 412) return form.submit();
    if (!response.ok) throw await problem(response);
    dropDraft(form.dataset.draft);
    const note = await response.json().catch(() => ({}));
    const photos = await import("./photos.js");
    const uuid = encodeURIComponent(note.id ?? form.dataset.api.split("/").pop());
    if (!(await photos.uploadChosen(form, `/api/v1/notes/${uuid}/photos`))) {
      const link = Object.assign(document.createElement("a"), { href: `/notes/${uuid}`, textContent: "Add them on its page." });
      return say(form, "The note is saved, but not all of its photos. ", link);
    }
    if (form.dataset.vehicle || !note.id) location.reload();
    else location.assign(`/notes/${encodeURIComponent(note.id)}`);
  } catch (error) {
    button.disabled = false;
    if (error instanceof TypeError) {
      say(form, isKept ? "No connection. The note is kept in this browser and sent when the connection returns. Photos are not kept; add them later." : "No connection, and the browser cannot keep a draft. Copy the text.");
    } else {
      write(form.dataset.draft, { ...draft, waiting: false });
      say(form, error.message);
    }
  }
}

function request(form) {
  const { elements, dataset } = form;
  const body = { text: elements.text.value };
  if (elements.visibility) body.visibility = elements.visibility.checked || elements.task?.checked ? "team" : "private";
  if (elements.done) body.done = elements.done.checked;
  if (elements.task) Object.assign(body, taskOf(elements));
  if (dataset.vehicle) Object.assign(body, { source: dataset.noteSource, vehicle_id: dataset.vehicle });
  if (elements.vehicle_id?.value) Object.assign(body, { source: dataset.noteSource || undefined, vehicle_id: elements.vehicle_id.value });
  const [lat, lon] = (elements.location?.value ?? "").split(",").map(Number);
  if (elements.location?.value && Number.isFinite(lat) && Number.isFinite(lon)) Object.assign(body, { lat, lon });
  return { url: dataset.api, method: dataset.version ? "PATCH" : "POST", version: dataset.version, key: crypto.randomUUID?.() ?? elements.idempotency_key.value, body };
}

/** The task of a form. */
function taskOf({ task, assignee, due_at: dueAt }) {
  return task.checked ? { task: true, assignee: assignee.value || null, due: dueAt.value || null } : { task: false };
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

function send({ url, method, version, key, body }) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", "Idempotency-Key": key };
  if (version) headers["If-Match"] = `"${version}"`;
  return fetch(url, { method, headers, body: JSON.stringify(body) });
}

async function problem(response) {
  const document = await response.json().catch(() => ({}));
  return new Error(document.detail ?? document.title ?? `The server answered with status ${response.status}.`);
}

let isSending = false;

/** Sends the drafts that wait for the connection, those of other pages too. */
async function sendWaiting() {
  if (isSending) return;
  isSending = true;
  try {
    for (const name of Object.keys(localStorage).filter((name) => name.startsWith(prefix()))) {
      const key = name.slice(prefix().length);
      const draft = read(key);
      if (!draft?.waiting || !draft.request) continue;
      const response = await send(draft.request);
      const form = [...document.querySelectorAll("[data-note-form]")].find((form) => form.dataset.draft === key);
      if (response.ok) {
        dropDraft(key);
        if (form) { if (!draft.request.version) form.reset(); say(form, "Sent. Reload the page to see the note."); }
      } else {
        write(key, { ...draft, waiting: false });
        if (form) say(form, (await problem(response)).message);
      }
    }
  } catch {
    // Still offline.
  } finally {
    isSending = false;
  }
}
