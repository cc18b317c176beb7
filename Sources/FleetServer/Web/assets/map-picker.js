// What is where on a map: stations, points, and cells.
import { mercatorX, mercatorY } from "./map-points.js";
import { localized } from "./texts.js";

const reach = 14;               // pixels around a click that find a point
export const together = 5;      // pixels within which points count as one place

/** Finds what a map draws. Something found has `x` and `y` in Mercator units, and a `site`, a `cell`, or `indices` of points. */
export class Picker {
  constructor(owner) { this.owner = owner; }

  /** Mercator units of some pixels. */
  span(pixels) { return pixels / (512 * 2 ** this.owner.map.getZoom()); }

  /** What is at a location: {site}, {indices} of the points of a place, or a {cell}; with its x and y, or null. */
  at({ lng, lat }, distance = reach) {
    const x = mercatorX(lng), y = mercatorY(lat), { points, layer: { level } } = this.owner;
    const site = this.owner.sites?.find(({ at }) => Math.abs(at[0] - x) < this.span(12) && Math.abs(at[1] - y) < this.span(12));
    if (site) return { site, x: site.at[0], y: site.at[1] };
    // One look at all points finds the nearest one and those that cover it.
    const found = points.near(x, y, this.span(distance + together), level.loose), nearest = points.distance(found[0], x, y);
    if (nearest < this.span(distance)) return this.place(found[0], found);
    const half = level.size / 2;
    for (let i = 0; i < level.total; i++) {
      const at = [0, 1].map((axis) => level.cells[3 * i + axis] + points.origin[axis]);
      if (Math.abs(at[0] - x) < half && Math.abs(at[1] - y) < half) return { cell: i, x: at[0], y: at[1] };
    }
    return null;
  }

  /** A point, and all others that cover it, of a list. */
  place(index, list = this.owner.layer.level.loose) {
    const [x, y] = this.owner.points.at(index);
    return { indices: this.owner.points.near(x, y, this.span(together), list), x, y };
  }

  /** All that is in view, for the keyboard. */
  targets() {
    const { map, sites = [], points: { positions, hidden, origin, count }, layer: { level } } = this.owner, bounds = map.getBounds();
    const [west, north] = mercatorPair(bounds.getNorthWest()), [east, south] = mercatorPair(bounds.getSouthEast());
    const found = [], add = (target, x, y) => { if (x > west && x < east && y > north && y < south) found.push({ ...target, x, y }); };
    for (const site of sites) add({ site }, ...site.at);
    for (let i = 0; i < level.total; i++) add({ cell: i }, level.cells[3 * i] + origin[0], level.cells[3 * i + 1] + origin[1]);
    const length = level.loose?.length ?? count;
    for (let k = 0; k < length; k++) {
      const i = level.loose ? level.loose[k] : k, x = positions[2 * i] + origin[0], y = positions[2 * i + 1] + origin[1];
      if (!hidden[i] && x > west && x < east && y > north && y < south) found.push({ index: i, x, y });
    }
    return found;
  }

  /** Title and text of what is at a location. */
  describe({ site, cell, index, indices = [index] }) {
    if (site) return [site.name || site.station_id, site.hasAlarm ? localized("station · alarm") : localized("station")];
    const { points, layer: { level } } = this.owner;
    if (cell !== undefined) return [this.owner.countText(level.cells[3 * cell + 2]), localized("zoom in to see each")];
    return indices.length > 1 ? [this.owner.hereText(indices.length), ""] : [points.id(indices[0]), points.text(indices[0])];
  }

  /** The points of a cell. */
  pointsOf(cell) {
    const { level } = this.owner.layer, indices = [];
    for (let k = 0, i = level.heads[cell]; k < level.cells[3 * cell + 2]; k++, i = level.next[i]) indices.push(i);
    return indices;
  }

  /** West, north, east and south of points. */
  extent(indices) {
    let west = Infinity, north = Infinity, east = -Infinity, south = -Infinity;
    for (const i of indices) {
      const [x, y] = this.owner.points.at(i);
      west = Math.min(west, x); east = Math.max(east, x); north = Math.min(north, y); south = Math.max(south, y);
    }
    return [west, north, east, south];
  }
}

const mercatorPair = ({ lng, lat }) => [mercatorX(lng), mercatorY(lat)];

/** Mercator coordinates of a location. */
export const mercatorOf = (lngLat) => { const [x, y] = mercatorPair(lngLat); return { x, y }; };

/** Longitude and latitude of Mercator coordinates. */
export const degreesOf = ({ x, y }) => [x * 360 - 180, (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI];
