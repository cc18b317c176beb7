// The map of a replay: the points of the moment, and the path of the vehicle that is followed.
import { element } from "./cells.js";
import { FleetMap, loadMapLibre } from "./map.js";
import { localized } from "./texts.js";

const path = "replay-path";
const rebuildEvery = 700;
const none = { type: "FeatureCollection", features: [] };

/** Opens the map of a replay; undefined without the map library or WebGL 2. */
export async function openReplayMap(section, replay) {
  if (!section.dataset.library || !document.createElement("canvas").getContext("webgl2")) return undefined;
  const maplibre = await loadMapLibre(section);
  return new ReplayMap(section, maplibre, replay);
}

class ReplayMap extends FleetMap {
  /** Indices of points that changed while all of them were painted. */
  missed = new Set();

  constructor(section, maplibre, replay) {
    super(section, maplibre, replay.fleet.points, null);
    this.replay = replay;
  }

  ready() {
    super.ready();
    this.map.addSource(path, { type: "geojson", data: none });
    const color = this.theme.chosenZone;
    this.map.addLayer({ id: path, type: "line", source: path, filter: ["==", ["get", "kind"], "path"], layout: { "line-join": "round", "line-cap": "round" }, paint: { "line-width": 3, "line-opacity": 0.8, "line-color": color } }, "points");
    this.map.addLayer({ id: "replay-stays", type: "circle", source: path, filter: ["==", ["get", "kind"], "stay"], paint: { "circle-radius": ["interpolate", ["linear"], ["get", "dwell_seconds"], 300, 5, 28_800, 16], "circle-color": color, "circle-opacity": 0.25, "circle-stroke-color": color, "circle-stroke-width": 1.5 } }, "points");
    this.isReady = true;
    this.showPath(this.pathData ?? none);
  }

  /** Shows a path and stays, as the timeline of the API has them. */
  showPath(data) {
    this.pathData = data;
    if (this.isReady) this.map.getSource(path).setData(data);
  }

  /** Shows a changed point with the next frame; squares with their counts follow. */
  change(index) {
    const { points } = this.replay.fleet;
    if (points !== this.points || points.theme !== this.theme) { this.missed.add(index); return; }
    this.layer.change(index);
    if (!this.isStale) setTimeout(() => { this.isStale = false; this.version++; this.build(); }, rebuildEvery);
    this.isStale = true;
  }

  async show() {
    await super.show();
    this.paintMissed();
  }

  async replace(points) {
    await super.replace(points);
    this.paintMissed();
  }

  paintMissed() {
    const { missed } = this;
    this.missed = new Set();
    for (const index of missed) this.change(index);
  }

  follow(index) {
    const { points } = this, isShown = index >= 0 && !points.hidden[index];
    this.layer.setFocus(isShown ? points.at(index) : null);
  }

  /** Brings a point into view. */
  center(index) {
    if (index < 0 || this.points.hidden[index] || this.map.isMoving()) return;
    const [x, y] = this.points.at(index), at = [x * 360 - 180, (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI];
    if (!this.map.getBounds().contains(at)) this.map.easeTo({ center: at });
  }

  path(id) { return this.replay.vehiclePath(id); }

  /** The page of the vehicle is one of the present; all that is known of this moment is here. */
  showVehicle(id, target) {
    const follow = element("button", "btn small", localized("Follow"));
    follow.type = "button";
    follow.addEventListener("click", () => { this.close(); this.replay.follow(id); });
    const text = element("span", "muted", this.points.text(this.points.indexOf(id)));
    this.showCard(target, { title: id, href: this.path(id), content: [text, follow] });
  }
}
