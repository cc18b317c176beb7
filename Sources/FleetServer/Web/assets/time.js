// Ages ("3 min ago") and countdowns ("in 25 s"), kept current by one timer.

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const dateOnly = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** Returns the age of a time in words; future times get "in …". */
export function ageText(time, now = Date.now()) {
  const seconds = Math.round((now - time) / 1000);
  const size = Math.abs(seconds);
  if (size >= 7 * 86400) return dateOnly.format(time);
  const text = size < 60 ? `${size} s`
    : size < 3600 ? `${Math.floor(size / 60)} min`
    : size < 2 * 86400 ? `${Math.floor(size / 3600)} h`
    : `${Math.floor(size / 86400)} d`;
  return seconds >= 0 ? `${text} ago` : `in ${text}`;
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

function update(element, now) {
  const time = Date.parse(element.dateTime);
  if (Number.isNaN(time)) return;
  const text = ageText(time, now);
  if (element.textContent !== text) element.textContent = text;
  const full = dateTime.format(time);
  if (element.title !== full) element.title = full;
}

function updateCountdown(element, now) {
  const left = Math.ceil((Date.parse(element.dataset.countdown) - now) / 1000);
  const text = left > 0 ? `in ${left} s` : "now";
  if (element.textContent !== text) element.textContent = text;
}

function tick() {
  const now = Date.now();
  for (const element of document.querySelectorAll("time[data-age]")) update(element, now);
  for (const element of document.querySelectorAll("[data-countdown]")) updateCountdown(element, now);
}

/** Starts the timer; hidden pages do nothing. */
export function startClock() {
  tick();
  setInterval(() => { if (!document.hidden) tick(); }, 1000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) tick(); });
}
