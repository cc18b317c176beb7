// The legend of a map: the classes of counts that the shades of cells stand for, and the markers. CountClasses.swift makes the same for pictures.
import { element, icon } from "./cells.js";
import { localized, ungrouped } from "./texts.js";
import { restrictionName } from "./map-zones.js";
import { states, word } from "./words.js";

const levels = 4;
const steps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** Classes of counts from the least to the largest one in view, each some times as large as the one before: `bounds` has the least count of each. */
export function countClasses(least, most) {
  const bounds = most < 2 ? [] : [least];
  for (let level = 1; level < levels && most > least; level++) {
    const bound = rounded(least * (most / least) ** (level / levels));
    if (bound > bounds.at(-1) && bound <= most) bounds.push(bound);
  }
  return { bounds, most };
}

/** Shade of a class, 1 to 4; the last class always has the darkest one. */
export const shadeOf = ({ bounds }, index) => index + 1 + levels - bounds.length;

/** A count in at most four characters, such as 12k. */
export const shortCount = (n) => (n < 1000 ? String(n) : n < 10_000 ? `${ungrouped((Math.floor(n / 100) / 10).toFixed(1))}k` : `${Math.floor(n / 1000)}k`);

/** Rounds to a number with few digits. */
function rounded(number) {
  const power = 10 ** Math.floor(Math.log10(number)), digit = number / power;
  return Math.round(power * steps.reduce((best, step) => (Math.abs(step - digit) < Math.abs(best - digit) ? step : best)));
}

/** Shows the legend in its element; `classes` of cells or null, bit sets of the states, restrictions of zones, and what else is on the map. */
export class Legend {
  constructor(holder) { this.holder = holder; }

  show({ classes, present = 0, zones, hasAlarm, hasSites }) {
    const key = [classes?.bounds, classes?.most, present, hasAlarm, hasSites, zones].join();
    if (!this.holder || key === this.key) return;
    this.key = key;
    const shades = (classes?.bounds ?? []).map((bound, i) => {
      const last = (classes.bounds[i + 1] ?? classes.most + 1) - 1;
      return element("span", `key shade l${shadeOf(classes, i)}`, bound === last ? shortCount(bound) : `${shortCount(bound)}–${shortCount(last)}`);
    });
    const marks = states.filter((_, i) => present & (1 << i)).map((state) => [state, word(state)]);
    if (hasAlarm) marks.push(["alarm", localized("alarm")]);
    if (hasSites) marks.push(["site", localized("station")]);
    const outlines = zones.map((restriction) => element("span", "key", icon(`zone-${restriction}`, "mark"), restrictionName(restriction)));
    if (shades.length) shades.unshift(element("span", "muted", localized("In a square:")));
    this.holder.replaceChildren(...shades, ...marks.map(([name, text]) => element("span", "key", icon(`mark-${name}`, "mark"), text)), ...outlines);
  }
}
