// The interactive map. Replaces the server's SVG map if the server has MapLibre and the browser WebGL 2; otherwise that one stays.
import { element, icon, toneClass } from "./cells.js";
import { decodePoints, pointsOfElements, mercatorX, mercatorY } from "./map-points.js";
import { MapChanges } from "./map-changes.js";
import { gridSteps } from "./map-grid.js";
import { inSlices } from "./map-slices.js";
import { PointLayer } from "./map-layer.js";
import { Graticule } from "./map-lines.js";
import { keptAnswer } from "./kept.js";

const reach = 14;               // pixels around a click that find a point
const rebuildEvery = 3000, reloadEvery = 10_000;
const changesPerStep = 32;

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
  const changes = section.dataset.items ? null : new MapChanges();
  const [maplibre, points] = await Promise.all([loadMapLibre(section), loadPoints(section)]);
  new FleetMap(section, maplibre, points, changes);
}

let loading;
function loadMapLibre(section) {
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
  if (section.dataset.items) return inSlices(pointsOfElements(itemsOf(section), origin));
  const response = await keptAnswer(section.dataset.points) ?? await fetch(section.dataset.points, { cache: "no-cache" });
  if (!response.ok) throw new Error(`points: status ${response.status}`);
  const fresh = response.headers.get("ETag");
  if (tag && fresh === tag) return null;
  return Object.assign(await inSlices(decodePoints(await response.arrayBuffer(), origin)), { tag: fresh });
}

/** Elements of the page that the map shows instead of the vehicles of a source. */
function itemsOf(section) {
  return [...document.querySelectorAll(section.dataset.items)].filter((item) => item.dataset.lat);
}

class FleetMap {
  constructor(section, maplibre, points, changes) {
    Object.assign(this, { section, points, changes, loadedAt: Date.now(), host: element("div", "map-canvas-host") });
    this.view = section.querySelector("[data-map-view]");
    this.theme = readTheme();
    const { lat, lon, tiles, attribution } = section.dataset;
    this.layer = new PointLayer(points, this.theme);
    this.view.append(this.host);
    this.map = new maplibre.Map({
      container: this.host, style: style(this.theme, tiles, attribution), attributionControl: tiles ? { compact: false } : false,
      ...(lat ? { center: [Number(lon), Number(lat)], zoom: 16 } : start(points)), maxZoom: 20, minZoom: 1, dragRotate: false, pitchWithRotate: false,
      touchPitch: false, fadeDuration: 0, renderWorldCopies: false, reduceMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
      hash: section.closest(".full-map") ? "map" : false, canvasContextAttributes: { antialias: false },
    });
    this.map.touchZoomRotate.disableRotation();
    this.map.keyboard.disableRotation();
    this.map.addControl(new maplibre.ScaleControl({ maxWidth: 110 }), "bottom-right");
    this.map.getCanvas().setAttribute("aria-label", `${section.getAttribute("aria-label")}. Arrow keys move it, plus and minus zoom.`);
    this.map.once("style.load", () => this.ready());
    section.fleetMap = this;
  }

