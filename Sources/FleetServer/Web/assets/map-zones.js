// The outlines of zones, below everything else of a map: those in view, with the points that the zoom can show.
import { element } from "./cells.js";
import { mercatorX, mercatorY } from "./map-points.js";
import { localized, ungrouped } from "./texts.js";

const source = "zones", chosen = "zone-chosen";
const largestZoom = 22;         // of the API
const mostListed = 5;
const storedChoice = "fleet-zones";

/** Restrictions, the strictest first, with the lines that tell them apart without color; dashes are in widths of the line. */
const lines = {
  no_riding: { "line-width": 2, "line-gap-width": 2 },
  no_parking: { "line-width": 3, "line-dasharray": [4, 1.5] },
  no_start: { "line-width": 2.5, "line-dasharray": [4, 1.5, 1, 1.5] },
  slow: { "line-width": 2, "line-dasharray": [3, 2] },
  stations: { "line-width": 1.5 },
  none: { "line-width": 1.5, "line-dasharray": [1, 2.5] },
};
export const restrictions = Object.keys(lines);

/** The name of a restriction in the legend. */
export const restrictionName = (restriction) => ({
  no_riding: localized("no riding through"), no_parking: localized("no parking"), no_start: localized("no start of rides"),
  slow: localized("speed limit"), stations: localized("parking only at stations"), none: localized("no restrictions"),
})[restriction];

export class Zones {
  /** `urls` has the zones of each source; `onChange` is called when others are shown. */
  constructor(map, urls, theme, onChange) {
    Object.assign(this, { map, urls, onChange, features: [], boxes: [], isShown: isChosen() });
    map.addSource(source, { type: "geojson", data: collection([]), tolerance: 0 });
    map.addLayer({ id: "zone-areas", type: "fill", source, paint: this.areaPaint(theme) }, "points");
    for (const restriction of restrictions.toReversed()) {
      const layer = { id: `zone-${restriction}`, type: "line", source, filter: ["==", ["get", "restriction"], restriction] };
      map.addLayer({ ...layer, layout: { "line-join": "round" }, paint: { ...lines[restriction], "line-color": theme.zones[restriction] } }, "points");
    }
    map.addSource(chosen, { type: "geojson", data: collection([]), tolerance: 0 });
    map.addLayer({ id: chosen, type: "line", source: chosen, layout: { "line-join": "round" }, paint: { "line-width": 6, "line-color": theme.chosenZone } }, "points");
    map.on("moveend", () => { this.load(); this.onChange(); });
    this.load();
  }

  areaPaint(theme) {
    const colors = restrictions.flatMap((restriction) => [restriction, theme.zones[restriction]]);
    return { "fill-color": ["match", ["get", "restriction"], ...colors, "#000"], "fill-opacity": ["match", ["get", "restriction"], ["stations", "none"], 0, 0.09], "fill-antialias": false };
  }

  setTheme(theme) {
    for (const [name, value] of Object.entries(this.areaPaint(theme))) this.map.setPaintProperty("zone-areas", name, value);
    for (const restriction of restrictions) this.map.setPaintProperty(`zone-${restriction}`, "line-color", theme.zones[restriction]);
    this.map.setPaintProperty(chosen, "line-color", theme.chosenZone);
  }

  /** Draws a heavy line around a zone, or around none. */
  highlight(zone) { this.map.getSource(chosen).setData(collection(zone ? [zone] : [])); }

  /** Fits the view to a zone. */
  show({ geometry }) {
    const [west, south, east, north] = boxOf(geometry);
    this.map.fitBounds([west, south, east, north], { padding: 40, maxZoom: 18 });
  }

  /** Shows or hides the outlines, also on the maps of later pages. */
  toggle() {
    this.isShown = !this.isShown;
    try { localStorage.setItem(storedChoice, this.isShown ? "shown" : "hidden"); } catch { /* It lasts as long as the page. */ }
    if (this.isShown) this.load();
    else { this.loaded = null; this.set([]); }
  }

  /** Gets what the view lacks. Views of one place ask for the same tiles, so that the server knows the answer. */
  async load() {
    if (!this.isShown) return;
    const bounds = this.map.getBounds(), zoom = Math.max(0, Math.min(largestZoom, Math.ceil(this.map.getZoom())));
    const view = [mercatorX(bounds.getWest()), mercatorY(bounds.getNorth()), mercatorX(bounds.getEast()), mercatorY(bounds.getSouth())];
    if (this.loaded?.zoom === zoom && contains(this.loaded.box, view)) return;
    const tiles = 2 ** Math.max(0, zoom - 1);
    const box = [...view.slice(0, 2).map((value) => Math.floor(value * tiles)), ...view.slice(2).map((value) => Math.ceil(value * tiles))]
      .map((value) => Math.max(0, Math.min(tiles, value)) / tiles);
    this.loaded = { zoom, box };
    this.request?.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    const answers = await Promise.all(this.urls.map((url) => read(`${url}?zoom=${zoom}&bbox=${degrees(box)}`, signal))).catch(() => null);
    if (signal.aborted || !this.isShown) return;
    if (answers) this.set(answers.flat());
    else this.loaded = null;
  }

