// Graticule: meridians and parallels of the view, with their degrees at the edges, so that a map without tiles has a scale.
import { element } from "./cells.js";
import { mercatorX, mercatorY } from "./map-points.js";
import { localized, ungrouped } from "./texts.js";

const steps = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005];
const leastPixels = 84;

export class Graticule {
  constructor(map, layer, host) {
    Object.assign(this, { map, layer });
    this.labels = [];
    this.holder = element("div", "map-degrees");
    this.holder.setAttribute("aria-hidden", "true");
    host.append(this.holder);
    map.on("move", () => this.update());
    map.on("resize", () => this.measure());
    this.measure();
  }

  /** Reads the size only when it changes: reading it in every frame would force a layout. */
  measure() {
    const { clientWidth, clientHeight } = this.map.getContainer();
    this.size = [clientWidth, clientHeight];
    this.update();
  }

  update() {
    const { map, layer } = this;
    const bounds = map.getBounds(), [width, height] = this.size;
    const west = bounds.getWest(), east = bounds.getEast(), south = bounds.getSouth(), north = bounds.getNorth();
    // A map that is resized moves before it tells its size: the same bounds then have other places.
    const key = [west, south, east, north, width, height].join();
    if (key === this.key || !(east > west)) return;
    this.key = key;
    const step = steps.findLast?.((s) => ((s * width) / (east - west)) >= leastPixels) ?? 30;
    const [ox, oy] = layer.points.origin, lines = [], digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    const left = mercatorX(west), right = mercatorX(east), top = mercatorY(north), bottom = mercatorY(south);
    this.used = 0;
    for (let i = Math.ceil(west / step); i * step <= east; i++) {
      const x = mercatorX(i * step);
      lines.push(x - ox, top - oy, x - ox, bottom - oy);
      this.label(longitude(i * step, digits), ((x - left) / (right - left)) * width + 3, height - 72, width, height);
    }
    for (let i = Math.ceil(south / step); i * step <= north; i++) {
      const y = mercatorY(i * step);
      lines.push(left - ox, y - oy, right - ox, y - oy);
      this.label(latitude(i * step, digits), 6, ((y - top) / (bottom - top)) * height - 13, width, height);
    }
    for (const label of this.labels.slice(this.used)) label.hidden = true;
    layer.setLines(new Float32Array(lines));
  }

  /** Moves one label; labels are reused. Those under the map's own buttons and texts are left out. */
  label(text, x, y, width, height) {
    if (x > width - 70 || y < 34 || y > height - 66) return;
    let label = this.labels[this.used];
    if (!label) this.holder.append(label = this.labels[this.used] = element("span"));
    this.used++;
    if (label.hidden) label.hidden = false;
    if (label.textContent !== text) label.textContent = text;
    const transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    if (label.style.transform !== transform) label.style.transform = transform;
  }
}

function longitude(value, digits) {
  const degrees = ungrouped(Math.abs(value).toFixed(digits));
  return value < 0 ? localized("{0}° W", degrees) : localized("{0}° E", degrees);
}

function latitude(value, digits) {
  const degrees = ungrouped(Math.abs(value).toFixed(digits));
  return value < 0 ? localized("{0}° S", degrees) : localized("{0}° N", degrees);
}
