// The points of a map as columns: decoded from the binary document (POINTS.md) or read from elements of the page.

const pad = (length) => (length + 3) & ~3;

/** Mercator coordinates as in MapLibre: 0…1 from west to east and from north to south. */
export const mercatorX = (lon) => (lon + 180) / 360;
export const mercatorY = (lat) => {
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
};

export class Points {
  /** Columns of `count` points; positions are relative to `origin`, so that Float32 is exact to millimetres. */
  constructor(count, id) {
    this.count = count;
    this.id = id;
    this.x = new Float32Array(count);
    this.y = new Float32Array(count);
    this.color = new Uint16Array(count);
    this.state = new Uint8Array(count);
    this.colors = ["unknown"];
    this.states = ["available", "reserved", "disabled", "unknown"];
    this.origin = [0.5, 0.5];
    this.hidden = new Uint8Array(count);
  }

  /** Sets the positions from functions that return degrees; a given origin is kept. */
  locate(lon, lat, origin) {
    let west = 180, east = -180, south = 90, north = -90;
    for (let i = 0; i < this.count; i++) {
      const x = lon(i), y = lat(i);
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < south) south = y;
      if (y > north) north = y;
    }
    this.bounds = this.count ? [west, south, east, north] : null;
    if (this.count) this.origin = origin ?? [mercatorX((west + east) / 2), mercatorY((south + north) / 2)];
    for (let i = 0; i < this.count; i++) this.move(i, lon(i), lat(i));
    return this;
  }

  move(index, lon, lat) {
    this.x[index] = mercatorX(lon) - this.origin[0];
    this.y[index] = mercatorY(lat) - this.origin[1];
  }

  /** Index of an ID; the dictionary is built at the first call. */
  indexOf(id) {
    if (!this.indices) {
      this.indices = new Map();
      for (let i = 0; i < this.count; i++) this.indices.set(this.id(i), i);
    }
    return this.indices.get(id);
  }

  /** Applies rows of the stream; returns whether the document must be loaded again. */
  apply({ upserted = [], removed = [] }) {
    let isIncomplete = false;
    for (const vehicle of upserted) {
      const index = this.indexOf(vehicle.vehicle_id);
      if (index === undefined || vehicle.lat == null) { isIncomplete = true; continue; }
      this.move(index, vehicle.lon, vehicle.lat);
      this.state[index] = Math.max(0, this.states.indexOf(vehicle.state ?? "unknown"));
      this.hidden[index] = 0;
    }
    for (const id of removed) {
      const index = this.indexOf(id);
      if (index !== undefined) { this.hidden[index] = 1; isIncomplete = true; }
    }
    return isIncomplete;
  }

  /** Index of the nearest visible point within `reach` (in Mercator units), or -1. */
  nearest(x, y, reach) {
    const { x: xs, y: ys, hidden, count } = this, px = x - this.origin[0], py = y - this.origin[1];
    let best = -1, limit = reach * reach;
    for (let i = 0; i < count; i++) {
      const dx = xs[i] - px, dy = ys[i] - py, distance = dx * dx + dy * dy;
      if (distance < limit && !hidden[i]) { best = i; limit = distance; }
    }
    return best;
  }
}

/** Decodes the binary document, relative to `origin` if given; throws if it is not one. */
export function decodePoints(buffer, origin) {
  const view = new DataView(buffer);
  if (buffer.byteLength < 40 || view.getUint32(0, true) !== 0x54504c46 || view.getUint16(4, true) !== 1) throw new Error("not a points document");
  const count = view.getUint32(8, true), idBytes = view.getUint32(24, true), tableBytes = view.getUint32(28, true);
  let offset = view.getUint16(6, true);
  const column = (Type, length) => {
    const array = new Type(buffer, offset, length);
    offset += pad(array.byteLength);
    return array;
  };
  const lon = column(Int32Array, count), lat = column(Int32Array, count);
  const color = column(Uint16Array, count), state = column(Uint8Array, count);
  column(Uint8Array, count);                                    // battery: the card asks the API
  column(Uint8Array, count);                                    // type
  const starts = column(Uint32Array, count + 1);
  const ids = column(Uint8Array, idBytes);
  const decoder = new TextDecoder();
  const tables = JSON.parse(decoder.decode(column(Uint8Array, tableBytes)));
  if (offset !== buffer.byteLength) throw new Error("points document of the wrong length");
  const text = decoder.decode(ids);                             // ASCII, as nearly always, is cut without decoding each ID
  const id = text.length === idBytes ? (i) => text.slice(starts[i], starts[i + 1]) : (i) => decoder.decode(ids.subarray(starts[i], starts[i + 1]));
  const points = new Points(count, id);
  Object.assign(points, { color, state, colors: tables.colors, states: tables.states, revision: view.getBigUint64(16, true) });
  return points.locate((i) => lon[i] / 1e7, (i) => lat[i] / 1e7, origin);
}

/** Makes points from elements with data-lat and data-lon. */
export function pointsOfElements(elements) {
  const points = new Points(elements.length, (i) => elements[i].dataset.label ?? elements[i].dataset.id);
  points.colors = ["accent"];
  return points.locate((i) => Number(elements[i].dataset.lon), (i) => Number(elements[i].dataset.lat));
}
