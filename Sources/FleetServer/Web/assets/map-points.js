// The points of a map as columns: decoded from the binary document (POINTS.md) or read from elements of the page.

import { localized } from "./texts.js";
import { colorName, states, statesElsewhere, word } from "./words.js";

const rowsPerStep = 512;
const unknownCharge = 255;
const maxSwatches = 4;          // of a cell
const pad = (length) => (length + 3) & ~3;

/** Mercator coordinates as in MapLibre: 0…1 from west to east and from north to south. */
export const mercatorX = (lon) => (lon + 180) / 360;
export const mercatorY = (lat) => {
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
};

/** Shapes of the states on a map: 0 disk, 1 ring, 2 square, 3 small disk. */
export const shapes = Uint8Array.of(0, 1, 2, 3, 1, 1, 2, 2, 3, 3, 3);

export class Points {
  /** Whether changes have come that only the document describes. */
  isStale = false;

  /** Columns of `count` points; positions are relative to `origin`, so that Float32 is exact to millimetres. */
  constructor(count, id) {
    this.count = count;
    this.id = id;
    this.positions = new Float32Array(2 * count);
    this.color = new Uint16Array(count);
    this.state = new Uint8Array(count);
    this.alarm = new Uint8Array(count);
    this.charge = new Uint8Array(count).fill(unknownCharge);
    this.type = new Uint8Array(count);
    this.types = [""];
    this.colors = ["unknown"];
    this.states = states;
    this.origin = [0.5, 0.5];
    this.hidden = new Uint8Array(count);
  }

  /** Sets the positions from functions that return degrees; a given origin is kept. */
  *locate(lon, lat, origin) {
    let west = 180, east = -180, south = 90, north = -90;
    for (let i = 0; i < this.count; i++) {
      if (i % rowsPerStep === 0) yield;
      const x = lon(i), y = lat(i);
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < south) south = y;
      if (y > north) north = y;
    }
    this.bounds = this.count ? [west, south, east, north] : null;
    if (this.count) this.origin = origin ?? [mercatorX((west + east) / 2), mercatorY((south + north) / 2)];
    for (let i = 0; i < this.count; i++) {
      if (i % rowsPerStep === 0) yield;
      this.move(i, lon(i), lat(i));
    }
    return this;
  }

  move(index, lon, lat) {
    this.positions[2 * index] = mercatorX(lon) - this.origin[0];
    this.positions[2 * index + 1] = mercatorY(lat) - this.origin[1];
  }

  /** Position of a point in Mercator units. */
  at(index) {
    return [this.origin[0] + this.positions[2 * index], this.origin[1] + this.positions[2 * index + 1]];
  }

  /** Applies a row of the stream, or null if the vehicle left the feed. Returns its index, or -1. */
  apply(id, row) {
    const index = this.indexOf(id), isShown = row !== null && hasLocation(row) && !statesElsewhere.has(row.cells.state?.state);
    if (index < 0 ? isShown : row === null) this.isStale = true;
    if (index < 0) return -1;
    this.hidden[index] = isShown ? 0 : 1;
    if (!isShown) return index;
    this.move(index, row.lon, row.lat);
    this.state[index] = Math.max(0, this.states.indexOf(row.cells.state?.state ?? "unknown"));
    this.alarm[index] = row.alarm ? 1 : 0;
    this.charge[index] = Math.round(row.cells.battery?.percent ?? unknownCharge);
    const color = this.indexOfColor(row.cells.color?.colors?.join("-") ?? "unknown");
    if (color === undefined) this.isStale = true;
    else this.color[index] = color;
    return index;
  }

  /** Index of the color that begins with the tones of a cell. */
  indexOfColor(label) {
    this.colorIndices ??= new Map(this.colors.map((name, i) => [name.split("-").slice(0, maxSwatches).join("-"), i]));
    return this.colorIndices.get(label) ?? this.colorIndices.get("other");
  }

  /** What is known of a point at once, for a tooltip. */
  text(index) {
    const { state, states, color, colors, charge, type, types, alarm } = this;
    if (!this.isVehicles) return "";
    const known = (name) => name !== "unknown" && name;
    const shown = [alarm[index] && localized("alarm"), known(states[state[index]]) && word(states[state[index]]), known(colors[color[index]]) && colorName(colors[color[index]]),
      charge[index] !== unknownCharge && localized("{0}%", charge[index]), known(types[type[index]]) && word(types[type[index]])];
    return shown.filter(Boolean).join(" · ");
  }

  /** Distance of a point in Mercator units; infinite without a point. */
  distance(index, x, y) {
    if (index === undefined) return Infinity;
    const [px, py] = this.at(index);
    return Math.hypot(px - x, py - y);
  }

  /** Visible points within `reach` (in Mercator units), the nearest first; only those of a list unless it is null. */
  near(x, y, reach, list) {
    const { positions, hidden } = this, px = x - this.origin[0], py = y - this.origin[1];
    const found = [], length = list?.length ?? this.count, limit = reach * reach;
    for (let k = 0; k < length; k++) {
      const i = list ? list[k] : k, dx = positions[2 * i] - px, dy = positions[2 * i + 1] - py, distance = dx * dx + dy * dy;
      if (distance < limit && !hidden[i]) found.push([distance, i]);
    }
    return found.sort((a, b) => a[0] - b[0]).map(([, i]) => i);
  }
}

/** The document leaves out the same vehicles. */
const hasLocation = ({ lat, lon }) => lat != null && lon != null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;

