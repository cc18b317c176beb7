// Favorites in place. A star that is pressed without a connection waits in the outbox.
import { setIcon } from "./cells.js";
import { dropItems, submit } from "./outbox.js";
import { refetch } from "./refetch.js";
import { localized } from "./texts.js";
import { showToast } from "./toast.js";

/** Shows the stars that wait, and follows what becomes of them. */
export function enhanceStars() {
  if (!document.body.dataset.viewer) return;
  document.addEventListener("fleet:outbox", ({ detail }) => showWaiting(detail.items));
  document.addEventListener("fleet:sent", ({ detail }) => { if (detail.item.kind === "star") follow(); });
  document.addEventListener("fleet:refused", ({ detail: { item } }) => {
    if (item.kind === "star") for (const star of starsOf(item.url)) setFavorite(star, item.method !== "PUT");
  });
}

/** Sets or removes a favorite; the star changes at once, and back if the server refuses. */
export async function toggleFavorite(star) {
  const wasOn = star.getAttribute("aria-pressed") === "true";
  const url = star.dataset.favorite;
  const id = decodeURIComponent(url.split("/").pop());
  setFavorite(star, !wasOn);
  const title = wasOn ? localized("{0} is no favorite", id) : localized("{0} is a favorite", id);
  const { state } = await submit({ kind: "star", title, url, method: wasOn ? "DELETE" : "PUT", group: url });
  if (state === "sent" || state === "waiting") return showToast({ text: title, undo: wasOn ? () => toggleFavorite(star) : undefined });
  setFavorite(star, wasOn);
  await dropItems(url);
}

function showWaiting(items) {
  const waiting = new Map(items.filter(({ kind, state }) => kind === "star" && state === "waiting").map((item) => [item.url, item]));
  for (const star of document.querySelectorAll("[data-favorite]")) {
    const item = waiting.get(star.dataset.favorite);
    if (item) setFavorite(star, item.method === "PUT");
    setWaiting(star, Boolean(item));
  }
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
  if (isWaiting) star.title = localized("Not sent yet: waiting for the connection");
  else star.removeAttribute("title");
}

function starsOf(url) {
  return [...document.querySelectorAll("[data-favorite]")].filter((star) => star.dataset.favorite === url);
}
