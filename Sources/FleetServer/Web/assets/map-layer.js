// WebGL 2 layer of the map: graticule, grid cells with their counts, points and sites.
// A frame sets uniforms and draws; buffers change only with the data.
import { pointSize, finest } from "./map-grid.js";
import { mercatorX, mercatorY, shapes } from "./map-points.js";
import { countClasses, shadeOf } from "./map-legend.js";
import { program, shaders, glyphAtlas } from "./map-shaders.js";

const pointsPerStep = 2048;
const noCell = { total: 0, loose: null };

export class PointLayer {
  id = "points";
  type = "custom";
  renderingMode = "2d";
  stats = { frames: 0, total: 0, most: 0 };

  /** `theme` has colors as [r, g, b] in 0…1: surface, pointEdge, ink, accent, line, alarm, and `shades` of cells. */
  constructor(points, theme) {
    this.points = points;
    this.theme = theme;
    this.dirty = { lines: true };
    this.levels = [];
    this.sites = null;
    this.focus = null;
    this.lines = new Float32Array(0);
    this.classes = countClasses(0, 0);
    this.onClasses = () => {};
  }

  onAdd(map, gl) {
    this.map = map;
    this.gl = gl;
    this.programs = Object.fromEntries(Object.entries(shaders).map(([name, source]) => [name, program(gl, ...source)]));
    this.corner = buffer(gl, new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]));
    this.atlas = glyphAtlas(gl);
    this.parts = {};
    for (const name of ["lines", "cells", "glyphs", "points", "loose", "sites", "focus"]) this.parts[name] = { vao: gl.createVertexArray(), buffers: [], count: 0 };
    map.on("moveend", () => this.classify());
  }

  /** The zoom whose level is drawn. */
  get zoom() { return Math.max(0, Math.min(finest, Math.round(this.map.getZoom()))); }

  /** What is drawn: cells, and the points that are in none. Until the level of the zoom is there, it is that of the next one. */
  get level() {
    for (let away = 0; away <= finest; away++) {
      const level = this.levels[this.zoom - away] ?? this.levels[this.zoom + away];
      if (level) return level;
    }
    return noCell;
  }

  /** Shows points that were painted. */
  setPoints(points) {
    if (points !== this.points) this.levels = [];           // they list points by index
    Object.assign(this, { points, changed: null });
    this.dirty.points = true;
    this.redraw();
  }

  setLevel(zoom, level) { this.levels[zoom] = level; this.redraw(); }
  setLines(lines) { this.lines = lines; this.dirty.lines = true; }
  /** Sites as [x, y, whether in alarm]. */
  setSites(sites) { this.sites = sites; this.dirty.sites = true; this.redraw(); }
  setFocus(focus) { this.focus = focus; this.dirty.focus = true; this.redraw(); }
  setTheme(theme) { this.theme = theme; Object.assign(this.dirty, { sites: true, focus: true }); this.redraw(); }
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
    use("flat", { u_color: [...theme.line, 1] });
    draw(gl, parts.lines, gl.LINES);
    const { level } = this;
    if (level.total) {
      use("cells", { u_size: level.size, u_bounds: this.bounds, u_shades: theme.shades });
      draw(gl, parts.cells, gl.TRIANGLE_STRIP, 4);
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, this.atlas);
      use("glyphs", { u_pixel: [2 * ratio / canvas.width, 2 * ratio / canvas.height], u_color: theme.ink });
      draw(gl, parts.glyphs, gl.TRIANGLE_STRIP, 4);
    }
    const marker = { u_edge: theme.pointEdge, u_surface: theme.surface, u_alarm: theme.alarm };
    use("points", { u_size: ratio * pointSize(this.map.getZoom()), ...marker });
    if (level.total) drawListed(gl, parts.loose);
    else draw(gl, parts.points, gl.POINTS);
    use("points", { ...marker, u_size: ratio * 20, u_edge: theme.surface });
    draw(gl, parts.sites, gl.POINTS);
    use("points", { ...marker, u_size: ratio * 30, u_edge: theme.accent });
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
    else if (this.changed) this.uploadChanged();
    if (this.level !== this.uploadedLevel) this.uploadLevel(gl);
    if (this.dirty.lines) fill(gl, this.parts.lines, this.lines.length / 2, [[this.lines, 2, gl.FLOAT]]);
    for (const name of ["sites", "focus"]) if (this.dirty[name]) this.uploadMarkers(gl, name);
    this.dirty = {};
    this.changed = null;
  }

  uploadPoints(gl) {
    const { count, positions, styles } = this.points;
    fill(gl, this.parts.points, count, [[positions, 2, gl.FLOAT], [styles, 4, gl.UNSIGNED_BYTE, true, 8]]);
  }

  /** Changes come in the order of their IDs, as points do: those of a frame are near each other. */
  uploadChanged() {
    const { positions, styles } = this.points, [first, last] = this.changed;
    [positions, styles].forEach((data, i) => this.parts.points.buffers[i].updatePart(data, 2 * first, 2 * (last - first + 1)));
  }

  /** Shows a changed point with the next frame. */
  change(index) {
    paint(this.points, index);
    const [first, last] = this.changed ?? [index, index];
    this.changed = [Math.min(first, index), Math.max(last, index)];
    this.redraw();
  }

  /** Computes the styles of points with the colors of the theme. */
  *paintSteps(points) {
    const { theme } = this;
    points.palette = new Uint32Array(2 * points.colors.length);
    points.styles ??= new Uint32Array(2 * points.count);
    for (const [i, label] of points.colors.entries()) {
      points.palette.set(theme.tones(label).map(packed), 2 * i);
      yield;
    }
    for (let i = 0; i < points.count; i++) {
      if (i % pointsPerStep === 0) yield;
      paint(points, i);
    }
    points.theme = theme;
  }

  uploadLevel(gl) {
    const { level, parts } = this;
    this.uploadedLevel = level;
    if (level.total) {
      fill(gl, parts.cells, level.total, [[level.cells, 3, gl.FLOAT]], this.corner);
      fill(gl, parts.glyphs, level.glyphTotal, [[level.glyphs, 4, gl.FLOAT]], this.corner);
      list(gl, parts.loose, level.loose, parts.points);
    }
    this.classify();
  }

  /** Scales the shades to the cells in view. */
  classify() {
    const { level, points: { origin } } = this, bounds = this.map.getBounds(), [[west, north], [east, south]] = [bounds.getNorthWest(), bounds.getSouthEast()].map(mercator);
    const half = level.size / 2;
    let least = Infinity, most = 0;
    for (let i = 0; i < 3 * level.total; i += 3) {
      const x = level.cells[i] + origin[0], y = level.cells[i + 1] + origin[1];
      if (x + half < west || x - half > east || y + half < north || y - half > south) continue;
      least = Math.min(least, level.cells[i + 2]);
      most = Math.max(most, level.cells[i + 2]);
    }
    this.classes = countClasses(least, most);
    const shades = this.classes.bounds.map((_, i) => shadeOf(this.classes, i));
    this.bounds = [1, 2, 3, 4].map((shade) => this.classes.bounds[shades.indexOf(shade)] ?? (shade < (shades[0] ?? 1) ? 0 : Infinity));
    this.onClasses();
    this.redraw();
  }

  /** Sites are houses (shape 4), the focus is a ring (shape 5). */
  uploadMarkers(gl, name) {
    const markers = name === "sites" ? this.sites ?? [] : this.focus ? [this.focus] : [];
    const { origin } = this.points;
    const positions = new Float32Array(markers.flatMap(([x, y]) => [x - origin[0], y - origin[1]]));
    const color = packed(name === "sites" ? this.theme.ink : this.theme.accent), styles = new Uint32Array(2 * markers.length);
    markers.forEach(([, , isAlarm], i) => { styles[2 * i] = color | ((name === "sites" ? 4 : 5) << 24); styles[2 * i + 1] = color | (isAlarm ? alarmBit : 0); });
    fill(gl, this.parts[name], markers.length, [[positions, 2, gl.FLOAT], [new Uint8Array(styles.buffer), 4, gl.UNSIGNED_BYTE, true, 8]]);
  }
}