/** Decodes the binary document, relative to `origin` if given; throws if it is not one. */
export function* decodePoints(buffer, origin) {
  const view = new DataView(buffer);
  if (buffer.byteLength < 40 || view.getUint32(0, true) !== 0x54504c46 || view.getUint16(4, true) !== 2) throw new Error("not a points document");
  const count = view.getUint32(8, true), idBytes = view.getUint32(24, true), tableBytes = view.getUint32(28, true);
  let offset = view.getUint16(6, true);
  const column = (Type, length) => {
    const array = new Type(buffer, offset, length);
    offset += pad(array.byteLength);
    return array;
  };
  const lon = column(Int32Array, count), lat = column(Int32Array, count);
  const color = column(Uint16Array, count), state = column(Uint8Array, count);
  const charge = column(Uint8Array, count), type = column(Uint8Array, count), alarm = column(Uint8Array, count);
  const starts = column(Uint32Array, count + 1);
  const ids = column(Uint8Array, idBytes);
  const decoder = new TextDecoder();
  const tables = JSON.parse(decoder.decode(column(Uint8Array, tableBytes)));
  if (offset !== buffer.byteLength) throw new Error("points document of the wrong length");
  const points = new Points(count, (i) => decoder.decode(ids.subarray(starts[i], starts[i + 1])));
  Object.assign(points, { color, state, charge, type, alarm, ...tables, isVehicles: true, revision: view.getBigUint64(16, true) });
  const encoder = new TextEncoder();
  points.indexOf = (id) => search(ids, starts, encoder.encode(id));
  return yield* points.locate((i) => lon[i] / 1e7, (i) => lat[i] / 1e7, origin);
}

/** Joins the points of several sources, given as `[source, points]`; an ID is `SOURCE/ID` then. */
export function* joinPoints(parts, origin) {
  const counts = parts.map(([, { count }]) => count), starts = counts.map((_, i) => counts.slice(0, i).reduce((sum, n) => sum + n, 0));
  const partOf = (index) => starts.findLastIndex((start) => start <= index);
  const joined = new Points(counts.reduce((sum, n) => sum + n, 0), (i) => {
    const part = partOf(i), [source, points] = parts[part];
    return `${source}/${points.id(i - starts[part])}`;
  });
  joined.isVehicles = true;
  joined.colors = union(parts, "colors");
  joined.types = union(parts, "types");
  const degrees = new Float64Array(2 * joined.count);
  for (const [part, [, points]] of parts.entries()) {
    const start = starts[part], indices = (table) => points[table].map((name) => Math.max(0, joined[table].indexOf(name)));
    const colors = indices("colors"), types = indices("types");
    for (let i = 0; i < points.count; i++) {
      if (i % rowsPerStep === 0) yield;
      const [x, y] = points.at(i);
      degrees[2 * (start + i)] = x * 360 - 180;
      degrees[2 * (start + i) + 1] = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
      joined.color[start + i] = colors[points.color[i]];
      joined.type[start + i] = types[points.type[i]];
    }
    for (const name of ["state", "alarm", "charge"]) joined[name].set(points[name], start);
  }
  joined.indexOf = (key) => {
    const slash = key.indexOf("/"), part = parts.findIndex(([source]) => source === key.slice(0, slash));
    const index = part < 0 ? -1 : parts[part][1].indexOf(key.slice(slash + 1));
    return index < 0 ? -1 : starts[part] + index;
  };
  return yield* joined.locate((i) => degrees[2 * i], (i) => degrees[2 * i + 1], origin);
}

/** Names of all parts, each once, at most 255; further ones become the first. */
function union(parts, table) {
  return [...new Set(parts.flatMap(([, points]) => points[table]))].slice(0, 255);
}

/** Index of an ID or -1, by binary search: IDs are in the order of their bytes. */
function search(ids, starts, id) {
  let low = 0, high = starts.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1, order = compare(ids, starts[middle], starts[middle + 1], id);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return -1;
}

/** Order of the bytes from `start` to `end` relative to others: negative, zero or positive. */
function compare(bytes, start, end, other) {
  const length = Math.min(end - start, other.length);
  for (let i = 0; i < length; i++) if (bytes[start + i] !== other[i]) return bytes[start + i] - other[i];
  return end - start - other.length;
}

/** Makes points from elements with data-lat and data-lon, relative to `origin` if given; vehicles also have data-state. */
export function pointsOfElements(elements, origin) {
  const keys = elements.map(({ dataset }) => ({ ...dataset, label: dataset.label ?? dataset.id }));
  const points = new Points(keys.length, (i) => keys[i].label);
  points.isVehicles = keys.some(({ state }) => state);
  points.colors = [...new Set(keys.map(({ color }) => color ?? "accent"))];
  points.types = [...new Set(keys.map(({ type }) => type ?? ""))];
  for (const [i, { state, color = "accent", type = "", charge = unknownCharge, alarm }] of keys.entries()) {
    points.state[i] = Math.max(0, points.states.indexOf(state));
    points.color[i] = points.colors.indexOf(color);
    points.type[i] = points.types.indexOf(type);
    points.charge[i] = Number(charge);
    points.alarm[i] = alarm === undefined ? 0 : 1;
  }
  points.indexOf = (label) => keys.findIndex((key) => key.label === label);
  points.shows = (i, { dataset }) => keys[i].label === (dataset.label ?? dataset.id) && keys[i].lat === dataset.lat && keys[i].lon === dataset.lon;
  return points.locate((i) => Number(keys[i].lon), (i) => Number(keys[i].lat), origin);
}
