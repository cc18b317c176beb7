// WebGL 2 layer of the map: outline, graticule, grid cells with their counts, points and sites.
// A frame sets uniforms and draws; buffers change only with the data.
import { pointSize } from "./map-grid.js";
import { program, shaders, glyphAtlas, glyphs } from "./map-shaders.js";

const glyphWidth = 7;           // pixels from one digit to the next

export class PointLayer {
  id = "points";
  type = "custom";
  renderingMode = "2d";
  stats = { frames: 0, total: 0, most: 0 };

  /** `theme` has colors as [r, g, b] in 0…1: surface, pointEdge, ink, accent, line, land. */
  constructor(points, theme) {
    this.points = points;
    this.theme = theme;
    this.dirty = { points: true, cells: true, lines: true };
    this.grid = null;
    this.sites = null;
    this.focus = null;
    this.lines = new Float32Array(0);
    this.outline = [];
  }

  onAdd(map, gl) {
    this.map = map;
    this.gl = gl;
    this.programs = Object.fromEntries(Object.entries(shaders).map(([name, source]) => [name, program(gl, ...source)]));
    this.corner = buffer(gl, new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]));
    this.atlas = glyphAtlas(gl);
    this.parts = {};
    for (const name of ["outline", "lines", "cells", "glyphs", "points", "sites", "focus"]) this.parts[name] = { vao: gl.createVertexArray(), buffers: [], count: 0 };
  }

  /** Whether cells stand for the points at the current zoom. */
  get showsCells() { return Boolean(this.grid) && this.map.getZoom() < this.grid.pointZoom; }
  get level() { return Math.max(0, Math.min(this.grid.pointZoom - 1, Math.round(this.map.getZoom()))); }

  setPoints(points) { this.points = points; this.dirty.points = true; this.redraw(); }
  setGrid(grid, outline) { Object.assign(this, { grid, outline, uploadedLevel: -1 }); this.dirty.outline = true; this.redraw(); }
  setLines(lines) { this.lines = lines; this.dirty.lines = true; }
  setSites(sites) { this.sites = sites; this.dirty.sites = true; this.redraw(); }
  setFocus(focus) { this.focus = focus; this.dirty.focus = true; this.redraw(); }
  setTheme(theme) { this.theme = theme; this.dirty.points = true; this.redraw(); }
  redraw() { this.map?.triggerRepaint(); }

  render(gl, { defaultProjectionData }) {
    const start = performance.now();
    this.upload(gl);
    const { origin } = this.points;
    const matrix = translated(defaultProjectionData.mainMatrix, origin[0], origin[1]);
    const ratio = this.map.getPixelRatio(), canvas = gl.canvas, { theme, parts } = this;
    const use = (name, uniforms = {}) => {
      const { handle, locations } = this.programs[name];
      gl.useProgram(handle);
      gl.uniformMatrix4fv(locations.u_matrix, false, matrix);
      for (const [key, value] of Object.entries(uniforms)) set(gl, locations[key], value);
    };
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.disable(gl.DEPTH_TEST);
    gl.disable(gl.STENCIL_TEST);
    use("flat", { u_color: [...theme.land, 1] });
    draw(gl, parts.outline, gl.TRIANGLE_FAN);
    use("flat", { u_color: [...theme.line, 1] });
    draw(gl, parts.lines, gl.LINES);
    if (this.showsCells) {
      use("cells", { u_size: parts.cells.size, u_color: theme.accent, u_most: parts.cells.most });
      draw(gl, parts.cells, gl.TRIANGLE_STRIP, 4);
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, this.atlas);
      use("glyphs", { u_pixel: [2 * ratio / canvas.width, 2 * ratio / canvas.height], u_color: theme.ink });
      draw(gl, parts.glyphs, gl.TRIANGLE_STRIP, 4);
    } else {
      use("points", { u_size: ratio * pointSize(this.map.getZoom()), u_edge: theme.pointEdge, u_surface: theme.surface });
      draw(gl, parts.points, gl.POINTS);
    }
    use("points", { u_size: ratio * 20, u_edge: theme.surface });
    draw(gl, parts.sites, gl.POINTS);
    use("points", { u_size: ratio * 30, u_edge: theme.accent });
    draw(gl, parts.focus, gl.POINTS);
    gl.bindVertexArray(null);
    this.measure(performance.now() - start);
  }

  measure(time) {
    this.stats.frames++;
    this.stats.total += time;
    if (time > this.stats.most) this.stats.most = time;
  }

  // Buffers --------------------------------------------------------------------------------------------------

  upload(gl) {
    if (this.dirty.points) this.uploadPoints(gl);
    else if (this.dirty.moved) { this.parts.points.buffers[0].update(this.positions()); this.parts.points.buffers[1].update(this.styles()); }
    if (this.grid && this.showsCells && this.uploadedLevel !== this.level) this.uploadCells(gl);
    if (this.dirty.lines) fill(gl, this.parts.lines, this.lines.length / 2, [[this.lines, 2, gl.FLOAT]]);
    if (this.dirty.outline) fill(gl, this.parts.outline, this.outline.length, [[new Float32Array(this.outline.flat()), 2, gl.FLOAT]]);
    for (const name of ["sites", "focus"]) if (this.dirty[name]) this.uploadMarkers(gl, name);
    this.dirty = {};
  }

  uploadPoints(gl) {
    fill(gl, this.parts.points, this.points.count, [[this.positions(), 2, gl.FLOAT], [this.styles(), 4, gl.UNSIGNED_BYTE, true, 8]]);
  }

  positions() {
    const { count, x, y } = this.points;
    if (this.positionData?.length !== 2 * count) this.positionData = new Float32Array(2 * count);
    const data = this.positionData;
    for (let i = 0, j = 0; i < count; i++) { data[j++] = x[i]; data[j++] = y[i]; }
    return data;
  }

  /** Two colors and the state of each point, 8 bytes; state 255 hides it. */
  styles() {
    const { count, color, colors, state, hidden } = this.points;
    const palette = new Uint32Array(2 * colors.length);
    colors.forEach((label, i) => { const [one, two] = this.theme.tones(label); palette[2 * i] = packed(one); palette[2 * i + 1] = packed(two); });
    if (this.styleData?.length !== 2 * count) this.styleData = new Uint32Array(2 * count);
    const data = this.styleData;
    for (let i = 0, j = 0; i < count; i++) {
      data[j++] = palette[2 * color[i]] | ((hidden[i] ? 255 : state[i]) << 24);
      data[j++] = palette[2 * color[i] + 1];
    }
    return new Uint8Array(data.buffer);
  }

  uploadCells(gl) {
    const cells = this.grid.levels[this.level];
    this.uploadedLevel = this.level;
    const { x, y, count } = cells, total = x.length;
    const data = new Float32Array(3 * total), labels = new Array(total);
    let glyphTotal = 0;
    for (let i = 0; i < total; i++) { labels[i] = shortCount(count[i]); glyphTotal += labels[i].length; }
    const marks = new Float32Array(4 * glyphTotal);
    for (let i = 0, d = 0, m = 0; i < total; i++) {
      data[d++] = x[i];
      data[d++] = y[i];
      data[d++] = count[i];
      const text = labels[i], half = (text.length - 1) / 2;
      for (let k = 0; k < text.length; k++) {
        marks[m++] = x[i];
        marks[m++] = y[i];
        marks[m++] = (k - half) * glyphWidth;
        marks[m++] = glyphs.indexOf(text[k]);
      }
    }
    fill(gl, this.parts.cells, total, [[data, 3, gl.FLOAT]], this.corner);
    fill(gl, this.parts.glyphs, glyphTotal, [[marks, 4, gl.FLOAT]], this.corner);
    Object.assign(this.parts.cells, { size: cells.size, most: cells.most });
  }

  /** Sites are houses (state 4), the focus is a ring (state 5). */
  uploadMarkers(gl, name) {
    const list = name === "sites" ? this.sites ?? [] : this.focus ? [this.focus] : [];
    const { origin } = this.points;
    const positions = new Float32Array(list.flatMap(([x, y]) => [x - origin[0], y - origin[1]]));
    const color = packed(name === "sites" ? this.theme.ink : this.theme.accent), styles = new Uint32Array(2 * list.length);
    list.forEach((_, i) => { styles[2 * i] = color | ((name === "sites" ? 4 : 5) << 24); styles[2 * i + 1] = color; });
    fill(gl, this.parts[name], list.length, [[positions, 2, gl.FLOAT], [new Uint8Array(styles.buffer), 4, gl.UNSIGNED_BYTE, true, 8]]);
  }
}

