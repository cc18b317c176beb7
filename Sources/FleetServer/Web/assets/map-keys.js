// A map by keyboard: j and k step through what is on it, the nearest to its center first; Enter opens it.
import { element } from "./cells.js";
import { localized, number } from "./texts.js";

const mostTargets = 1000;
const hint = [["j k", localized("next, previous")], ["Enter", localized("open")], ["← ↑ → ↓", localized("move")], ["+ −", localized("zoom")]];

export class MapKeys {
  /** `actions`: targets() as [{x, y, …}] in Mercator units, show(target), hide(), open(target), close(). */
  constructor(map, section, actions) {
    Object.assign(this, { map, actions, index: -1, targets: null });
    const canvas = map.getCanvas();
    canvas.setAttribute("aria-label", localized("{0}. J and K step through what it shows, Enter opens it. Arrow keys move the map, plus and minus zoom.", section.getAttribute("aria-label")));
    canvas.addEventListener("keydown", (event) => this.press(event));
    canvas.addEventListener("blur", () => this.leave());
    map.on("move", () => { this.targets = null; });
    this.status = element("p", "sr");
    this.status.setAttribute("role", "status");
    const keys = element("p", "map-keys", ...hint.flatMap(([key, text]) => [element("kbd", "", key), ` ${text} `]));
    keys.setAttribute("aria-hidden", "true");
    section.append(this.status, keys);
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === "j" || key === "k") this.step(key === "j" ? 1 : -1);
    else if (key === "Enter" && this.current) this.actions.open(this.current);
    else if (key === "Escape") { this.leave(); this.actions.close(); }
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  step(by) {
    if (!this.targets) { this.targets = this.collect(); this.index = by > 0 ? -1 : 0; }
    const { length } = this.targets;
    if (!length) { this.status.textContent = localized("Nothing is in view."); return; }
    this.index = (this.index + by + length) % length;
    this.current = this.targets[this.index];
    const text = this.actions.show(this.current);
    this.status.textContent = localized("{0}, {1} of {2}", text, number(this.index + 1), number(length));
  }

  collect() {
    const { x: cx, y: cy } = this.actions.center();
    const far = ({ x, y }) => (x - cx) ** 2 + (y - cy) ** 2;
    return this.actions.targets().sort((a, b) => far(a) - far(b)).slice(0, mostTargets);
  }

  leave() {
    if (!this.current) return;
    this.current = null;
    this.targets = null;
    this.actions.hide();
  }
}
