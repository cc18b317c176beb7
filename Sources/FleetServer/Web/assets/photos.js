// Photos of notes: preview, checks before the upload, and its progress. Bodies are sent raw; the server checks the content.
import { element } from "./cells.js";

const types = new Set(["image/jpeg", "image/png", "image/webp"]);
const maxBytes = 20 * 1024 * 1024;

export function enhancePhotos() {
  for (const input of document.querySelectorAll("[data-photos]")) input.addEventListener("change", () => choose(input));
}

async function choose(input) {
  const form = input.form;
  list(form, [...input.files]);
  // The page of a note uploads at once; a new note uploads after its text was saved.
  if (form.matches("[data-photo-form]") && input.files.length) {
    const isComplete = await uploadChosen(form, form.dataset.api);
    if (isComplete) location.reload();
  }
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
    progress.setAttribute("aria-label", `Upload of ${file.name}`);
    const row = element("li", "", picture, element("span", "cut", file.name), progress, element("span", "muted", problemOf(file) ?? "ready"));
    if (problemOf(file)) row.classList.add("bad");
    return row;
  }));
}

function problemOf(file) {
  if (!types.has(file.type)) return "not a JPEG, PNG or WebP";
  return file.size > maxBytes ? "larger than 20 MiB" : null;
}

/** Uploads the chosen photos of a form one after another; returns whether all arrived. */
export async function uploadChosen(form, url) {
  const input = form.querySelector("[data-photos]");
  if (!input?.files.length) return true;
  const rows = form.querySelectorAll("[data-uploads] li");
  let isComplete = true;
  for (const [index, file] of [...input.files].entries()) {
    if (problemOf(file)) { isComplete = false; continue; }
    const text = rows[index].lastChild;
    const result = await upload(file, url, (percent) => {
      rows[index].querySelector("progress").value = percent;
      text.textContent = `${percent}%`;
    });
    text.textContent = result ?? "uploaded";
    if (result) { isComplete = false; rows[index].classList.add("bad"); }
  }
  return isComplete;
}

/** Sends one photo; returns null or the reason of the failure. XMLHttpRequest, because fetch has no upload progress. */
function upload(file, url, onProgress) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.setRequestHeader("Content-Type", file.type);
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / total));
    request.onload = () => resolve(request.status < 300 ? null : reason(request));
    request.onerror = () => resolve("no connection");
    request.send(file);
  });
}

function reason(request) {
  try { const document = JSON.parse(request.responseText); return document.detail ?? document.title; } catch { return `status ${request.status}`; }
}