  ready() {
    this.map.addLayer(this.layer);
    this.graticule = new Graticule(this.map, this.layer, this.view);
    this.view.querySelector(".map-svg")?.remove();
    this.addButtons();
    const { lat, lon, sites } = this.section.dataset;
    if (lat) this.layer.setFocus([mercatorX(Number(lon)), mercatorY(Number(lat))]);
    if (sites) this.loadSites(sites);
    this.update();
    this.map.on("zoom", () => this.showLegend());
    this.map.on("click", ({ lngLat }) => this.click(lngLat));
    this.map.on("mousemove", ({ lngLat }) => this.hover(lngLat));
    if (this.changes) this.changes.onChange = () => this.update();
    else document.addEventListener("fleet:items", () => this.followItems());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.changeTheme());
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
      button("Zoom in", "plus", () => this.map.zoomIn()),
      button("Zoom out", "minus", () => this.map.zoomOut()),
      button("Show all", "fit", () => this.showAll()),
      navigator.geolocation && isSecureContext ? button("Show my location", "locate", () => this.locate()) : ""));
  }

  locate() {
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      this.selected = null;
      this.layer.setFocus([mercatorX(coords.longitude), mercatorY(coords.latitude)]);
      this.map.easeTo({ center: [coords.longitude, coords.latitude], zoom: Math.max(15, this.map.getZoom()) });
    }, () => {});
  }

  async loadSites(url) {
    const response = await fetch(url, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!response?.ok) return;
    const { sites = [] } = await response.json();
    this.sites = sites.filter((site) => site.lat != null).map((site) => ({ ...site, at: [mercatorX(site.lon), mercatorY(site.lat)] }));
    this.layer.setSites(this.sites.map((site) => site.at));
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
    if (!this.points.isStale) return;
    this.later("reloadTimer", Math.max(0, this.loadedAt + reloadEvery - Date.now()), () => { this.isReloadDue = true; this.update(); });
  }

  /** Changes wait during a load, and are applied to what was loaded: they may be newer. */
  async reload() {
    this.isReloadDue = false;
    this.loadedAt = Date.now();
    const points = await loadPoints(this.section, this.points).catch(() => this.points);
    if (points) this.points = points;
    else this.points.isStale = false;
  }

  /** Shows points for the first time, or with another theme. */
  async show() {
    const isNew = this.layer.parts.points.count === 0 || this.layer.points !== this.points;
    await inSlices(this.layer.paintSteps(this.points));
    this.layer.setPoints(this.points);
    if (!isNew) return;
    this.followSelected();
    this.rebuild();
  }

  async applyChanges() {
    if (this.changes.isIncomplete) this.points.isStale = true;
    this.changes.isIncomplete = false;
    if (!this.changes.rows.size) return;
    await inSlices(this.applySteps());
    // A changed vehicle may no longer match the filter.
    if (this.section.dataset.points.includes("?")) this.points.isStale = true;
    this.followSelected();
    this.later("rebuildTimer", rebuildEvery, () => this.rebuild());
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

  /** A grid that is being built is finished first: with steady changes there would never be one. */
  async rebuild() {
    const { points } = this;
    if (this.building === points) return this.later("rebuildTimer", rebuildEvery, () => this.rebuild());
    this.building = points;
    const grid = await inSlices(gridSteps(points), () => points === this.points);
    if (!grid) return;
    this.building = null;
    this.layer.setGrid(grid);
    this.showLegend();
    this.section.classList.add("ready");
  }

  /** The legend of states is only for points. */
  showLegend() { this.section.classList.toggle("shows-cells", this.layer.showsCells || "items" in this.section.dataset); }

  changeTheme() {
    this.theme = readTheme();
    this.map.setPaintProperty("background", "background-color", this.theme.background);
    this.layer.setTheme(this.theme);
    this.update();
  }

  /** Shows the items that the page has now; the selected one stays selected. */
  followItems() {
    if (this.selected) this.selectItem(this.selected);
    const items = itemsOf(this.section), { points } = this;
    const isSame = items.length === points.count && items.every((item, i) => points.shows(i, item));
    if (isSame) return;
    this.isReloadDue = true;
    this.update();
  }

  // Picking --------------------------------------------------------------------------------------------------

  /** Index of the point at a location, or -1. */
  at({ lng, lat }) {
    if (this.layer.showsCells) return -1;
    return this.points.nearest(mercatorX(lng), mercatorY(lat), reach / (512 * 2 ** this.map.getZoom()));
  }

  hover(lngLat) {
    this.hovered = lngLat;
    this.hoverFrame ??= requestAnimationFrame(() => {
      this.hoverFrame = undefined;
      this.host.classList.toggle("over-item", this.layer.showsCells || this.at(this.hovered) >= 0);
    });
  }

  click(lngLat) {
    this.card?.remove();
    const site = this.siteAt(lngLat);
    if (site) return this.showCard(site.name || site.station_id, `/sites/${encodeURIComponent(document.body.dataset.source)}/${encodeURIComponent(site.station_id)}`, []);
    if (this.layer.showsCells) return this.map.easeTo({ center: lngLat, zoom: Math.min(20, this.map.getZoom() + 2) });
    const index = this.at(lngLat);
    this.selected = index < 0 ? null : this.points.id(index);
    this.layer.setFocus(index < 0 ? null : this.points.at(index));
    if (index < 0) return;
    if (this.section.dataset.items) this.selectItem(this.selected, true);
    else this.showVehicle(this.selected);
  }

  /** The ring stays around a selected vehicle that moves, and leaves with it. */
  followSelected() {
    if (!this.selected) return;
    const index = this.points.indexOf(this.selected);
    this.layer.setFocus(index < 0 || this.points.hidden[index] ? null : this.points.at(index));
  }

  siteAt({ lng, lat }) {
    const x = mercatorX(lng), y = mercatorY(lat), limit = 12 / (512 * 2 ** this.map.getZoom());
    return this.sites?.find((site) => Math.abs(site.at[0] - x) < limit && Math.abs(site.at[1] - y) < limit);
  }

  selectItem(label, isScrolled = false) {
    for (const item of document.querySelectorAll(this.section.dataset.items)) {
      const isSelected = item.dataset.label === label;
      item.classList.toggle("selected", isSelected);
      if (isSelected && isScrolled) item.scrollIntoView({ block: "nearest" });
    }
  }

  /** Shows a card for a vehicle: its ID at once, the cells of its page when the server has answered. */
  async showVehicle(id) {
    const source = encodeURIComponent(this.section.dataset.points.match(/sources\/([^/]+)/)?.[1] ?? document.body.dataset.source);
    const path = `/v/${source}/${encodeURIComponent(id)}`;
    const line = this.showCard(id, path, [element("span", "muted", "Loading …")]);
    const response = await fetch(path, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!response?.ok || response.redirected) return line.replaceChildren(element("span", "muted", response ? "This vehicle is no longer in the feed." : "No connection to the server."));
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const cells = ["state", "color", "battery", "reported"].map((name) => page.querySelector(`[data-detail] [data-f="${name}"]`));
    line.replaceChildren(...cells.filter(Boolean).map((cell) => {
      const shown = element("span", "", ...cell.childNodes);
      shown.dataset.f = cell.dataset.f;
      return shown;
    }));
    line.dataset.id = id;       // live changes follow
  }

  showCard(title, href, content) {
    this.card?.remove();
    const link = element("a", "btn primary small", "Open");
    link.href = href;
    const close = element("button", "btn quiet icon-only small", icon("close"));
    close.type = "button";
    close.setAttribute("aria-label", "Close");
    const line = element("div", "facts-line", ...content);
    this.card = element("div", "map-card", element("header", "", element("span", "id grow", title), link, close), line);
    this.card.setAttribute("role", "status");
    close.addEventListener("click", () => { this.card.remove(); this.selected = null; this.layer.setFocus(null); });
    this.section.append(this.card);
    return line;
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

function style(theme, tiles, attribution) {
  const layers = [{ id: "background", type: "background", paint: { "background-color": theme.background } }];
  if (!tiles) return { version: 8, sources: {}, layers };
  layers.push({ id: "tiles", type: "raster", source: "tiles" });
  return { version: 8, sources: { tiles: { type: "raster", tiles: [tiles], tileSize: 256, attribution } }, layers };
}

/** Reads colors from the stylesheet, so that they are defined once. */
function readTheme() {
  const root = getComputedStyle(document.documentElement), probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const rgb = (text) => (text.match(/[\d.]+/g) ?? [0, 0, 0]).slice(0, 3).map((part) => Number(part) / 255);
  const named = (name) => { probe.style.color = `var(${name}, var(--other-tone))`; return rgb(getComputedStyle(probe).color); };
  const toneColor = (tone) => { probe.className = toneClass(tone); return named("--tone"); };
  const cache = new Map();
  const theme = { background: root.getPropertyValue("--map-bg").trim(), surface: named("--surface"), pointEdge: named("--point-edge"), ink: named("--ink"), accent: named("--accent"), line: named("--map-line"), land: named("--map-land") };
  const tone = (name) => { if (!cache.has(name)) { document.body.append(probe); cache.set(name, toneColor(name)); probe.remove(); } return cache.get(name); };
  theme.tones = (label) => {
    if (label === "accent") return [theme.accent, theme.accent];
    const [one, two = one] = label.split("-");
    return [tone(one), tone(two)];
  };
  probe.remove();
  return theme;
}
