// Grid cells for the zooms at which points would overlap. Each level has cells of 48 px at its zoom; a level is
// added up from the one below it. These are generators, to run in slices.
import { CellTable } from "./map-cells.js";

const cellPixels = 48;
const worldPixels = 512;        // MapLibre's size of the world at zoom 0
const finest = 18;
const pointsPerStep = 512;
const mostOutlined = 2000;

/** Diameter of a point in pixels. */
export const pointSize = (zoom) => Math.max(10, Math.min(22, 5 + zoom * 0.85));

/** Points are drawn singly from the zoom at which they would cover less than this share of their cells. */
const coveredShare = 0.45;
const pointsPerCell = (zoom) => coveredShare * (cellPixels / pointSize(zoom)) ** 2;

/** Side of a cell of a level, in Mercator units. */
const cellSize = (level) => cellPixels / (worldPixels * 2 ** level);

/** Returns the cells of every level below `pointZoom`, and the outline: {pointZoom, levels, outline}. */
export function* gridSteps(points) {
  const { count, origin } = points, levels = [];
  let table = yield* finestTable(points), next = new CellTable(table.total), pointZoom = 0;
  for (let zoom = finest; zoom >= 0; zoom--) {
    if (zoom < finest) {
      yield* table.coarsen(next);
      [table, next] = [next, table];
    }
    if (count / Math.max(1, table.total) <= pointsPerCell(zoom)) pointZoom = zoom;
    else levels[zoom] = yield* table.buffers(cellSize(zoom), origin);
  }
  yield;
  return { pointZoom: count ? pointZoom : 0, levels, outline: outlineOf(points, levels) };
}

/** Counts a copy: points that move meanwhile are counted by the next grid. */
function* finestTable({ count, hidden, origin, positions }) {
  const size = cellSize(finest), table = new CellTable(count), at = positions.slice();
  for (let i = 0; i < count; i++) {
    if (i % pointsPerStep === 0) yield;
    if (!hidden[i]) table.add(Math.floor((origin[0] + at[2 * i]) / size), Math.floor((origin[1] + at[2 * i + 1]) / size), 1);
  }
  return table;
}

/** Outline of the area with points, with a margin: a convex hull, as Mercator pairs relative to the origin. */
function outlineOf(points, levels) {
  const level = points.count > mostOutlined ? levels.findLast((cells) => cells && cells.total <= mostOutlined) : null;
  const [values, stride] = level ? [level.cells, 3] : [points.positions, 2], half = level ? level.size / 2 : Math.max(cellSize(16), margin(points));
  const centers = [];
  for (let i = 0; i < values.length; i += stride) centers.push([values[i], values[i + 1]]);
  // Only corners around the hull of the centers can be on the hull.
  return hull(hull(centers).flatMap(([x, y]) => [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]));
}

function hull(corners) {
  if (corners.length < 2) return corners;
  corners.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [...chain(corners), ...chain(corners.reverse())];
}

/** A thirtieth of the area's larger side. */
function margin({ bounds }) {
  return bounds ? Math.max(bounds[2] - bounds[0], bounds[3] - bounds[1]) / 360 / 30 : 0;
}

/** One half of the convex hull of sorted corners. */
function chain(corners) {
  const result = [];
  for (const p of corners) {
    while (result.length > 1) {
      const a = result.at(-2), b = result.at(-1);
      if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
      result.pop();
    }
    result.push(p);
  }
  result.pop();
  return result;
}