  set(features) {
    const now = Date.now();
    const applies = ({ start, end }) => (!start || Date.parse(start) <= now) && (!end || now < Date.parse(end));
    this.features = features.filter(({ properties }) => applies(properties));
    this.boxes = this.features.map(({ geometry }) => boxOf(geometry));
    this.map.getSource(source).setData(collection(this.features.map(({ geometry, properties: { restriction } }, index) => ({ type: "Feature", geometry, properties: { restriction, index } }))));
    this.onChange();
  }

  /** The zones in view, as the API has them. */
  get inView() {
    const view = this.map.getBounds();
    const isInView = ([west, south, east, north]) => west < view.getEast() && east > view.getWest() && south < view.getNorth() && north > view.getSouth();
    return this.features.filter((_, index) => isInView(this.boxes[index]));
  }

  /** The restrictions of the zones in view. */
  get present() {
    const found = new Set(this.inView.map(({ properties }) => properties.restriction));
    return restrictions.filter((restriction) => found.has(restriction));
  }

  /** Returns the zones at a location, the one that takes precedence first. */
  at(lngLat) {
    const found = this.map.queryRenderedFeatures(this.map.project(lngLat), { layers: ["zone-areas"] });
    return [...new Set(found.map(({ properties }) => properties.index))].sort((a, b) => a - b).map((index) => this.features[index].properties);
  }
}

/** The name of the first of some zones, and the rules of all of them. */
export function zoneCard(zones) {
  const others = zones.slice(1, mostListed).map((zone) => element("li", "", element("strong", "", zone.name), ...zoneRules(zone)));
  return { title: zones[0].name, content: [...zoneRules(zones[0]), others.length ? element("ul", "", ...others) : ""] };
}

/** The rules of a zone in words. */
export const zoneRules = ({ rules }) => (rules.length ? rules : [{}]).slice(0, mostListed).map((rule) => element("span", "zone-rule", ruleText(rule)));

/** A rule in words, as `ZoneRule.text`, and the IDs of the types that it is for. */
function ruleText(rule) {
  const phrases = [];
  const { ride_start_allowed: start, ride_end_allowed: end, maximum_speed_kph: speed, vehicle_type_ids: types } = rule;
  if (start === false && end === false) phrases.push(localized("no start or end of rides"));
  else if (start === false) phrases.push(localized("no start of rides"));
  else if (end === false) phrases.push(localized("no parking"));
  if (rule.ride_through_allowed === false) phrases.push(localized("no riding through"));
  if (speed !== undefined) phrases.push(localized("at most {0} km/h", ungrouped(speed)));
  if (rule.station_parking) phrases.push(localized("parking only at stations"));
  if (!phrases.length) phrases.push(localized("no restrictions"));
  if (types) phrases.push(localized("only for {0}", types.slice(0, mostListed).join(", ")));
  return phrases.join(", ");
}

/** Returns `[west, south, east, north]` of polygons. */
function boxOf({ coordinates }) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const polygon of coordinates) for (const ring of polygon) for (const [lon, lat] of ring) {
    if (lon < box[0]) box[0] = lon;
    if (lat < box[1]) box[1] = lat;
    if (lon > box[2]) box[2] = lon;
    if (lat > box[3]) box[3] = lat;
  }
  return box;
}

const collection = (features) => ({ type: "FeatureCollection", features });

const contains = ([west, north, east, south], view) => west <= Math.max(0, view[0]) && north <= Math.max(0, view[1]) && east >= Math.min(1, view[2]) && south >= Math.min(1, view[3]);

/** Returns a box of Mercator units as `SOUTH,WEST,NORTH,EAST`. */
function degrees([west, north, east, south]) {
  const latitude = (y) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
  return [latitude(south), west * 360 - 180, latitude(north), east * 360 - 180].map((value) => value.toFixed(6)).join();
}

async function read(url, signal) {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`zones: status ${response.status}`);
  return (await response.json()).features;
}

function isChosen() { try { return localStorage.getItem(storedChoice) !== "hidden"; } catch { return true; } }
