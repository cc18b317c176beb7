// Entry of every page. Pages work without it; each part below enhances what it finds.
import { startClock } from "./time.js";
import { enhanceForms } from "./forms.js";
import { enhanceStars } from "./stars.js";
import { enhanceList } from "./list.js";
import { startLive } from "./live.js";
import { enhanceSearch } from "./search.js";
import { announceViewer } from "./viewer.js";
import { startOutbox } from "./outbox.js";
import { followOutbox } from "./outbox-menu.js";
import { keepPages } from "./kept.js";
import { enhanceKeys } from "./keys.js";
import { followBadge } from "./badge.js";

document.documentElement.classList.add("enhanced");
startClock();
enhanceForms();

// The current tab may be beyond the edge of a narrow screen.
const tab = document.querySelector(".tabs [aria-current]"), tabs = tab?.parentElement;
if (tab) tabs.scrollLeft = tab.offsetLeft + tab.offsetWidth - tabs.offsetLeft - tabs.clientWidth;

// The page without a connection first finds out whose copies are kept.
const offline = document.querySelector("[data-offline]");
if (offline) await import("./offline.js").then((m) => m.showKept(offline));
enhanceStars();
enhanceSearch();
enhanceList();
enhanceKeys();
announceViewer();
followOutbox();
startLive();
startOutbox();
keepPages();
followBadge();

// Parts that few pages need are loaded on demand.
if (document.querySelector("[data-note-form]") || hasStored()) loadDrafts();
if (document.querySelector("[data-notes]")) import("./notes.js").then((m) => m.followNotes());
if (document.querySelector("[data-attention]")) import("./attention.js").then((m) => m.followAttention());
const sighting = document.querySelector("[data-sighting]");
if (sighting) import("./sighting.js").then((m) => m.enhanceSighting(sighting));
const labels = document.querySelector("form[data-labels]");
if (labels) import("./labels.js").then((m) => m.enhanceLabels(labels));
if (document.querySelector("[data-photos]")) import("./photos.js").then((m) => m.enhancePhotos());
if ("BarcodeDetector" in window && navigator.mediaDevices) import("./scanner.js").then((m) => m.offerScanner());
const maps = [...document.querySelectorAll("[data-map]")].filter((m) => m.dataset.points || m.dataset.items || "pictured" in m.dataset);
if (maps.length) import("./map.js").then((m) => maps.forEach(m.enhanceMap));
const replay = document.querySelector("[data-replay]");
if (replay) import("./replay.js").then((m) => m.enhanceReplay(replay));
document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-sign-out]")) { event.preventDefault(); import("./signout.js").then((m) => m.signOut(event.target)); }
});

/** Loads the script of note forms; forms that are submitted earlier wait for it. */
async function loadDrafts() {
  const waiting = new Map();
  const wait = (event) => {
    if (offline || !event.target.matches("[data-note-form]:not([data-native])")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting.set(event.target, event.submitter);
  };
  document.addEventListener("submit", wait, { capture: true });
  try {
    const drafts = await import("./drafts.js");
    drafts.dropDraftsOfOthers();
    if (!offline) drafts.enhanceDrafts();
  } finally {
    document.removeEventListener("submit", wait, { capture: true });
    for (const [form, submitter] of waiting) form.requestSubmit(submitter);
  }
}

/** Whether the browser keeps something, perhaps a draft; storage can be disabled. */
function hasStored() { try { return localStorage.length > 0; } catch { return false; } }
