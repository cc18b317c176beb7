// Ages ("3 min ago"), countdowns ("in 25 s") and times of day, kept current by one timer.
import { locale, localized } from "./texts.js";

const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
const clock = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const shortDateTime = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
const dateOnly = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });

/** Returns the age of a time in words; future times get "in …". */
export function ageText(time, now = Date.now()) {
  const seconds = Math.round((now - time) / 1000);
  const size = Math.abs(seconds);
  if (size >= 7 * 86400) return dateOnly.format(time);
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
  return (isToday ? clock : shortDateTime).format(time);
}

function update(element, now) {
  const time = Date.parse(element.dateTime);
  if (Number.isNaN(time)) return;
  const text = "clock" in element.dataset ? clockText(time, now) : ageText(time, now);
  if (element.textContent !== text) element.textContent = text;
  const full = dateTime.format(time);
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
