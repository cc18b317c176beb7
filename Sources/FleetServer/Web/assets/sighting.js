// "It is here": a member reports where a vehicle of a table is, by this browser's location, a click on the map, or typed. The
// browser is asked for its location only after a press of the button.
import { dropItems, newKey, submit, textOf } from "./outbox.js";
import { localized } from "./texts.js";

const maxAccuracy = 100;        // in metres; the server refuses more

/** Enhances a [data-sighting] section. */
export function enhanceSighting(section) {
  const form = section.querySelector("form[data-api]"), button = form.querySelector("[data-here]"), details = form.querySelector("details");
  const { location: field, site } = form.elements;
  site?.addEventListener("change", () => { field.value = site.value; });
  if (navigator.geolocation && isSecureContext) button.hidden = false;
  button.addEventListener("click", () => locate(form, button));
  chooseOnMap(form, details, field);
  // One that waited for the connection.
  document.addEventListener("fleet:sent", ({ detail: { item } }) => { if (item.url === form.dataset.api) location.reload(); });
  document.addEventListener("fleet:refused", ({ detail: { item, ...outcome } }) => { if (item.url === form.dataset.api) say(form, textOf(outcome)); });
  form.addEventListener("submit", (event) => {
    const [lat, lon] = field.value.split(",").map((part) => (part.trim() ? Number(part) : NaN));
    // The server explains what is wrong with a text that is no location.
    if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return;
    event.preventDefault();
    report(form, { lat, lon });
  });
}

function locate(form, button) {
  button.disabled = true;
  say(form, localized("Finding this device …"));
  navigator.geolocation.getCurrentPosition(async ({ coords: { latitude: lat, longitude: lon, accuracy } }) => {
    button.disabled = false;
    if (accuracy <= maxAccuracy) return report(form, { lat, lon, accuracy });
    choose(form, localized("The location is accurate to {0} m only. Choose it on the map, or type it.", Math.round(accuracy)));
  }, (error) => {
    button.disabled = false;
    choose(form, error.code === 1 ? localized("Location not allowed") : localized("Location not available"));
  }, { enableHighAccuracy: true, timeout: 20_000 });
}

function choose(form, text) {
  form.querySelector("details").open = true;
  say(form, text);
}

/** While the field is shown, a click on the map of the page fills it; the map loads later than this script. */
function chooseOnMap(form, details, field) {
  const section = document.querySelector("[data-map]");
  section?.addEventListener("pointerdown", function follow() {
    if (!details.open || !section.fleetMap) return;
    section.removeEventListener("pointerdown", follow);
    section.fleetMap.map.on("click", ({ lngLat: { lat, lng } }) => {
      if (!details.open) return;
      field.value = `${lat.toFixed(6)}, ${lng.toFixed(6)}`;
      say(form, localized("Save the location if the vehicle is there."));
    });
  });
}

async function report(form, place) {
  const { api: url, vehicle } = form.dataset;
  const body = JSON.stringify({ ...place, seen_at: new Date().toISOString() });
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  const key = newKey();
  const outcome = await submit({ kind: "locate", title: localized("Location of {0}", vehicle), url, method: "POST", key, body, group: key });
  if (outcome.state === "sent") return location.reload();
  for (const button of form.querySelectorAll("button")) button.disabled = false;
  if (outcome.state === "refused") await dropItems(key);
  say(form, textOf(outcome));
}

function say(form, text) { form.querySelector("[data-sighting-state]").textContent = text; }
