// The zones in view as a list below a map, which needs no pointer: an entry highlights its zone on the map and shows all of it.
import { element } from "./cells.js";
import { zoneRules } from "./map-zones.js";
import { counted, localized, number } from "./texts.js";

const mostListed = 100;

export class ZoneList {
  /** `actions`: highlight(zone or null), show(zone), with features of the API. */
  constructor(section, actions) {
    Object.assign(this, { actions, zones: [], entries: [], summary: element("summary"), list: element("ul") });
    this.box = element("details", "map-zones", this.summary, this.list);
    this.box.hidden = true;
    this.box.addEventListener("toggle", () => this.render());
    this.list.addEventListener("focusout", () => actions.highlight(null));
    section.after(this.box);
  }

  /** Lists zones; the one with the focus keeps it. */
  set(zones) {
    if (zones.length === this.zones.length && zones.every((zone, i) => zone === this.zones[i])) return;
    this.zones = zones;
    this.box.hidden = !zones.length;
    this.summary.textContent = counted(zones.length, "{0} zone in view", "{0} zones in view");
    this.render();
  }

  render() {
    const focused = this.entries.find(({ button }) => button === document.activeElement)?.zone;
    const listed = this.box.open ? this.zones : [];
    this.entries = listed.slice(0, mostListed).map((zone) => ({ zone, button: this.button(zone) }));
    const more = listed.length - this.entries.length;
    this.list.replaceChildren(...this.entries.map(({ button }) => element("li", "", button)), more ? element("li", "muted", localized("and {0} more", number(more))) : "");
    if (!focused) return;
    const { button } = this.entries.find(({ zone }) => isSame(zone, focused)) ?? {};
    if (button) button.focus({ preventScroll: true });
    else this.actions.highlight(null);
  }

  button(zone) {
    const result = element("button", "btn quiet", element("strong", "", zone.properties.name), ...zoneRules(zone.properties).flatMap((rule) => [" ", rule]));
    result.type = "button";
    result.addEventListener("focus", () => this.actions.highlight(zone));
    result.addEventListener("click", () => { result.focus(); this.actions.show(zone); });
    return result;
  }
}

/** Whether a zone is another one as it was loaded for another view. */
const isSame = (one, other) => one === other || JSON.stringify(one.properties) === JSON.stringify(other.properties);