const packed = ([r, g, b]) => Math.round(r * 255) | (Math.round(g * 255) << 8) | (Math.round(b * 255) << 16);

const alarmBit = 1 << 24;
const mercator = ({ lng, lat }) => [mercatorX(lng), mercatorY(lat)];

/** Two colors, the shape of the state and the alarm of a point, 8 bytes; shape 255 hides it. */
function paint({ styles, palette, color, state, hidden, alarm }, index) {
  styles[2 * index] = palette[2 * color[index]] | ((hidden[index] ? 255 : shapes[state[index]]) << 24);
  styles[2 * index + 1] = palette[2 * color[index] + 1] | (alarm[index] ? alarmBit : 0);
}

/** Product of a column-major matrix and a translation, computed in double precision. */
function translated(matrix, x, y) {
  const result = Float32Array.from(matrix);
  for (let row = 0; row < 4; row++) result[12 + row] = matrix[row] * x + matrix[4 + row] * y + matrix[12 + row];
  return result;
}

function buffer(gl, data) {
  const handle = gl.createBuffer();
  const update = (values) => { gl.bindBuffer(gl.ARRAY_BUFFER, handle); gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW); };
  const updatePart = (values, start, length) => { gl.bindBuffer(gl.ARRAY_BUFFER, handle); gl.bufferSubData(gl.ARRAY_BUFFER, start * values.BYTES_PER_ELEMENT, values, start, length); };
  update(data);
  return { handle, update, updatePart };
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

/** Lists the points that a part draws of the buffers of all points. */
function list(gl, part, indices, all) {
  gl.bindVertexArray(part.vao);
  if (!part.buffers.length) {
    part.buffers = all.buffers;
    const [positions, styles] = all.buffers;
    gl.bindBuffer(gl.ARRAY_BUFFER, positions.handle);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, styles.handle);
    for (const location of [1, 2]) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, 4, gl.UNSIGNED_BYTE, true, 8, 4 * (location - 1));
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  }
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.DYNAMIC_DRAW);
  part.count = indices.length;
  gl.bindVertexArray(null);
}

function drawListed(gl, part) {
  if (!part.count) return;
  gl.bindVertexArray(part.vao);
  gl.drawElements(gl.POINTS, part.count, gl.UNSIGNED_INT, 0);
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
  else if (value.length === 4) gl.uniform4fv(location, value);
  else gl.uniformMatrix4fv(location, false, value);
}
