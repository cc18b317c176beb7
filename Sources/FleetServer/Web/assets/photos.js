// Photos of notes: preview, checks before the upload, and its progress. They are sent by the outbox, one after another;
// the server checks the content.
import { element } from "./cells.js";
import { submit, textOf } from "./outbox.js";
import { localized } from "./texts.js";

const types = new Set(["image/jpeg", "image/png", "image/webp"]);
const maxBytes = 20 * 1024 * 1024;

export function enhancePhotos() {
  for (const input of document.querySelectorAll("[data-photos]")) input.addEventListener("change", () => choose(input));
  document.addEventListener("fleet:progress", ({ detail }) => showProgress(detail));
}

async function choose(input) {
  const form = input.form;
  list(form, [...input.files]);
  // The page of a note uploads at once; a new note uploads after its text was saved.
  if (!form.matches("[data-photo-form]") || !input.files.length) return;
  const url = form.dataset.api;
  const title = localized("Photo of {0}", document.querySelector("h1").textContent);
  const { photos } = await submit(null, chosenPhotos(form, title).map((photo) => ({ ...photo, url, group: url })));
  if (showPhotos(form, photos) && photos.every(({ state }) => state === "sent")) location.reload();
}

function list(form, files) {
  const holder = form.querySelector("[data-uploads]");
  holder.hidden = !files.length;
  holder.replaceChildren(...files.map((file) => {
    const picture = element("img");
    picture.alt = "";
    picture.src = URL.createObjectURL(file);
    picture.addEventListener("load", () => URL.revokeObjectURL(picture.src), { once: true });
    const progress = element("progress");
    Object.assign(progress, { max: 100, value: 0 });
    progress.setAttribute("aria-label", localized("Upload of {0}", file.name));
    const row = element("li", "", picture, element("span", "cut", file.name), progress, element("span", "muted", problemOf(file) ?? localized("ready")));
    if (problemOf(file)) row.classList.add("bad");
    return row;
  }));
}

function problemOf(file) {
  if (!types.has(file.type)) return localized("not a JPEG, PNG or WebP");
  return file.size > maxBytes ? localized("larger than 20 MiB") : null;
}

function goodFiles(form) { return [...form.querySelector("[data-photos]")?.files ?? []].filter((file) => !problemOf(file)); }

/** The chosen photos of a form for the outbox; those that the server would refuse are left out. */
export function chosenPhotos(form, title) {
  return goodFiles(form).map((file) => ({ title, text: file.name, blob: file }));
}

function rowsOf(form) { return [...form.querySelectorAll("[data-uploads] li")]; }

function showProgress({ item, percent }) {
  for (const row of document.querySelectorAll("[data-uploads] li")) {
    if (row.querySelector(".cut").textContent !== item.text) continue;
    row.querySelector("progress").value = percent;
    row.lastChild.textContent = localized("{0}%", percent);
  }
}

/** Shows the outcomes of the photos of a form; returns whether all that were chosen are sent or wait. No outcomes clear it. */
export function showPhotos(form, outcomes) {
  const rows = rowsOf(form);
  if (!outcomes?.length && !goodFiles(form).length) { if (form.querySelector("[data-uploads]")) list(form, []); return !rows.length; }
  const left = [...outcomes];
  for (const [index, file] of [...form.querySelector("[data-photos]").files].entries()) {
    if (problemOf(file)) continue;
    const outcome = left.shift() ?? { state: "lost" };
    rows[index].lastChild.textContent = outcome.state === "sent" ? localized("uploaded") : textOf(outcome);
    rows[index].classList.toggle("bad", outcome.state !== "sent" && outcome.state !== "waiting");
  }
  return !rows.some((row) => row.classList.contains("bad"));
}
