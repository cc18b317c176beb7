// The cells of a grid: a table that counts points by cell, and the buffers that show it.
import { glyphs } from "./map-shaders.js";

const glyphWidth = 7;           // pixels from one digit to the next
const cellsPerStep = 256;

/** Twice as many slots as cells, and a power of two. */
const slotsOf = (cells) => 2 ** Math.ceil(Math.log2(2 * cells + 2));

/** Counts by column and row, in a hash table that never grows: growing would take long at once. */
export class CellTable {
  /** A table of at most `most` cells. */
  constructor(most) {
    this.slots = new Int32Array(slotsOf(most));       // 1 + index of the cell, 0 if free
    this.columns = new Int32Array(most);
    this.rows = new Int32Array(most);
    this.counts = new Uint32Array(most);
    this.clear(most);
  }

  clear(most) {
    this.mask = slotsOf(most) - 1;
    this.slots.fill(0, 0, this.mask + 1);
    this.total = 0;
  }

  add(column, row, count) {
    const { slots, columns, rows, counts, mask } = this;
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
      counts[index] = 0;
    }
    counts[index] += count;
  }

  /** Counts the cells of twice the size in another table. */
  *coarsen(result) {
    const { columns, rows, counts, total } = this;
    result.clear(total);
    for (let i = 0; i < total; i++) {
      if (i % cellsPerStep === 0) yield;
      result.add(columns[i] >> 1, rows[i] >> 1, counts[i]);
    }
  }

  /**
   * What the layer draws of cells of a size: `cells` with the center and the count of each, and `glyphs` with the
   * anchor, offset and index of each digit. Positions are relative to the origin.
   */
  *buffers(size, origin) {
    const { columns, rows, counts, total } = this;
    const cells = new Float32Array(3 * total);
    let most = 1, glyphTotal = 0;
    for (let i = 0; i < total; i++) {
      if (i % cellsPerStep === 0) yield;
      cells[3 * i] = (columns[i] + 0.5) * size - origin[0];
      cells[3 * i + 1] = (rows[i] + 0.5) * size - origin[1];
      cells[3 * i + 2] = counts[i];
      glyphTotal += shortCount(counts[i]).length;
      if (counts[i] > most) most = counts[i];
    }
    return { total, size, most, cells, glyphTotal, glyphs: yield* digits(cells, glyphTotal) };
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

const shortCount = (n) => (n < 1000 ? String(n) : n < 10_000 ? `${(n / 1000).toFixed(1)}k` : `${Math.round(n / 1000)}k`);
