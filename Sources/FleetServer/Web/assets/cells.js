// Builds the same markup as the templates _state, _color and _battery, from a vehicle in GBFS names.
// Text of a feed only ever becomes `textContent`.

const svgNamespace = "http://www.w3.org/2000/svg";
const assets = new URL(".", import.meta.url).pathname;
const knownTones = new Set("red blue green yellow orange purple pink brown black white grey cyan".split(" "));
const knownStates = new Set(["available", "reserved", "disabled", "gone"]);

/** Makes an HTML element with a class and children. */
export function element(name, className, ...children) {
  const result = document.createElement(name);
  if (className) result.className = className;
  result.append(...children.filter((child) => child != null));
  return result;
}

function svg(name, attributes, ...children) {
  const result = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  result.append(...children);
  return result;
}

/** Makes an icon of the sprite. */
export function icon(name, className = "i") {
  return svg("svg", { class: className, "aria-hidden": "true" }, svg("use", { href: `${assets}icons.svg#${name}` }));
}

/** Shows another icon of the sprite in the same element. */
export function setIcon(holder, name) {
  holder.querySelector("use")?.setAttribute("href", `${assets}icons.svg#${name}`);
}

export function stateCell(state) {
  const name = knownStates.has(state) ? state : "unknown";
  return element("span", `state s-${name}`, icon(`state-${name}`), state ?? "unknown");
}

/** Returns the class that paints a tone. */
export function toneClass(tone) {
  return knownTones.has(tone) ? `t-${tone}` : tone === "gray" ? "t-grey" : "t-other";
}

export function colorCell(tones) {
  if (!tones?.length) return element("span", "muted", "–");
  const swatch = element("span", "tones", ...tones.slice(0, 4).map((tone) => element("span", toneClass(tone))));
  swatch.setAttribute("aria-hidden", "true");
  return element("span", "chip", swatch, tones.join("-"));
}

export function batteryCell(percent, isEstimated = false) {
  if (percent == null) return element("span", "muted", "–");
  const level = percent < 20 ? "low" : percent < 40 ? "medium" : "good";
  const picture = svg("svg", { viewBox: "0 0 26 12", "aria-hidden": "true" },
    svg("rect", { class: "case", x: ".5", y: ".5", width: "22", height: "11", rx: "2" }),
    svg("rect", { class: "charge", x: "2", y: "2", width: String(Math.max(0, Math.min(19, percent * 0.19))), height: "8", rx: "1" }),
    svg("path", { class: "tip", d: "M24 4v4h1.500V4z" }));
  return element("span", `battery b-${level}`, picture, element("span", "", `${isEstimated ? "~" : ""}${Math.round(percent)}%`));
}

export function rangeText(meters) {
  return meters == null ? "–" : meters < 999.5 ? `${Math.round(meters)} m` : `${(meters / 1000).toFixed(1)} km`;
}
