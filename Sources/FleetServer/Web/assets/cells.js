// Elements and icons, and the cells of vehicles. Text of a feed only ever becomes `textContent`.
import { localized, ungrouped } from "./texts.js";
import { timeElement } from "./time.js";

const svgNamespace = "http://www.w3.org/2000/svg";
const assets = new URL(".", import.meta.url).pathname;

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

/** Makes the markup of a cell of a live change, as CellContext does. */
export function cellContent({ text = "", tone, state, colors, percent, level, time }) {
  const shown = text || (time ? "" : "–");
  const classes = [state && "state", colors && "chip", level && `battery b-${level}`, tone].filter(Boolean).join(" ");
  if (!classes) return document.createTextNode(shown);
  return element("span", classes, state && icon(tone === "alarm" ? "warn" : `state-${state}`), colors && swatches(colors),
    level && batteryPicture(percent), time && timeElement(time), shown);
}

/** Returns the class that paints a tone, if the style sheet knows it. */
export function toneClass(tone) { return `t-${tone}`; }

function swatches(tones) {
  const result = element("span", "tones", ...tones.map((tone) => element("span", toneClass(tone))));
  result.setAttribute("aria-hidden", "true");
  return result;
}

function batteryPicture(percent) {
  return svg("svg", { viewBox: "0 0 26 12", "aria-hidden": "true" },
    svg("rect", { class: "case", x: ".5", y: ".5", width: "22", height: "11", rx: "2" }),
    svg("rect", { class: "charge", x: "2", y: "2", width: String(Math.round(percent * 0.19 * 10) / 10), height: "8", rx: "1" }),
    svg("path", { class: "tip", d: "M24 4v4h1.500V4z" }));
}

/** The cell of the distance between two positions: the only text that depends on the reader. */
export function distanceCell(from, to) {
  const radians = Math.PI / 180;
  const [latitude, longitude] = [0, 1].map((i) => Math.sin((to[i] - from[i]) * radians / 2));
  const haversine = latitude * latitude + Math.cos(from[0] * radians) * Math.cos(to[0] * radians) * longitude * longitude;
  const meters = 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(haversine)));
  return { text: meters < 999.5 ? localized("{0} m", Math.round(meters)) : localized("{0} km", ungrouped(Math.round(meters / 100) / 10)) };
}