const shortCount = (n) => (n < 1000 ? String(n) : n < 10_000 ? `${(n / 1000).toFixed(1)}k` : `${Math.round(n / 1000)}k`);
const packed = ([r, g, b]) => Math.round(r * 255) | (Math.round(g * 255) << 8) | (Math.round(b * 255) << 16);

/** Product of a column-major matrix and a translation, computed in double precision. */
function translated(matrix, x, y) {
  const result = Float32Array.from(matrix);
  for (let row = 0; row < 4; row++) result[12 + row] = matrix[row] * x + matrix[4 + row] * y + matrix[12 + row];
  return result;
}

function buffer(gl, data) {
  const handle = gl.createBuffer();
  const update = (values) => { gl.bindBuffer(gl.ARRAY_BUFFER, handle); gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW); };
  update(data);
  return { handle, update };
}

/** Fills a part's buffers: columns of [data, size, type, normalized, stride]; with `corner`, one instance each. */
function fill(gl, part, count, columns, corner) {
  part.count = count;
  if (part.buffers.length) { columns.forEach(([data], i) => part.buffers[i].update(data)); return; }
  gl.bindVertexArray(part.vao);
  let location = 0;
  if (corner) { gl.bindBuffer(gl.ARRAY_BUFFER, corner.handle); gl.enableVertexAttribArray(0); gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0); location = 1; }
  part.buffers = columns.map(([data, size, type, normalized = false, stride = 0]) => {
    const result = buffer(gl, data);
    for (let offset = 0; offset < (stride || 1); offset += stride ? size : 1) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, type, normalized, stride, offset);
      if (corner) gl.vertexAttribDivisor(location, 1);
      location++;
      if (!stride) break;
    }
    return result;
  });
  gl.bindVertexArray(null);
}

function draw(gl, part, mode, vertices) {
  if (!part.count) return;
  gl.bindVertexArray(part.vao);
  if (vertices) gl.drawArraysInstanced(mode, 0, vertices, part.count);
  else gl.drawArrays(mode, 0, part.count);
}

function set(gl, location, value) {
  if (typeof value === "number") gl.uniform1f(location, value);
  else if (value.length === 2) gl.uniform2fv(location, value);
  else if (value.length === 3) gl.uniform3fv(location, value);
  else gl.uniform4fv(location, value);
}
