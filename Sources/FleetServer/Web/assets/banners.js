// Banners under the header: a failed source with its countdown, a lost connection, a session that ended.
import { element, icon } from "./cells.js";
import { around, counted, localized } from "./texts.js";
import { countdownElement } from "./time.js";

const holder = document.querySelector("[data-banners]");

function show(key, kind, iconName, ...content) {
  hide(key);
  const banner = element("div", `banner banner-${kind}`, icon(iconName), ...content);
  banner.dataset.banner = key;
  holder?.append(banner);
}

function hide(key) {
  for (const banner of holder?.querySelectorAll("[data-banner]") ?? []) if (banner.dataset.banner === key) banner.remove();
}

function shown(key) { return [...holder?.querySelectorAll("[data-banner]") ?? []].find((banner) => banner.dataset.banner === key); }

function nextAttempt(at) {
  return element("p", "banner-next", ...around(localized("Next attempt {0}"), countdownElement(at)));
}

/** Shows that a source failed, its cause, and when it is tried again. */
export function showFailure({ source, is_stale: isStale, title, cause, hint, retry_at: retryAt, attempt }) {
  const key = `source-${source}`, kind = isStale ? "warn" : "bad";
  const next = element("span", "banner-next", ...(retryAt ? nextAttempt(retryAt).childNodes : []));
  if (retryAt && attempt > 1) next.append(` · ${counted(attempt, "failed {0} time", "failed {0} times")}`);
  const line = element("span", "banner-line", element("strong", "", `${source}: ${title}.`), ` ${cause ?? ""}`);
  const summary = element("summary", "", icon("warn"), line, next, icon("down", "i small"));
  const more = element("div", "banner-more", element("p", "", hint ?? ""), retryAt && holder?.hasAttribute("data-can-refresh") ? retryButton(source) : null);
  const banner = element("details", `banner banner-${kind}`, summary, more);
  banner.dataset.banner = key;
  banner.open = shown(key)?.open ?? false;
  hide(key);
  holder?.append(banner);
}

function retryButton(source) {
  const button = element("button", "btn small", localized("Retry now"));
  button.type = "button";
  button.addEventListener("click", async () => {
    button.disabled = true;
    await fetch(`/api/v1/sources/${encodeURIComponent(source)}/refresh`, { method: "POST" }).catch(() => {});
    button.disabled = false;
  });
  return button;
}

export function hideFailure(source) { hide(`source-${source}`); }

/** Shows in the header whether a source can be read, by its dot and, with the other sources, in words. */
export function showStatus(source, status) {
  for (const dot of document.querySelectorAll("[data-source-dot], [data-dot-of]")) {
    if ((dot.dataset.sourceDot ?? dot.dataset.dotOf) === source) dot.className = `dot dot-${status}`;
  }
  const dots = [...document.querySelectorAll("[data-dot-of]")];
  const failing = dots.filter((dot) => dot.matches(".dot-failed, .dot-stale, .dot-gone")).length;
  const words = !failing ? "" : dots.length > 1 ? localized("{0} of {1} failing", failing, dots.length) : status === "gone" ? localized("removed") : localized("failing");
  for (const holder of document.querySelectorAll("[data-failing]")) if (holder.textContent !== words) holder.textContent = words;
}

/** Shows that a source of the page is not there any more. */
export function showGone(source) {
  hideFailure(source);
  showStatus(source, "gone");
  const text = localized("The source {0} was removed, or you may no longer see it. This page shows its last known state.", source);
  show(`gone-${source}`, "warn", "info", element("p", "", text));
}

let lostTimer = 0;
let nextTry = 0;

/**
 * Shows a lost connection to the server, or a session that has ended, with the message of the server instead of a time;
 * interruptions of less than 1.5 s stay silent.
 */
export function showConnection(status, retryAt) {
  document.documentElement.dataset.connection = status;
  nextTry = retryAt;
  if (status === "lost") {
    lostTimer ||= setTimeout(showLost, 1500);
    if (shown("connection")) showLost();
    return;
  }
  clearTimeout(lostTimer);
  lostTimer = 0;
  if (status === "open") {
    hide("connection");
    document.dispatchEvent(new CustomEvent("fleet:online"));
    return;
  }
  document.dispatchEvent(new CustomEvent("fleet:signed-out"));
  const link = element("a", "btn small", localized("Sign in"));
  link.href = `/signin?next=${encodeURIComponent(location.pathname + location.search)}`;
  const reason = retryAt ?? localized("Your session has ended. Sign in to continue.");
  show("connection", "warn", "lock", element("p", "", `${reason} ${localized("Text that you typed is kept in this browser.")}`), link);
}

/** Shows the banner, or only its countdown anew, so that screen readers read it once. */
function showLost() {
  // A copy of a page has its own banner.
  if (document.body.dataset.kept) return;
  const next = nextTry ? nextAttempt(nextTry) : element("p", "banner-next");
  const old = holder?.querySelector('[data-banner="connection"] .banner-next');
  if (old) return old.replaceWith(next);
  const text = localized("The page shows the last known state. Notes, tasks and stars that you change are kept in this browser and sent when the connection returns.");
  show("connection", "warn", "offline", element("p", "", element("strong", "", localized("No connection to the server.")), ` ${text}`), next);
}

/** Shows that a form was not sent, because the server cannot be reached. */
export function showNotSent() {
  show("not-sent", "warn", "offline", element("p", "", localized("This needs a connection to the server, and was not sent. Try again when the connection is back.")));
}

/** Shows that another person signed in, or this one signed out, in another tab. */
export function showViewerChanged(isSignedIn) {
  const link = element("a", "btn small", localized("Reload"));
  link.href = location.href;
  const text = isSignedIn ? localized("Another person signed in in this browser. This page still shows the data of the previous one.")
    : localized("You signed out in another tab of this browser.");
  show("viewer", "warn", "user", element("p", "", text), link);
}
