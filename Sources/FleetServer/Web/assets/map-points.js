// The points of a map as columns: decoded from the binary document (POINTS.md) or read from elements of the page.

const rowsPerStep = 512;
const pad = (length) => (length + 3) & ~3;

/** Mercator coordinates as in MapLibre: 0…1 from west to east and from north to south. */
export const mercatorX = (lon) => (lon + 180) / 360;
export const mercatorY = (lat) => {
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
};

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
    this.colors = ["unknown"];
    this.states = ["available", "reserved", "disabled", "unknown"];
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
    const index = this.indexOf(id), isShown = row !== null && hasLocation(row);
    if (index < 0 ? isShown : row === null) this.isStale = true;
    if (index < 0) return -1;
    this.hidden[index] = isShown ? 0 : 1;
    if (!isShown) return index;
    this.move(index, row.lon, row.lat);
    this.state[index] = Math.max(0, this.states.indexOf(row.cells.state?.state ?? "unknown"));
    const color = this.indexOfColor(row.cells.color?.text ?? "unknown");
    if (color === undefined) this.isStale = true;
    else this.color[index] = color;
    return index;
  }

  indexOfColor(label) {
    this.colorIndices ??= new Map(this.colors.map((name, i) => [name, i]));
    return this.colorIndices.get(label) ?? this.colorIndices.get("other");
  }

  /** Index of the nearest visible point within `reach` (in Mercator units), or -1. */
  nearest(x, y, reach) {
    const { positions, hidden, count } = this, px = x - this.origin[0], py = y - this.origin[1];
    let best = -1, limit = reach * reach;
    for (let i = 0; i < count; i++) {
      const dx = positions[2 * i] - px, dy = positions[2 * i + 1] - py, distance = dx * dx + dy * dy;
      if (distance < limit && !hidden[i]) { best = i; limit = distance; }
    }
    return best;
  }
}

/** The document leaves out the same vehicles. */
const hasLocation = ({ lat, lon }) => lat != null && lon != null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;

/** Decodes the binary document, relative to `origin` if given; throws if it is not one. */
export function* decodePoints(buffer, origin) {
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
  const battery = column(Uint8Array, count);                    // the card asks the API; only the page offline reads it
  column(Uint8Array, count);                                    // type
  const starts = column(Uint32Array, count + 1);
  const ids = column(Uint8Array, idBytes);
  const decoder = new TextDecoder();
  const tables = JSON.parse(decoder.decode(column(Uint8Array, tableBytes)));
  if (offset !== buffer.byteLength) throw new Error("points document of the wrong length");
  const points = new Points(count, (i) => decoder.decode(ids.subarray(starts[i], starts[i + 1])));
  Object.assign(points, { color, state, battery, colors: tables.colors, states: tables.states, revision: view.getBigUint64(16, true) });
  const encoder = new TextEncoder();
  points.indexOf = (id) => search(ids, starts, encoder.encode(id));
  return yield* points.locate((i) => lon[i] / 1e7, (i) => lat[i] / 1e7, origin);
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

/** Makes points from elements with data-lat and data-lon, relative to `origin` if given. */
export function pointsOfElements(elements, origin) {
  const keys = elements.map(({ dataset: { label, id, lat, lon } }) => ({ label: label ?? id, lat, lon }));
  const points = new Points(keys.length, (i) => keys[i].label);
  points.colors = ["accent"];
  points.indexOf = (label) => keys.findIndex((key) => key.label === label);
  points.shows = (i, { dataset }) => keys[i].label === (dataset.label ?? dataset.id) && keys[i].lat === dataset.lat && keys[i].lon === dataset.lon;
  return points.locate((i) => Number(keys[i].lon), (i) => Number(keys[i].lat), origin);
}
