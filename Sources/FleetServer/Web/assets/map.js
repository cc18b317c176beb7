// The interactive map. Replaces the server's SVG map if the server has MapLibre and the browser WebGL 2; otherwise that one stays.
import { element, icon } from "./cells.js";
import { decodePoints, joinPoints, pointsOfElements, mercatorX, mercatorY } from "./map-points.js";
import { MapChanges } from "./map-changes.js";
import { levelSteps, finest } from "./map-grid.js";
import { inSlices } from "./map-slices.js";
import { PointLayer } from "./map-layer.js";
import { Graticule } from "./map-lines.js";
import { Card, Tip } from "./map-card.js";
import { MapKeys } from "./map-keys.js";
import { Legend } from "./map-legend.js";
import { Zones, zoneCard } from "./map-zones.js";
import { ZoneList } from "./map-zone-list.js";
import { Picker, degreesOf, mercatorOf, together } from "./map-picker.js";
import { readTheme } from "./map-theme.js";
import { mapStyle, tilePaint } from "./map-tiles.js";
import { keptAnswer } from "./kept.js";
import { loadPage } from "./refetch.js";
import { counted, localized, number } from "./texts.js";

const mostListed = 100;
const rebuildEvery = 3000, reloadEvery = 10_000;
const changesPerStep = 32;

/** What a site does not do, as a word of its card; null if it does all. */
function serviceText(site) {
  const closed = site.is_installed === false ? localized("not installed")
    : site.is_renting === false ? (site.is_returning === false ? localized("closed") : localized("no rentals"))
    : site.is_returning === false ? localized("no returns") : null;
  return closed && element("strong", "warn", closed);
}

/** Turns a [data-map] section into an interactive map, once it is visible. */
export function enhanceMap(section) {
  if (!section.dataset.library || !document.createElement("canvas").getContext("webgl2")) return;
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    open(section).catch((error) => console.warn(`The interactive map is not available: ${error.message}`));
  });
  observer.observe(section);
}

async function open(section) {
  const changes = section.dataset.items || !document.body.dataset.stream ? null : new MapChanges(section.dataset.points?.includes(" "));
  const [maplibre, points] = await Promise.all([loadMapLibre(section), loadPoints(section)]);
  new FleetMap(section, maplibre, points, changes);
}

let loading;
export function loadMapLibre(section) {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = section.dataset.library;
    script.onload = () => resolve(window.maplibregl);
    script.onerror = () => reject(new Error("MapLibre cannot be loaded"));
    document.head.append(script);
  });
  return loading;
}

async function loadPoints(section, { tag, origin } = {}) {
  const items = itemsOf(section);
  if (items) return inSlices(pointsOfElements(items, origin));
  const answers = await Promise.all(section.dataset.points.split(" ").map(async (url) => {
    const response = await keptAnswer(url) ?? await fetch(url, { cache: "no-cache" });
    if (!response.ok) throw new Error(`points: status ${response.status}`);
    return [sourceOf(url), response.headers.get("ETag"), response];
  }));
  const fresh = answers.every(([, etag]) => etag) ? answers.map(([, etag]) => etag).join() : null;
  if (tag && fresh === tag) return null;
  const parts = [];
  for (const [source, , response] of answers) parts.push([source, await inSlices(decodePoints(await response.arrayBuffer(), answers.length > 1 ? undefined : origin))]);
  return Object.assign(parts.length > 1 ? await inSlices(joinPoints(parts, origin)) : parts[0][1], { tag: fresh });
}

const sourceOf = (url) => decodeURIComponent(url.match(/sources\/([^/]+)/)?.[1] ?? "");

/** Elements that the map shows instead of the vehicles of a source: those of the page, or of its own picture; null without. */
function itemsOf(section) {
  if (section.dataset.items) return [...document.querySelectorAll(section.dataset.items)].filter((item) => item.dataset.lat);
  return "pictured" in section.dataset ? [...section.querySelectorAll(".map-svg [data-lat]")] : null;
}

