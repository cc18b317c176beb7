// Signing out: asks about changes that are not sent, and deletes all that this browser keeps of the person, also
// without a connection.
import { showNotSent } from "./banners.js";
import { element } from "./cells.js";
import { canEndSessionLater, endSessionLater, forgetPages } from "./kept.js";
import { forgetItems, othersWait, readItems, sendAll } from "./outbox.js";
import { countText, plainList } from "./outbox-menu.js";
import { draftCount, forgetDrafts } from "./drafts.js";
import { counted, localized } from "./texts.js";
import { announceSignOut } from "./viewer.js";

/** Signs out with a form, after it has asked about changes that are not sent. */
export async function signOut(form) {
  const items = await readItems();
  const drafts = draftCount();
  if (items.length || drafts) ask(form, items, drafts);
  else await leave(form);
}

function ask(form, items, drafts) {
  const title = element("h2", "", items.length ? countText(items) : localized("A note is not saved"));
  title.id = "signout-title";
  const status = element("p", "error");
  status.setAttribute("role", "alert");
  status.hidden = true;
  const dialog = element("dialog", "signout", title);
  dialog.setAttribute("aria-labelledby", title.id);
  const choice = (text, className, action) => {
    const button = element("button", `btn ${className}`, text);
    button.type = "button";
    button.addEventListener("click", () => action(button));
    return button;
  };
  const send = choice(localized("Send and sign out"), "primary", async (button) => {
    button.disabled = true;
    await sendAll();
    button.disabled = false;
    const left = await readItems();
    if (!left.length) { dialog.close(); return leave(form); }
    title.textContent = countText(left);
    dialog.querySelector(".outbox")?.replaceWith(plainList(left));
    status.textContent = left.some(({ state }) => state === "waiting")
      ? localized("The server cannot be reached. Stay signed in until it can, or discard the changes.") : localized("The server refused these changes.");
    status.hidden = false;
  });
  dialog.append(
    ...(items.length ? [plainList(items)] : []),
    ...(drafts ? [element("p", "muted", draftsText(drafts))] : []),
    status,
    element("div", "form-end", choice(localized("Cancel"), "quiet", () => dialog.close()),
      choice(items.length ? localized("Discard and sign out") : localized("Sign out"), "danger", () => { dialog.close(); return leave(form); }), items.length ? send : null));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  form.closest("details")?.removeAttribute("open");
  dialog.showModal();
}

function draftsText(count) {
  if (count === 1) return localized("Text that you typed and have not saved is discarded.");
  return counted(count, "{0} text that you typed and have not saved is discarded.", "{0} texts that you typed and have not saved are discarded.");
}

/** Ends the session, and deletes what is kept; without a connection, the worker ends it before it loads another page. */
async function leave(form) {
  const keep = await othersWait().catch(() => false) ? "?keep=storage" : "";
  try {
    const response = await fetch(form.action + keep, { method: "POST", redirect: "manual", signal: AbortSignal.timeout(30_000) });
    // The server shows why it cannot do it now.
    if (response.type !== "opaqueredirect") return form.submit();
  } catch {
    if (!canEndSessionLater() || form.getAttribute("action") !== "/signout") return showNotSent();
    await endSessionLater();
  }
  await Promise.all([forgetPages(), forgetItems()]);
  forgetDrafts();
  document.body.dataset.left = "";
  announceSignOut();
  location.replace("/signin");
}
