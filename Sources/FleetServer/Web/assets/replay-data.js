// The changes of a day as columns: decoded from the parts of the replay document (REPLAY.md), and applied to the points of a map.
import { Points, mercatorX, mercatorY } from "./map-points.js";
import { statesElsewhere } from "./words.js";

const absent = 255, unknownCharge = 255;
const noPosition = -(2 ** 31);
const rowsPerStep = 256;
const spare = 1.25;             // room for vehicles of later parts
const pad = (length) => (length + 3) & ~3;

const grown = (array, length) => {
  if (array.length >= length) return array;
  const result = new array.constructor(Math.ceil(Math.max(length, spare * array.length)));
  result.set(array);
  return result;
};

/** Rows of vehicles: `x` is NaN without a position. */
class Rows {
  columns = { x: new Float32Array(0), y: new Float32Array(0), state: new Uint8Array(0), charge: new Uint8Array(0), version: new Uint32Array(0) };

  reserve(length) { for (const [name, array] of Object.entries(this.columns)) this.columns[name] = grown(array, length); }
}

export class ReplayDay {
  count = 0;                    // of vehicles
  ids = [];
  indices = new Map();          // ID → index
  initial = new Rows();         // of each vehicle
  changes = new Rows();
  changeCount = 0;
  vehicles = new Uint32Array(0);        // of each change
  previous = new Int32Array(0);         // the change before of the same vehicle, or -1
  last = new Int32Array(0);             // the last change of each vehicle, or -1
  commitTimes = [];
  commitFirsts = [];
  gaps = [];
  types = [];
  colors = [];
  versions = [];                // [type, color]
  numbers = new Map();          // permanent number → index
  bounds = null;

  /** Times in milliseconds since 1970. */
  constructor(start, end) { Object.assign(this, { start, end, until: start }); }

  get isComplete() { return this.until >= this.end; }

  /** Adds the next part. */
  *add(buffer) {
    const part = new Part(buffer), firstVersion = this.versions.length;
    const types = part.tables.types.map((name) => this.name(this.types, name)), colors = part.tables.colors.map((name) => this.name(this.colors, name));
    for (const [type, color] of part.tables.versions) this.versions.push([types[type], colors[color]]);
    if (!this.versions.length) this.versions.push([this.name(this.types, ""), this.name(this.colors, "unknown")]);
    yield* this.addVehicles(part);
    this.origin ??= originOf(part);
    yield* this.decode(part.start, this.initial, (row) => part.index[part.start.vehicle[row]], firstVersion);
    yield* this.addChanges(part, firstVersion);
    for (let i = 0; i < part.commitTime.length; i++) {
      this.commitTimes.push(part.from + part.commitTime[i]);
      this.commitFirsts.push(this.changeCount - part.changes.vehicle.length + part.commitFirst[i]);
    }
    this.addGaps(part.tables.gaps);
    this.states = part.tables.states;
    this.until = part.until;
  }

  name(table, name) {
    const index = table.indexOf(name);
    return index < 0 ? table.push(name) - 1 : index;
  }

  *addVehicles(part) {
    // The clock may run during the loop, so the room is reserved before it.
    const before = this.last.length, most = this.count + part.number.length;
    this.last = grown(this.last, most);
    this.last.fill(-1, before);
    this.initial.reserve(most);
    this.initial.columns.state.fill(absent, before);
    part.index = new Uint32Array(part.number.length);
    for (let i = 0; i < part.number.length; i++) {
      if (i % rowsPerStep === 0) yield;
      const known = this.numbers.get(part.number[i]);
      part.index[i] = known ?? this.count;
      if (known !== undefined) continue;
      const id = part.id(i);
      this.numbers.set(part.number[i], this.count);
      this.indices.set(id, this.count++);
      this.ids.push(id);
    }
  }

  /** Takes over rows; `place` returns where one goes. */
  *decode({ latitude, longitude, state, charge, version }, { columns }, place, firstVersion) {
    const [ox, oy] = this.origin;
    for (let row = 0; row < state.length; row++) {
      if (row % rowsPerStep === 0) yield;
      const at = place(row), lat = latitude[row], lon = longitude[row];
      if (lat === noPosition) columns.x[at] = NaN;
      else {
        columns.x[at] = mercatorX(lon / 1e6) - ox;
        columns.y[at] = mercatorY(lat / 1e6) - oy;
        this.extend(lon / 1e6, lat / 1e6);
      }
      columns.state[at] = state[row];
      columns.charge[at] = charge[row];
      columns.version[at] = firstVersion + version[row];
    }
  }