export class FleetMap {
  constructor(section, maplibre, points, changes) {
    Object.assign(this, { section, maplibre, points, changes, loadedAt: Date.now(), host: element("div", "map-canvas-host") });
    this.view = section.querySelector("[data-map-view]");
    this.isPictured = "pictured" in section.dataset;
    const urls = section.dataset.points?.split(" ") ?? [];
    this.isSeveral = urls.length > 1;           // the IDs of points begin with the source then
    this.source = encodeURIComponent(urls.length ? sourceOf(urls[0]) : document.body.dataset.source ?? "");
    this.theme = readTheme();
    this.picker = new Picker(this);
    this.version = 0;           // of the positions
    const { lat, lon, tiles } = section.dataset;
    this.layer = new PointLayer(points, this.theme);
    this.view.append(this.host);
    this.map = new maplibre.Map({
      container: this.host, style: mapStyle(maplibre, section.dataset, this.theme), attributionControl: tiles ? { compact: false } : false,
      ...(lat && !this.isPictured ? { center: [Number(lon), Number(lat)], zoom: 16 } : start(points)), maxZoom: 20, minZoom: 1, dragRotate: false, pitchWithRotate: false,
      touchPitch: false, fadeDuration: 0, renderWorldCopies: false, reduceMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
      hash: section.closest(".full-map") ? "map" : false, canvasContextAttributes: { antialias: false },
    });
    this.map.touchZoomRotate.disableRotation();
    this.map.keyboard.disableRotation();
    this.map.addControl(new maplibre.ScaleControl({ maxWidth: 110 }), "bottom-right");
    this.map.once("style.load", () => this.ready());
    section.fleetMap = this;
  }

