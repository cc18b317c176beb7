// The menu in the header with the number of changes that are not sent yet, and what they are.
import { element, icon } from "./cells.js";
import { timeElement } from "./time.js";
import { discard, retry, sendAll, textOf } from "./outbox.js";
import { counted, localized, number } from "./texts.js";

const excerptLength = 90;

/** Follows the outbox; the menu is hidden while nothing waits. */
export function followOutbox() {
  const menu = document.querySelector("[data-outbox]");
  if (menu) document.addEventListener("fleet:outbox", ({ detail }) => show(menu, detail));
}

function show(menu, { items, isSending }) {
  const count = items.length;
  menu.hidden = !count;
  const text = countText(items);
  menu.querySelector("[data-outbox-count]").textContent = number(count);
  menu.querySelector("summary").setAttribute("aria-label", text);
  menu.classList.toggle("needs-attention", items.some(({ state }) => state !== "waiting"));
  const status = document.querySelector("[data-outbox-status]");
  if (status.textContent !== text) status.textContent = text;
  const send = button(localized("Send now"), () => sendAll());
  send.disabled = isSending;
  menu.querySelector("[data-outbox-list]").replaceChildren(
    element("div", "outbox-head", element("h2", "", localized("Not sent yet")), send),
    list(items, rowOf),
    element("p", "hint", localized("Kept in this browser, and sent in this order when the server can be reached.")));
}

/** "2 changes are not sent yet"; empty for none. */
export function countText({ length }) {
  return length ? counted(length, "{0} change is not sent yet", "{0} changes are not sent yet") : "";
}

/** A list of items without buttons. */
export function plainList(items) { return list(items, (item) => textsOf(item)); }

function list(items, content) {
  return element("ul", "outbox", ...items.map((item) => element("li", item.state === "waiting" ? "" : "bad", icon(item.kind === "photo" ? "camera" : item.kind), content(item))));
}

function textsOf(item) {
  const text = item.text?.length > excerptLength ? item.text.slice(0, excerptLength) + " …" : item.text;
  const state = item.state === "waiting" ? null : element("span", "outbox-reason", textOf(item));
  return element("div", "grow", element("strong", "", item.title), text && element("span", "outbox-text", text),
    state, element("span", "muted", timeElement(new Date(item.at).toISOString())));
}

function rowOf(item) {
  const actions = element("div", "outbox-actions");
  if (item.state === "conflict") actions.append(button(localized("Compare both"), () => compare(item)));
  if (item.state === "refused") actions.append(button(localized("Try again"), () => retry(item)));
  actions.append(confirmed(button(localized("Discard"), () => discard(item))));
  const texts = textsOf(item);
  texts.append(actions);
  return texts;
}

function button(text, action) {
  const result = element("button", "btn small", text);
  result.type = "button";
  result.addEventListener("click", action);
  return result;
}

/** A button that asks once more: what is discarded cannot be recovered. */
function confirmed(button) {
  let isAsked = false;
  button.addEventListener("click", (event) => {
    if (isAsked) return;
    event.stopImmediatePropagation();
    isAsked = true;
    button.textContent = localized("Really discard");
    button.classList.add("danger");
  }, { capture: true });
  return button;
}

/** Opens the server's page with both versions. */
function compare({ url, body, version }) {
  const values = { ...JSON.parse(body), version };
  const form = element("form");
  Object.assign(form, { method: "post", action: `/notes/${url.split("/").pop()}/edit`, hidden: true });
  for (const [name, value] of Object.entries(values)) {
    if (value === false || name === "visibility" && value !== "team") continue;
    form.append(Object.assign(element("input"), { type: "hidden", name, value: value === true ? "1" : value ?? "" }));
  }
  document.body.append(form);
  form.submit();
}
