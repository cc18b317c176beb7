// The cells of a grid: a table that lists points by cell, and what a level of the grid draws of it.
import { glyphs } from "./map-shaders.js";
import { shortCount } from "./map-legend.js";

const glyphWidth = 7;           // pixels from one digit to the next
const cellsPerStep = 256;
const pointsPerStep = 512;

/**
 * Lists of points by column and row, in a hash table that never grows: growing would take long at once. `heads` has a
 * point of each cell, and `next` the one after each point of the same cell.
 */
export class CellTable {
  /** Makes a table of `count` points; allocating all of it at once would take long. */
  static *make(count) {
    const table = new CellTable(), size = 2 ** Math.ceil(Math.log2(2 * count + 2));
    table.mask = size - 1;
    table.total = 0;
    table.slots = new Int32Array(size);               // 1 + index of the cell, 0 if free
    for (const name of ["columns", "rows"]) {
      yield;
      table[name] = new Int32Array(count);
    }
    for (const name of ["counts", "heads", "next"]) {
      yield;
      table[name] = new Uint32Array(count);
    }
    return table;
  }

  add(column, row, point) {
    const { slots, columns, rows, counts, heads, next, mask } = this;
    const hash = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b);
    let slot = (hash ^ (hash >>> 15)) & mask, index = slots[slot] - 1;
    while (index >= 0 && (columns[index] !== column || rows[index] !== row)) {
      slot = (slot + 1) & mask;
      index = slots[slot] - 1;
    }
    if (index < 0) {
      index = this.total++;
      slots[slot] = index + 1;
      columns[index] = column;
      rows[index] = row;
    } else next[point] = heads[index];
    heads[index] = point;
    counts[index]++;
  }

  /**
   * What the layer draws of cells of a size. `cells` has the center and the count of each cell whose points would hide
   * each other, `heads` and `next` list their points, and `glyphs` the anchor, offset and index of each digit; `loose` has the
   * indices of all other points, or null if that is every point. Positions are relative to the origin.
   */
  *level(size, origin, isCrowded) {
    const { columns, rows, counts, heads, total, next } = this;
    const crowded = new Uint8Array(total);
    let cellTotal = 0, looseTotal = 0, glyphTotal = 0, steps = 0;
    for (let i = 0; i < total; i++) {
      if (i % cellsPerStep === 0) yield;
      crowded[i] = isCrowded(heads[i], counts[i], next) ? 1 : 0;
      if (crowded[i]) { cellTotal++; glyphTotal += shortCount(counts[i]).length; } else looseTotal += counts[i];
    }
    if (!cellTotal) return { size, total: 0, loose: null };
    const cells = new Float32Array(3 * cellTotal), first = new Uint32Array(cellTotal), loose = new Uint32Array(looseTotal);
    let cell = 0, point = 0;
    for (let i = 0; i < total; i++) {
      if (crowded[i]) {
        cells[3 * cell] = (columns[i] + 0.5) * size - origin[0];
        cells[3 * cell + 1] = (rows[i] + 0.5) * size - origin[1];
        cells[3 * cell + 2] = counts[i];
        first[cell++] = heads[i];
      } else for (let k = 0, at = heads[i]; k < counts[i]; k++, at = next[at]) loose[point++] = at;
      if (++steps % pointsPerStep === 0) yield;
    }
    return { size, total: cellTotal, cells, heads: first, next, loose, glyphTotal, glyphs: yield* digits(cells, glyphTotal) };
  }
}

function* digits(cells, glyphTotal) {
  const result = new Float32Array(4 * glyphTotal);
  for (let i = 0, next = 0; i < cells.length; i += 3) {
    if (i % (3 * cellsPerStep) === 0) yield;
    const text = shortCount(cells[i + 2]), half = (text.length - 1) / 2;
    for (let k = 0; k < text.length; k++) {
      result[next++] = cells[i];
      result[next++] = cells[i + 1];
      result[next++] = (k - half) * glyphWidth;
      result[next++] = glyphs.indexOf(text[k]);
    }
  }
  return result;
}