  extend(lon, lat) {
    const box = this.bounds ??= [lon, lat, lon, lat];
    if (lon < box[0]) box[0] = lon;
    if (lat < box[1]) box[1] = lat;
    if (lon > box[2]) box[2] = lon;
    if (lat > box[3]) box[3] = lat;
  }

  *addChanges(part, firstVersion) {
    const first = this.changeCount, { vehicle } = part.changes, total = first + vehicle.length;
    this.changes.reserve(total);
    this.vehicles = grown(this.vehicles, total);
    this.previous = grown(this.previous, total);
    yield* this.decode(part.changes, this.changes, (row) => first + row, firstVersion);
    for (let row = 0; row < vehicle.length; row++) {
      if (row % rowsPerStep === 0) yield;
      const index = part.index[vehicle[row]];
      this.vehicles[first + row] = index;
      this.previous[first + row] = this.last[index];
      this.last[index] = first + row;
    }
    this.changeCount = total;
  }

  /** A gap that goes on in the next part is one. */
  addGaps(gaps) {
    for (const gap of gaps) {
      const last = this.gaps.at(-1);
      if (last && last.reason === gap.reason && gap.start <= last.end) last.end = Math.max(last.end, gap.end);
      else this.gaps.push({ ...gap });
    }
  }

  gapAt(time) { return this.gaps.find(({ start, end }) => start < time && time < end); }

  /** The number of changes until a time. */
  position(time) {
    let low = 0, high = this.commitTimes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.commitTimes[middle] <= time) low = middle + 1;
      else high = middle;
    }
    return low < this.commitFirsts.length ? this.commitFirsts[low] : this.changeCount;
  }

  /** The time of the newest data at a time. */
  dataAt(time) { return this.commitTimes.findLast((at) => at <= time) ?? this.start; }
}

/** The columns of a part, over its bytes. */
class Part {
  constructor(buffer) {
    const view = new DataView(buffer);
    if (buffer.byteLength < 56 || view.getUint32(0, true) !== 0x50524c46 || view.getUint16(4, true) !== 1) throw new Error("not a replay document");
    const [count, starts, commits, changes, idBytes, tableBytes] = [8, 12, 16, 20, 24, 28].map((at) => view.getUint32(at, true));
    this.from = Number(view.getBigInt64(32, true));
    this.until = Number(view.getBigInt64(40, true));
    let offset = view.getUint16(6, true);
    const column = (Type, length) => {
      const array = new Type(buffer, offset, length);
      offset += pad(array.byteLength);
      return array;
    };
    const rows = (length) => ({
      vehicle: column(Uint32Array, length), latitude: column(Int32Array, length), longitude: column(Int32Array, length),
      state: column(Uint8Array, length), charge: column(Uint8Array, length), version: column(Uint16Array, length),
    });
    this.number = column(Uint32Array, count);
    const ends = column(Uint32Array, count + 1), text = column(Uint8Array, idBytes), decoder = new TextDecoder();
    this.id = (i) => decoder.decode(text.subarray(ends[i], ends[i + 1]));
    this.start = rows(starts);
    this.commitTime = column(Uint32Array, commits);
    this.commitFirst = column(Uint32Array, commits);
    this.changes = rows(changes);
    this.tables = JSON.parse(decoder.decode(column(Uint8Array, tableBytes)));
    if (offset !== buffer.byteLength) throw new Error("replay document of the wrong length");
  }
}

/** Mercator coordinates of the first position; those of positions are relative to it. */
function originOf({ start, changes }) {
  for (const { latitude, longitude } of [start, changes]) {
    const row = latitude.findIndex((value) => value !== noPosition);
    if (row >= 0) return [mercatorX(longitude[row] / 1e6), mercatorY(latitude[row] / 1e6)];
  }
  return [0.5, 0.5];
}

/** The vehicles at a moment: points of a map, and which of them match the filter. */
export class ReplayFleet {
  position = 0;                 // changes that are applied
  target = 0;
  total = 0;                    // vehicles in the feed
  shownTotal = 0;
  onChange = () => {};

  constructor(day) {
    this.day = day;
    this.filter = { states: new Set(), minimum: 0, maximum: 100, search: "" };
    this.makePoints();
  }

