// What a map shows beside a marker: a tooltip for the marker under the pointer or the keyboard's, and a card for the selected one.
import { element, icon } from "./cells.js";
import { localized } from "./texts.js";

const gap = 16, margin = 8;
const dockedWidth = 560;        // narrower maps have the card at their bottom

/** A box beside a location of a map, which it never covers; it follows the map. */
class Beside {
  constructor(map, section, box) {
    Object.assign(this, { map, box });
    box.classList.add("beside");
    this.observer = new ResizeObserver(() => { this.size = [box.offsetWidth, box.offsetHeight]; this.place(); });
    section.append(box);
    this.observer.observe(box);
    this.follow = () => this.place();
    this.measure = () => { const { clientWidth, clientHeight } = map.getContainer(); this.room = [clientWidth, clientHeight]; this.place(); };
    map.on("move", this.follow);
    map.on("resize", this.measure);
    this.measure();
  }

  /** `at` is [lng, lat], or null while the box is hidden. */
  moveTo(at) { this.at = at; this.place(); }

  /** Runs in every frame of a move, so it reads no sizes, which would force a layout. */
  place() {
    if (!this.at || !this.size?.[0]) return;
    const [width, height] = this.room, [w, h] = this.size;
    const { x, y } = this.map.project(this.at);
    const [left, top] = position(x, y, w, h, width, height);
    const isOutside = x < -gap || y < -gap || x > width + gap || y > height + gap;
    this.box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    this.box.classList.toggle("outside", isOutside);
  }

  remove() {
    this.observer.disconnect();
    this.map.off("move", this.follow);
    this.map.off("resize", this.measure);
    this.box.remove();
  }
}

/** To the right of a point, else to the left, above or below it. */
function position(x, y, w, h, width, height) {
  const within = (value, length, room) => Math.max(margin, Math.min(room - length - margin, value));
  const top = within(y - h / 2, h, height);
  if (x + gap + w + margin <= width) return [Math.max(margin, x + gap), top];
  if (x - gap - w >= margin) return [x - gap - w, top];
  const left = within(x - w / 2, w, width);
  return y - gap - h >= margin ? [left, y - gap - h] : [left, Math.min(height - h - margin, y + gap)];
}

/** The tooltip: a title and what is known at once. */
export class Tip {
  constructor(map, section) {
    this.box = element("div", "map-tip");
    this.box.hidden = true;
    this.beside = new Beside(map, section, this.box);
  }

  show(at, title, text) {
    const key = `${title}\n${text}`;
    if (key !== this.key) this.box.replaceChildren(element("strong", "", title), text ? element("span", "muted", text) : "");
    this.key = key;
    this.box.hidden = false;
    this.beside.moveTo(at);
  }

  hide() {
    this.box.hidden = true;
    this.beside.moveTo(null);
  }
}

/** The card of a selected marker. On narrow maps it is at the bottom. */
export class Card {
  constructor(map, section, at, { title, href, content, onClose }) {
    const close = element("button", "btn quiet icon-only small", icon("close"));
    close.type = "button";
    close.setAttribute("aria-label", localized("Close"));
    close.addEventListener("click", onClose);
    this.link = href ? element("a", "btn primary small", localized("Open")) : null;
    if (href) this.link.href = href;
    this.line = element("div", "facts-line", ...content);
    this.box = element("div", "map-card", element("header", "", element("span", "id grow", title), this.link, close), this.line);
    this.box.setAttribute("role", "group");
    this.box.setAttribute("aria-label", title);
    this.box.addEventListener("keydown", (event) => { if (event.key === "Escape") { event.stopPropagation(); onClose(); } });
    this.isDocked = map.getContainer().clientWidth < dockedWidth;
    if (this.isDocked) section.append(this.box);
    else this.beside = new Beside(map, section, this.box);
    this.moveTo(at);
    if (this.isDocked) this.uncover(map, at);
  }

  moveTo(at) { this.beside?.moveTo(at); }

  /** Moves the map if the card at its bottom covers the marker. */
  uncover(map, at) {
    const { y } = map.project(at), { clientHeight } = map.getContainer();
    const covered = y + gap - (clientHeight - this.box.offsetHeight - margin);
    if (covered > 0) map.panBy([0, covered + margin]);
  }

  focus() { (this.link ?? this.box.querySelector("a") ?? this.box.querySelector("button")).focus(); }

  remove() {
    if (this.beside) this.beside.remove();
    else this.box.remove();
  }
}
