// Grid cells for points that would hide each other. Each zoom has cells of 48 px. These are generators, to run in slices.
import { CellTable } from "./map-cells.js";

const cellPixels = 48;
const worldPixels = 512;        // MapLibre's size of the world at zoom 0
export const finest = 20;
const pointsPerStep = 512;

/** Diameter of a point in pixels. */
export const pointSize = (zoom) => Math.max(10, Math.min(22, 5 + zoom * 0.85));

/** Points of a cell are drawn singly while they would cover less than this share of it, ... */
const coveredShare = 0.7;
/** ... and each one is this share of its diameter apart from all others. */
const leastApart = 0.3;

/** Side of a cell of a zoom, in Mercator units. */
const cellSize = (zoom) => cellPixels / (worldPixels * 2 ** zoom);

/** Returns what a map draws at a zoom (see `CellTable.level`), and which states and alarms there are. */
export function* levelSteps(points, zoom) {
  const { origin } = points, size = cellSize(zoom);
  const at = points.positions.slice();          // the same for all steps, whatever moves meanwhile
  yield;
  const table = yield* CellTable.make(points.count), known = yield* fill(table, points, at, size);
  return { ...(yield* table.level(size, origin, crowding(zoom, at))), ...known };
}

function* fill(table, { count, hidden, state, alarm, origin }, at, size) {
  let present = 0, hasAlarm = false;
  for (let i = 0; i < count; i++) {
    if (i % pointsPerStep === 0) yield;
    if (hidden[i]) continue;
    present |= 1 << state[i];
    if (alarm[i]) hasAlarm = true;
    table.add(Math.floor((origin[0] + at[2 * i]) / size), Math.floor((origin[1] + at[2 * i + 1]) / size), i);
  }
  return { present, hasAlarm };
}

/** Returns whether the points of a list would hide each other; a single one is always drawn as itself. */
function crowding(zoom, at) {
  const most = Math.max(1, Math.floor(coveredShare * (cellPixels / pointSize(zoom)) ** 2));
  const apart = (leastApart * pointSize(zoom) / (worldPixels * 2 ** zoom)) ** 2;
  return (head, count, next) => {
    if (count === 1) return false;
    if (count > most) return true;
    for (let k = 0, i = head; k < count; k++, i = next[i]) {
      for (let m = k + 1, j = next[i]; m < count; m++, j = next[j]) {
        const dx = at[2 * i] - at[2 * j], dy = at[2 * i + 1] - at[2 * j + 1];
        if (dx * dx + dy * dy < apart) return true;
      }
    }
    return false;
  };
}