  /** Makes points with room for the vehicles of the day and some more. */
  makePoints() {
    const { day } = this, capacity = Math.ceil(spare * day.count);
    const points = new Points(capacity, (i) => day.ids[i]);
    points.hidden.fill(1);
    Object.assign(points, {
      isVehicles: true, origin: day.origin ?? [0.5, 0.5], bounds: day.bounds, states: day.states ?? points.states, types: day.types, colors: day.colors,
      indexOf: (id) => day.indices.get(id) ?? -1,
    });
    this.points = points;
    this.inFeed = new Uint8Array(capacity);
    this.shown = new Uint8Array(capacity);
    this.located = new Uint8Array(capacity);
    this.matching = new Uint8Array(capacity).fill(1);      // the search
    Object.assign(this, { position: 0, total: 0, shownTotal: 0, placed: 0 });
  }

  /** Whether later parts had more vehicles than there is room for, or other names. */
  get isOutgrown() { return this.points.count < this.day.count; }

  /** Applies changes, or takes them back, until the target; which may move meanwhile. */
  *run() {
    const { day } = this;
    for (; this.placed < day.count; this.placed++) {
      if (this.placed % rowsPerStep === 0) yield;
      this.set(this.placed, day.initial.columns, this.placed);
    }
    while (this.position !== this.target) {
      if (this.position < this.target) {
        for (const end = Math.min(this.target, this.position + rowsPerStep); this.position < end; this.position++) this.set(day.vehicles[this.position], day.changes.columns, this.position);
      } else {
        for (const end = Math.max(this.target, this.position - rowsPerStep); this.position > end;) this.takeBack(--this.position);
      }
      yield;
    }
  }

  takeBack(change) {
    const { day } = this, vehicle = day.vehicles[change], before = day.previous[change];
    if (before < 0) this.set(vehicle, day.initial.columns, vehicle);
    else this.set(vehicle, day.changes.columns, before);
  }

  set(vehicle, { x, y, state, charge, version }, row) {
    const { points, day } = this, isInFeed = state[row] === absent ? 0 : 1;
    this.total += isInFeed - this.inFeed[vehicle];
    this.inFeed[vehicle] = isInFeed;
    if (isInFeed) {
      const isLocated = this.located[vehicle] = Number.isNaN(x[row]) ? 0 : 1, [type, color] = day.versions[version[row]] ?? day.versions[0];
      if (isLocated) {
        points.positions[2 * vehicle] = x[row];
        points.positions[2 * vehicle + 1] = y[row];
      }
      points.state[vehicle] = state[row];
      points.charge[vehicle] = charge[row];
      points.type[vehicle] = type;
      points.color[vehicle] = color;
    }
    this.show(vehicle);
    this.onChange(vehicle);
  }

  show(vehicle) {
    const isShown = this.inFeed[vehicle] && this.matches(vehicle) ? 1 : 0;
    this.shownTotal += isShown - this.shown[vehicle];
    this.shown[vehicle] = isShown;
    this.points.hidden[vehicle] = isShown && this.located[vehicle] ? 0 : 1;
  }

  matches(vehicle) {
    const { states, minimum, maximum } = this.filter, state = this.points.states[this.points.state[vehicle]], charge = this.points.charge[vehicle];
    if (states.size ? !states.has(state) : statesElsewhere.has(state)) return false;
    if ((minimum > 0 || maximum < 100) && (charge === unknownCharge || charge < minimum || charge > maximum)) return false;
    return this.matching[vehicle] === 1;
  }

  /** Shows the vehicles of another filter. */
  *refilter() {
    const search = this.filter.search.toLowerCase();
    for (let vehicle = 0; vehicle < this.day.count; vehicle++) {
      if (vehicle % rowsPerStep === 0) yield;
      this.matching[vehicle] = !search || this.day.ids[vehicle].toLowerCase().includes(search) ? 1 : 0;
      const { hidden } = this.points, before = hidden[vehicle];
      this.show(vehicle);
      if (hidden[vehicle] !== before) this.onChange(vehicle);
    }
  }

  /** Some of the vehicles that are shown, after others. */
  listed(skipped, count) {
    const found = [];
    for (let vehicle = 0, place = 0; vehicle < this.day.count && found.length < count; vehicle++) if (this.shown[vehicle] && place++ >= skipped) found.push(vehicle);
    return found;
  }
}
