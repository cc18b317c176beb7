// Ages ("3 min ago"), countdowns ("in 25 s") and times of day, kept current by one timer.
import { language, locale, localized } from "./texts.js";

// The style of ShownTime: "21:55", "Jun 1 21:55" and "2026-06-01 21:55:08".
const isEnglish = language === "en";
const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const formats = new Map();

/** Returns the formatter of a zone, which is made once. */
function format(kind, zone, tag, options) {
  const key = `${kind} ${zone}`;
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(tag, { ...options, timeZone: zone }));
  return formats.get(key);
}

/** Returns the name of a zone at a time after a space; nothing for the zone of the browser. */
function zoneName(time, zone) {
  if (zone === ownZone) return "";
  const part = format("zone", zone, locale, { hour: "numeric", timeZoneName: "short" }).formatToParts(time).find(({ type }) => type === "timeZoneName");
  return ` ${part?.value ?? zone}`;
}

/** Returns the hour and minute of a time, with the zone unless it is that of the browser. */
export function clockOf(time, zone = ownZone) {
  return format("clock", zone, "en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(time) + zoneName(time, zone);
}

/** Returns the day and the clock, with the year of another year. */
export function momentOf(time, zone = ownZone, now = Date.now()) {
  const day = isThisYear(time, now) ? format("day", zone, isEnglish ? "en-US" : locale, { month: "short", day: "numeric" }).format(time) : dateOf(time, zone);
  return `${day} ${clockOf(time, zone)}`;
}

function isThisYear(time, now) { return new Date(time).getFullYear() === new Date(now).getFullYear(); }

function dateOf(time, zone) {
  return isEnglish ? format("date", zone, "sv-SE", { year: "numeric", month: "2-digit", day: "2-digit" }).format(time)
    : format("date", zone, locale, { year: "numeric", month: "short", day: "numeric" }).format(time);
}

function fullOf(time) {
  return `${dateOf(time, ownZone)} ${format("seconds", ownZone, "en-GB", { timeStyle: "medium", hourCycle: "h23" }).format(time)}`;
}

/** Returns the age of a time in words; future times get "in …". */
export function ageText(time, now = Date.now()) {
  const seconds = Math.round((now - time) / 1000);
  const size = Math.abs(seconds);
  if (size >= 7 * 86400) return isThisYear(time, now) ? momentOf(time, ownZone, now) : dateOf(time, ownZone);
  const isPast = seconds >= 0;
  if (size < 60) return isPast ? localized("{0} s ago", size) : localized("in {0} s", size);
  const minutes = Math.floor(size / 60), hours = Math.floor(size / 3600), days = Math.floor(size / 86400);
  if (hours < 1) return isPast ? localized("{0} min ago", minutes) : localized("in {0} min", minutes);
  if (days < 2) return isPast ? localized("{0} h ago", hours) : localized("in {0} h", hours);
  return isPast ? localized("{0} d ago", days) : localized("in {0} d", days);
}

/** Makes a `time` element that stays current. */
export function timeElement(iso) {
  const element = document.createElement("time");
  setTime(element, iso);
  element.dataset.age = "";
  return element;
}

/** Makes an element that counts down to a time. */
export function countdownElement(at) {
  const element = document.createElement("span");
  element.dataset.countdown = new Date(at).toISOString();
  updateCountdown(element, Date.now());
  return element;
}

/** Sets the time of a `time` element. */
export function setTime(element, iso) {
  element.dateTime = iso;
  update(element, Date.now());
}

/** Returns the time of day in the browser's time zone, with the date unless it is today. */
function clockText(time, now) {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  return isToday ? clockOf(time) : momentOf(time, ownZone, now);
}

function update(element, now) {
  const time = Date.parse(element.dateTime);
  if (Number.isNaN(time)) return;
  const text = "clock" in element.dataset ? clockText(time, now) : ageText(time, now);
  if (element.textContent !== text) element.textContent = text;
  const full = fullOf(time);
  if (element.title !== full) element.title = full;
}

function updateCountdown(element, now) {
  const left = Math.ceil((Date.parse(element.dataset.countdown) - now) / 1000);
  const text = left > 0 ? localized("in {0} s", left) : localized("now");
  if (element.textContent !== text) element.textContent = text;
}

function tick() {
  const now = Date.now();
  for (const element of document.querySelectorAll("time:is([data-age], [data-clock])")) update(element, now);
  for (const element of document.querySelectorAll("[data-countdown]")) updateCountdown(element, now);
}

/** Starts the timer; hidden pages do nothing. */
export function startClock() {
  tick();
  setInterval(() => { if (!document.hidden) tick(); }, 1000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) tick(); });
}
