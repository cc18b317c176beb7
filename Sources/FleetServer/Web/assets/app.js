// Entry of every page. Pages work without it; each part below enhances what it finds.
import { startClock } from "./time.js";
import { enhanceForms } from "./forms.js";
import { enhanceStars } from "./stars.js";
import { enhanceList } from "./list.js";
import { startLive } from "./live.js";
import { enhanceSearch } from "./search.js";
import { announceViewer } from "./viewer.js";

document.documentElement.classList.add("enhanced");
startClock();
enhanceForms();
enhanceStars();
enhanceSearch();
enhanceList();
announceViewer();
startLive();

// Parts that few pages need are loaded on demand.
if (document.querySelector("[data-note-form]") || hasStored()) import("./drafts.js").then((m) => m.enhanceDrafts());
if (document.querySelector("[data-notes]")) import("./notes.js").then((m) => m.followNotes());
if (document.querySelector("[data-photos]")) import("./photos.js").then((m) => m.enhancePhotos());
if ("BarcodeDetector" in window && navigator.mediaDevices) import("./scanner.js").then((m) => m.offerScanner());
const maps = [...document.querySelectorAll("[data-map]")].filter((m) => m.dataset.points || m.dataset.items);
if (maps.length) import("./map.js").then((m) => maps.forEach(m.enhanceMap));

/** Whether the browser keeps something, perhaps a draft; storage can be disabled. */
function hasStored() { try { return localStorage.length > 0; } catch { return false; } }
