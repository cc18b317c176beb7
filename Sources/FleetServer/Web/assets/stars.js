// Favorites in place. A star that is pressed without a connection waits in this browser, as notes do.
import { setIcon } from "./cells.js";
import { refetch } from "./refetch.js";

const prefix = () => `fleet:star:${document.body.dataset.viewer ?? ""}:`;

/** Shows the stars that wait, and sends them now and when the connection returns. */
export function enhanceStars() {
  if (!document.body.dataset.viewer) return;
  for (const star of document.querySelectorAll("[data-favorite]")) {
    const waiting = read(star.dataset.favorite);
    if (waiting) { setFavorite(star, waiting === "PUT"); setWaiting(star, true); }
  }
  document.addEventListener("fleet:online", sendWaiting);
  addEventListener("online", sendWaiting);
  sendWaiting();
}

/** Sets or removes a favorite; the star changes at once and back if the server refuses. */
export async function toggleFavorite(star) {
  const wasOn = star.getAttribute("aria-pressed") === "true";
  const method = wasOn ? "DELETE" : "PUT";
  setFavorite(star, !wasOn);
  try {
    const response = await fetch(star.dataset.favorite, { method });
    if (!response.ok) return setFavorite(star, wasOn);
    drop(star.dataset.favorite);
    follow();
  } catch {
    if (write(star.dataset.favorite, method)) setWaiting(star, true);
    else setFavorite(star, wasOn);
  }
}

let isSending = false;

async function sendWaiting() {
  if (isSending) return;
  isSending = true;
  let isChanged = false;
  try {
    for (const url of waitingURLs()) {
      const method = read(url);
      const response = await fetch(url, { method });
      // The star may have been pressed again meanwhile.
      if (read(url) !== method) continue;
      drop(url);
      isChanged = true;
      for (const star of starsOf(url)) {
        setWaiting(star, false);
        if (!response.ok) setFavorite(star, method !== "PUT");
      }
    }
  } catch {
    // Still offline.
  } finally {
    isSending = false;
  }
  if (isChanged) follow();
}

/** The strip of favorites and their number follow the star. */
function follow() { refetch(["[data-strip]", "[data-favorite-count]"]); }

function setFavorite(star, isOn) {
  star.setAttribute("aria-pressed", String(isOn));
  star.value = isOn ? "off" : "on";
  setIcon(star, isOn ? "star-on" : "star");
}

function setWaiting(star, isWaiting) {
  star.classList.toggle("waiting", isWaiting);
  if (isWaiting) star.title = "Not sent yet: waiting for the connection";
  else star.removeAttribute("title");
}

function starsOf(url) {
  return [...document.querySelectorAll("[data-favorite]")].filter((star) => star.dataset.favorite === url);
}

function waitingURLs() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix())).map((name) => name.slice(prefix().length));
  } catch { return []; }
}

function read(url) {
  try {
    const method = localStorage.getItem(prefix() + url);
    return url.startsWith("/api/v1/sources/") && ["PUT", "DELETE"].includes(method) ? method : null;
  } catch { return null; }
}

function write(url, method) {
  try { localStorage.setItem(prefix() + url, method); return true; } catch { return false; }
}

function drop(url) { try { localStorage.removeItem(prefix() + url); } catch { /* Nothing is stored. */ } }
