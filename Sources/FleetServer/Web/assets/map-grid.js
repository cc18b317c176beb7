// Grid cells for the zooms at which points would overlap. Each level has cells of 48 px at its zoom; a level is
// added up from the one below it. All work runs in slices of a millisecond, between frames.

export const cellPixels = 48;
const worldPixels = 512;        // MapLibre's size of the world at zoom 0
const finest = 18;
const sliceMilliseconds = 1;

/** Diameter of a point in pixels. */
export const pointSize = (zoom) => Math.max(10, Math.min(22, 5 + zoom * 0.85));

/** Points are drawn singly from the zoom at which they would cover less than this share of their cells. */
const coveredShare = 0.45;
const pointsPerCell = (zoom) => coveredShare * (cellPixels / pointSize(zoom)) ** 2;

/** Side of a cell of a level, in Mercator units. */
export const cellSize = (level) => cellPixels / (worldPixels * 2 ** level);

/** Pauses when the slice is used up; returns whether the work is still wanted. */
class Slices {
  constructor(isCurrent) { this.isCurrent = isCurrent; this.start(); }
  start() { this.end = performance.now() + sliceMilliseconds; }
  get isOver() { return performance.now() > this.end; }
  async pause() { await new Promise((resolve) => setTimeout(resolve)); this.start(); return this.isCurrent(); }
}

/** Returns the cells of every level below `pointZoom`: {pointZoom, levels: [{x, y, count, most, size}]}. */
export async function buildGrid(points, isCurrent = () => true) {
  const slices = new Slices(isCurrent), { count } = points;
  let level = await finestLevel(points, slices);
  const levels = [];
  let pointZoom = 0;
  for (let zoom = finest; level && zoom >= 0; zoom--) {
    if (zoom < finest) level = await coarser(level, slices);
    if (!level) break;
    if (count / Math.max(1, level.cells.size) <= pointsPerCell(zoom)) pointZoom = zoom;
    else levels[zoom] = await columnsOf(level, zoom, points.origin, slices);
  }
  return level ? { pointZoom: count ? pointZoom : 0, levels } : null;
}

// A level counts points by key. Keys are relative to the first column and row, so that they stay small integers.

async function finestLevel({ x, y, count, hidden, origin, bounds }, slices) {
  const size = cellSize(finest);
  let left = Infinity, right = -Infinity, top = Infinity;
  for (let i = 0; bounds && i < count; i++) {
    if (x[i] < left) left = x[i];
    if (x[i] > right) right = x[i];
    if (y[i] < top) top = y[i];
  }
  const column = Math.floor((origin[0] + left) / size), row = Math.floor((origin[1] + top) / size);
  const width = count ? Math.floor((origin[0] + right) / size) - column + 1 : 1, cells = new Map();
  for (let i = 0; i < count; i++) {
    if ((i & 255) === 255 && slices.isOver && !(await slices.pause())) return null;
    if (hidden[i]) continue;
    const key = (Math.floor((origin[1] + y[i]) / size) - row) * width + Math.floor((origin[0] + x[i]) / size) - column;
    cells.set(key, (cells.get(key) ?? 0) + 1);
  }
  return { cells, column, row, width };
}

async function coarser({ cells, column, row, width }, slices) {
  const result = { cells: new Map(), column: Math.floor(column / 2), row: Math.floor(row / 2) };
  result.width = Math.floor((column + width - 1) / 2) - result.column + 1;
  let done = 0;
  for (const [key, value] of cells) {
    if ((++done & 255) === 0 && slices.isOver && !(await slices.pause())) return null;
    const y = Math.floor((row + Math.floor(key / width)) / 2) - result.row, x = Math.floor((column + (key % width)) / 2) - result.column;
    const upper = y * result.width + x;
    result.cells.set(upper, (result.cells.get(upper) ?? 0) + value);
  }
  return result;
}

/** Cells as columns: position of the center relative to the origin, count, and the largest count. */
async function columnsOf({ cells, column, row, width }, zoom, origin, slices) {
  const size = cellSize(zoom), total = cells.size;
  const result = { x: new Float32Array(total), y: new Float32Array(total), count: new Uint32Array(total), most: 1, size };
  let i = 0;
  for (const [key, value] of cells) {
    if ((i & 255) === 255 && slices.isOver) await slices.pause();
    result.x[i] = (column + (key % width) + 0.5) * size - origin[0];
    result.y[i] = (row + Math.floor(key / width) + 0.5) * size - origin[1];
    result.count[i++] = value;
    if (value > result.most) result.most = value;
  }
  return result;
}

/** Outline of the area with points, with a margin: a convex hull, as Mercator pairs relative to the origin. */
export function outlineOf(points, grid) {
  const corners = [];
  const level = points.count > 2000 ? grid.levels.findLast?.((cells) => cells && cells.x.length <= 2000) : null;
  const xs = level?.x ?? points.x, ys = level?.y ?? points.y, half = level ? level.size / 2 : Math.max(cellSize(16), margin(points));
  for (let i = 0; i < xs.length; i++) {
    for (const [dx, dy] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) corners.push([xs[i] + dx * half, ys[i] + dy * half]);
  }
  corners.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [...chain(corners), ...chain(corners.reverse())];
}

/** A thirtieth of the area's larger side. */
function margin({ bounds }) {
  return bounds ? Math.max(bounds[2] - bounds[0], bounds[3] - bounds[1]) / 360 / 30 : 0;
}

/** One half of the convex hull of sorted corners. */
function chain(corners) {
  const hull = [];
  for (const p of corners) {
    while (hull.length > 1) {
      const [a, b] = hull.slice(-2);
      if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
      hull.pop();
    }
    hull.push(p);
  }
  hull.pop();
  return hull;
}
