// Shaders of the map layer. Attributes have fixed locations in the order of their buffers.
import { decimal } from "./texts.js";

const points = [`#version 300 es
layout(location=0) in vec2 a_position; layout(location=1) in vec4 a_one; layout(location=2) in vec4 a_two;
uniform mat4 u_matrix; uniform float u_size;
out vec3 v_one; out vec3 v_two; flat out int v_state; flat out float v_room;
void main() {
  v_one = a_one.rgb; v_two = a_two.rgb; v_state = int(a_one.a * 255.0 + 0.5);
  // The mark of an alarm needs room beside the marker.
  v_room = a_two.a > 0.0 ? 1.7 : 1.0;
  gl_Position = v_state == 255 ? vec4(2.0, 2.0, 2.0, 1.0) : u_matrix * vec4(a_position, 0.0, 1.0);
  gl_PointSize = u_size * v_room;
}`, `#version 300 es
precision highp float;
in vec3 v_one; in vec3 v_two; flat in int v_state; flat in float v_room;
uniform vec3 u_edge; uniform vec3 u_surface; uniform vec3 u_alarm; uniform float u_size;
out vec4 color;
void main() {
  vec2 p = (gl_PointCoord * 2.0 - 1.0) * v_room;
  float soft = 2.0 / u_size, d = length(p);
  // Shapes tell states apart: disk available, ring in use, square out of service, small disk unknown or elsewhere, house site.
  if (v_state == 2) d = max(abs(p.x), abs(p.y)) * 1.15;
  else if (v_state == 3) d = d * 1.35;
  else if (v_state == 4) d = max(max(abs(p.x) * 1.2, p.y * 1.15), (abs(p.x) - p.y) * 0.72);
  float alpha = 1.0 - smoothstep(1.0 - soft, 1.0, d);
  float edge = smoothstep(0.84 - soft, 0.84 + soft * 0.5, d);
  float hole = v_state == 1 ? 1.0 - smoothstep(0.38 - soft, 0.38 + soft, d) : 0.0;
  if (v_state == 5) { alpha *= smoothstep(0.78 - soft, 0.78, d); edge = 1.0; }
  color = vec4(mix(mix(p.x < 0.0 ? v_one : v_two, u_edge, edge), u_surface, hole), 1.0) * alpha;
  if (v_room > 1.0) {
    // A triangle at the upper right, on a rim that sets it off from the marker.
    vec2 q = p - vec2(0.78, -0.74);
    float t = max(q.y - 0.42, abs(q.x) * 0.87 - q.y * 0.5 - 0.42);
    color = mix(color, vec4(u_surface, 1.0), 1.0 - smoothstep(0.14, 0.14 + soft, t));
    color = mix(color, vec4(u_alarm, 1.0), 1.0 - smoothstep(0.0, soft, t));
  }
}`];

const cells = [`#version 300 es
layout(location=0) in vec2 a_corner; layout(location=1) in vec3 a_cell;
uniform mat4 u_matrix; uniform float u_size; uniform vec4 u_bounds; uniform mat4 u_shades;
out vec2 v_corner; flat out vec3 v_color;
void main() {
  v_corner = a_corner;
  // Column 0 to 3 of the shades: 1 + the number of classes that a count exceeds.
  int shade = int(dot(step(u_bounds, vec4(a_cell.z)), vec4(1.0))) - 1;
  v_color = u_shades[clamp(shade, 0, 3)].rgb;
  gl_Position = u_matrix * vec4(a_cell.xy + (a_corner - 0.5) * u_size * 0.94, 0.0, 1.0);
}`, `#version 300 es
precision highp float;
in vec2 v_corner; flat in vec3 v_color;
out vec4 color;
void main() {
  vec2 q = abs(v_corner - 0.5) - 0.44;
  float d = length(max(q, 0.0));
  color = vec4(v_color, 1.0) * 0.94 * (1.0 - smoothstep(0.045, 0.06, d));
}`];

const glyphShaders = [`#version 300 es
layout(location=0) in vec2 a_corner; layout(location=1) in vec4 a_glyph;
uniform mat4 u_matrix; uniform vec2 u_pixel;
out vec2 v_at;
void main() {
  vec4 anchor = u_matrix * vec4(a_glyph.xy, 0.0, 1.0);
  vec2 offset = vec2(a_glyph.z + (a_corner.x - 0.5) * 8.0, (0.5 - a_corner.y) * 16.0);
  gl_Position = anchor + vec4(offset * u_pixel * anchor.w, 0.0, 0.0);
  v_at = vec2((a_glyph.w + a_corner.x) / 12.0, a_corner.y);
}`, `#version 300 es
precision highp float;
in vec2 v_at; uniform sampler2D u_atlas; uniform vec3 u_color;
out vec4 color;
void main() { color = vec4(u_color, 1.0) * texture(u_atlas, v_at).a; }`];

const flat = [`#version 300 es
layout(location=0) in vec2 a_position; uniform mat4 u_matrix;
void main() { gl_Position = u_matrix * vec4(a_position, 0.0, 1.0); }`, `#version 300 es
precision highp float; uniform vec4 u_color; out vec4 color;
void main() { color = u_color; }`];

export const shaders = { points, cells, glyphs: glyphShaders, flat };

/** Characters of cell counts, in the order of the atlas. */
export const glyphs = `0123456789${decimal}k`;

/** Compiles a program and finds its uniforms. */
export function program(gl, vertex, fragment) {
  const handle = gl.createProgram();
  for (const [type, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(handle, shader);
  }
  gl.linkProgram(handle);
  if (!gl.getProgramParameter(handle, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(handle));
  const locations = {};
  for (let i = 0; i < gl.getProgramParameter(handle, gl.ACTIVE_UNIFORMS); i++) {
    const { name } = gl.getActiveUniform(handle, i);
    locations[name] = gl.getUniformLocation(handle, name);
  }
  return { handle, locations };
}

/** Draws the digits once into a texture of 12 cells of 16 × 32 texels. */
export function glyphAtlas(gl) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: 12 * 16, height: 32 });
  const context = canvas.getContext("2d");
  Object.assign(context, { font: '600 23px ui-monospace, "DejaVu Sans Mono", monospace', textAlign: "center", textBaseline: "middle", fillStyle: "#fff" });
  [...glyphs].forEach((glyph, i) => context.fillText(glyph, i * 16 + 8, 17));
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return texture;
}