  ready() {
    this.map.addLayer(this.layer);
    if (!this.section.dataset.tiles) this.graticule = new Graticule(this.map, this.layer, this.view);
    this.view.querySelector(".map-svg")?.remove();
    const { zones } = this.section.dataset;
    if (zones) this.addZones(zones.split(" "));
    this.addButtons();
    this.legend = new Legend(this.section.querySelector("[data-map-legend]"));
    this.layer.onClasses = () => this.showLegend();
    this.tip = new Tip(this.map, this.section);
    this.keys = new MapKeys(this.map, this.section, {
      targets: () => this.picker.targets(), center: () => mercatorOf(this.map.getCenter()), show: (target) => this.point(target),
      hide: () => this.unpoint(), open: (target) => this.open(target, { isFocused: true }), close: () => this.close(),
    });
    const { lat, lon, sites } = this.section.dataset;
    if (lat) this.layer.setFocus([mercatorX(Number(lon)), mercatorY(Number(lat))]);
    if (sites) this.loadSites(sites);
    this.showNumbers();
    this.update();
    this.map.on("click", ({ lngLat }) => this.click(lngLat));
    this.map.on("mousemove", ({ lngLat }) => this.hover(lngLat));
    this.map.on("mouseout", () => this.unhover());
    this.map.on("movestart", () => this.unhover());
    this.map.on("zoom", () => this.build());
    if (this.changes) this.changes.onChange = () => this.update();
    if (this.section.dataset.items) document.addEventListener("fleet:items", () => this.followItems());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.changeTheme());
  }

  addZones(urls) {
    this.zones = new Zones(this.map, urls, this.theme, () => { this.showLegend(); list.set(this.zones.inView); });
    const list = new ZoneList(this.section, { highlight: (zone) => this.zones.highlight(zone), show: (zone) => this.zones.show(zone) });
  }

  addButtons() {
    const button = (label, name, action) => {
      const result = element("button", "btn", icon(name));
      result.type = "button";
      result.setAttribute("aria-label", label);
      result.addEventListener("click", action);
      return result;
    };
    this.section.append(element("div", "map-buttons",
      button(localized("Zoom in"), "plus", () => this.map.zoomIn()),
      button(localized("Zoom out"), "minus", () => this.map.zoomOut()),
      button(localized("Show all"), "fit", () => this.showAll()),
      navigator.geolocation && isSecureContext ? button(localized("Show my location"), "locate", () => this.locate()) : "",
      this.zones ? this.zonesButton(button) : ""));
  }

  zonesButton(button) {
    const result = button(localized("Zones"), "zones", () => { this.zones.toggle(); show(); });
    const show = () => result.setAttribute("aria-pressed", String(this.zones.isShown));
    show();
    return result;
  }

  locate() {
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      this.selected = null;
      this.layer.setFocus([mercatorX(coords.longitude), mercatorY(coords.latitude)]);
      this.map.easeTo({ center: [coords.longitude, coords.latitude], zoom: Math.max(15, this.map.getZoom()) });
    }, () => {});
  }

  async loadSites(url) {
    const sites = [];
    for (const one of url.split(" ")) {
      const response = await fetch(one, { headers: { Accept: "application/json" } }).catch(() => null);
      if (!response?.ok) continue;
      const { sites: own = [] } = await response.json();
      for (const site of own) sites.push({ ...site, source: encodeURIComponent(sourceOf(one)) });
    }
    this.sites = sites.filter((site) => site.lat != null).map((site) => ({ ...site, at: [mercatorX(site.lon), mercatorY(site.lat)] }));
    for (const site of this.sites) site.hasAlarm = site.measurements?.some(({ state }) => state === "alarm") ?? false;
    this.layer.setSites(this.sites.map((site) => [...site.at, site.hasAlarm]));
    this.showLegend();
    if (!this.points.bounds && !this.section.dataset.lat) this.showAll({ animate: false });
  }

  /** Fits the view to all points, or without any to the sites. */
  showAll(options = {}) {
    const bounds = this.points.bounds ?? boundsOf(this.sites ?? []);
    if (bounds) this.map.fitBounds(bounds, { padding: 40, maxZoom: 16, ...options });
  }

  // Live changes ---------------------------------------------------------------------------------------------

  /** Brings the layer up to date: with points that were loaded again, with the theme, and with changes. */
  async update() {
    if (this.isUpdating) return;
    this.isUpdating = true;
    try {
      do {
        if (this.isReloadDue) await this.reload();
        if (this.points.theme !== this.theme) await this.show();
        if (this.changes) await this.applyChanges();
      } while (this.isReloadDue || this.points.theme !== this.theme || this.changes?.isEmpty === false);
    } finally { this.isUpdating = false; }
    if (!this.points.isStale || this.isPictured) return;
    this.later("reloadTimer", Math.max(0, this.loadedAt + reloadEvery - Date.now()), () => { this.isReloadDue = true; this.update(); });
  }

  /** Changes wait during a load, and are applied to what was loaded: they may be newer. */
  async reload() {
    this.isReloadDue = false;
    await this.built;           // without this, a slow machine would never get there
    this.loadedAt = Date.now();
    const points = await loadPoints(this.section, this.points).catch(() => this.points);
    if (!points) this.points.isStale = false;
    else if (points !== this.points) await this.replace(points);
  }

  /** Shows other points, together with the squares at this zoom: those of the old ones are of no use. */
  async replace(points) {
    await inSlices(this.layer.paintSteps(points));
    const { version, layer: { zoom } } = this, level = await inSlices(levelSteps(points, zoom));
    this.points = points;
    this.layer.setPoints(points);
    this.setLevel(zoom, { ...level, version });
    this.followSelected();
    this.build();
  }

  /** Shows points for the first time, or with another theme. */
  async show() {
    await inSlices(this.layer.paintSteps(this.points));
    this.layer.setPoints(this.points);
    this.build();
  }

  async applyChanges() {
    if (this.changes.isIncomplete) this.points.isStale = true;
    this.changes.isIncomplete = false;
    if (!this.changes.rows.size) return;
    await inSlices(this.applySteps());
    // A changed vehicle may no longer match the filter.
    if (this.section.dataset.points?.includes("?")) this.points.isStale = true;
    this.followSelected();
    this.later("rebuildTimer", rebuildEvery, () => { this.version++; this.build(); });
  }

  *applySteps() {
    let step = 0;
    for (const [id, row] of this.changes.take()) {
      const index = this.points.apply(id, row);
      if (index >= 0) this.layer.change(index);
      if (++step % changesPerStep === 0) yield;
    }
  }

  later(name, wait, action) {
    this[name] ??= setTimeout(() => { this[name] = undefined; action(); }, wait);
  }

  /** Builds what the zooms around the current one draw, the nearest first, as long as points have changed since. */
  async build() {
    if (this.isBuilding) return;
    this.isBuilding = true;
    for (let zoom; (zoom = this.zoomToBuild()) !== undefined;) {
      const { points, version } = this;
      const level = await (this.built = inSlices(levelSteps(points, zoom), () => points === this.points));
      if (level) this.setLevel(zoom, { ...level, version });
    }
    this.isBuilding = false;
  }

  zoomToBuild() {
    const { zoom, levels } = this.layer;
    return [zoom, zoom + 1, zoom - 1].find((near) => near >= 0 && near <= finest && levels[near]?.version !== this.version);
  }

  setLevel(zoom, level) {
    this.layer.setLevel(zoom, level);
    document.querySelector("[data-map-empty]")?.toggleAttribute("hidden", this.points.count > 0);
    this.section.classList.add("ready");
  }

  showLegend() {
    const { level, classes, points } = this.layer, isLoose = level.loose === null || level.loose.length > 0;
    const hasSites = Boolean(this.sites?.length), hasAlarm = isLoose && level.hasAlarm || this.sites?.some((site) => site.hasAlarm);
    this.legend?.show({ zones: this.zones?.present ?? [], classes: level.total ? classes : null, present: points.isVehicles && isLoose ? level.present : 0, hasAlarm, hasSites });
  }

  changeTheme() {
    this.theme = readTheme();
    this.map.setPaintProperty("background", "background-color", this.theme.background);
    if (this.section.dataset.tiles) for (const [name, value] of Object.entries(tilePaint(this.theme))) this.map.setPaintProperty("tiles", name, value);
    this.layer.setTheme(this.theme);
    this.zones?.setTheme(this.theme);
    this.update();
  }

  /** Shows the items that the page has now; the selected one stays selected. */
  followItems() {
    if (this.selected) this.selectItem(this.selected);
    this.showNumbers();
    const items = itemsOf(this.section), { points } = this;
    const isSame = items.length === points.count && items.every((item, i) => points.shows(i, item));
    if (isSame) return;
    this.isReloadDue = true;
    this.update();
  }

  /** Shows the places of items along a way. */
  showNumbers() {
    for (const marker of this.numbers ?? []) marker.remove();
    this.numbers = (itemsOf(this.section) ?? []).filter(({ dataset }) => dataset.number).map(({ dataset }) => {
      const sign = element("span", "way-marker", dataset.number);
      return new this.maplibre.Marker({ element: sign, offset: [0, -16] }).setLngLat([Number(dataset.lon), Number(dataset.lat)]).addTo(this.map);
    });
  }

  // Picking --------------------------------------------------------------------------------------------------

  /** Shows the tooltip of something; returns its text. */
  point(target) {
    const [title, text] = this.picker.describe(target);
    this.tip.show(degreesOf(target), title, text);
    this.layer.setFocus([target.x, target.y]);
    return [title, text].filter(Boolean).join(", ");
  }

  unpoint() {
    this.tip.hide();
    this.layer.setFocus(null);
    this.followSelected();
  }

  countText(count) { return this.points.isVehicles ? counted(count, "{0} vehicle", "{0} vehicles") : counted(count, "{0} note", "{0} notes"); }

  /** The number of points that are in one place. */
  hereText(count) { return this.points.isVehicles ? counted(count, "{0} vehicle here", "{0} vehicles here") : counted(count, "{0} note here", "{0} notes here"); }

  hover(lngLat) {
    this.hovered = lngLat;
    this.hoverFrame ??= requestAnimationFrame(() => {
      this.hoverFrame = undefined;
      if (!this.hovered || this.map.isMoving()) return;
      const found = this.picker.at(this.hovered);
      this.host.classList.toggle("over-item", Boolean(found));
      if (found && !this.isOpen(found)) this.tip.show(degreesOf(found), ...this.picker.describe(found));
      else this.tip.hide();
    });
  }

  unhover() {
    this.hovered = null;
    this.tip.hide();
  }

  isOpen({ indices }) { return this.card && indices?.length === 1 && this.points.id(indices[0]) === this.selected; }

  click(lngLat) {
    const found = this.picker.at(lngLat);
    this.close();
    if (found) return this.open(found);
    const zones = this.zones?.at(lngLat) ?? [];
    if (zones.length) this.showCard(mercatorOf(lngLat), zoneCard(zones));
  }

  close() {
    if (this.card?.box.contains(document.activeElement)) this.map.getCanvas().focus();
    this.card?.remove();
    this.card = this.selected = null;
    this.layer.setFocus(null);
  }

  /** Opens what is at a location: a card, or a closer look at a cell. */
  open(target, { isFocused = false } = {}) {
    const { site, cell, index } = target;
    this.close();
    this.tip.hide();
    if (cell !== undefined) this.openCell(cell, target);
    else if (site) this.showCard(target, { title: site.name || site.station_id, href: `/sites/${site.source}/${encodeURIComponent(site.station_id)}`, content: [site.hasAlarm ? element("strong", "bad", localized("alarm")) : null, serviceText(site)].filter(Boolean) });
    else this.openPlace(index === undefined ? target : this.picker.place(index));
    if (isFocused) this.card?.focus();
  }

  openPlace({ indices, x, y }) {
    if (indices.length > 1) return this.showList(indices, { x, y });
    this.selected = this.points.id(indices[0]);
    this.layer.setFocus([x, y]);
    if (this.section.dataset.items) this.selectItem(this.selected, true);
    else this.showVehicle(this.selected, { x, y });
  }

  /** Zooms to the points of a cell; lists them if they stay together. */
  openCell(cell, target) {
    const indices = this.picker.pointsOf(cell), [west, north, east, south] = this.picker.extent(indices);
    const size = Math.max(east - west, south - north);
    if (size * 512 * 2 ** this.map.getMaxZoom() < together || this.map.getZoom() >= this.map.getMaxZoom() - 0.01) return this.showList(indices, target);
    this.map.fitBounds([degreesOf({ x: west, y: south }), degreesOf({ x: east, y: north })], { padding: 60, maxZoom: Math.max(this.map.getZoom() + 1, 18) });
  }

  /** The ring and the card stay beside a selected vehicle that moves; the ring leaves with it. */
  followSelected() {
    if (!this.selected) return;
    const index = this.points.indexOf(this.selected), isShown = index >= 0 && !this.points.hidden[index];
    this.layer.setFocus(isShown ? this.points.at(index) : null);
    if (!isShown) return;
    const [x, y] = this.points.at(index);
    this.card?.moveTo(degreesOf({ x, y }));
  }

  selectItem(label, isScrolled = false) {
    for (const item of document.querySelectorAll(this.section.dataset.items)) {
      const isSelected = item.dataset.label === label;
      item.classList.toggle("selected", isSelected);
      if (isSelected && isScrolled) item.scrollIntoView({ block: "nearest" });
    }
  }

  path(id) {
    const slash = this.isSeveral ? id.indexOf("/") : -1;
    const { at } = this.section.dataset;
    return `/v/${slash < 0 ? this.source : encodeURIComponent(id.slice(0, slash))}/${encodeURIComponent(id.slice(slash + 1))}${at ? `?at=${encodeURIComponent(at)}` : ""}`;
  }

  /** Shows a card for a vehicle: what is known of it at once, the cells of its page when the server has answered. */
  async showVehicle(id, target) {
    const text = this.points.text(this.points.indexOf(id));
    const { line } = this.showCard(target, { title: id, href: this.path(id), content: [element("span", "muted", text)] });
    const answer = await loadPage(this.path(id)).catch(() => null);
    if (!answer?.page) return line.append(element("span", "muted", answer ? localized("This vehicle is no longer in the feed.") : localized("No connection to the server.")));
    const cells = ["state", "color", "battery", "reported"].map((name) => answer.page.querySelector(`[data-detail] [data-f="${name}"]`));
    line.replaceChildren(...cells.filter(Boolean).map((cell) => {
      const shown = element("span", "", ...cell.childNodes);
      shown.dataset.f = cell.dataset.f;
      return shown;
    }));
    if (this.points.alarm[this.points.indexOf(id)]) line.prepend(element("strong", "bad", localized("alarm")));
    line.dataset.id = this.isSeveral ? id.slice(id.indexOf("/") + 1) : id;       // live changes follow
    if (this.isSeveral) line.dataset.source = id.slice(0, id.indexOf("/"));
  }

  /** Lists points that are in one place, so that none is out of reach. */
  showList(indices, target) {
    const ids = indices.map((i) => [this.points.id(i), this.points.text(i)]).sort(([a], [b]) => (a < b ? -1 : 1));
    const rows = ids.slice(0, mostListed).map(([id, text]) => {
      const link = element("a", "id", id);
      link.href = this.section.dataset.items ? document.querySelector(`${this.section.dataset.items}[data-label="${CSS.escape(id)}"] a`)?.href ?? "#" : this.path(id);
      return element("li", "", link, " ", element("span", "muted", text));
    });
    const more = ids.length - rows.length;
    this.layer.setFocus([target.x, target.y]);
    this.showCard(target, { title: this.hereText(ids.length), content: [element("ul", "", ...rows), more ? element("p", "muted", localized("and {0} more", number(more))) : ""] });
  }

  showCard(target, content) {
    this.card?.remove();
    this.card = new Card(this.map, this.section, degreesOf(target), { ...content, onClose: () => this.close() });
    return this.card;
  }
}

/** Returns `[west, south, east, north]` of places with `lat` and `lon`; null for none. */
function boundsOf(places) {
  const [lons, lats] = [places.map(({ lon }) => lon), places.map(({ lat }) => lat)];
  return places.length ? [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)] : null;
}

/** Start view: all points, or the world. */
function start({ bounds }) {
  return bounds ? { bounds, fitBoundsOptions: { padding: 40, maxZoom: 16 } } : { center: [10, 30], zoom: 1 };
}
