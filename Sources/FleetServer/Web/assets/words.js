// Words of the data in the language of the page; one that is not known stays as it is.
import { localized } from "./texts.js";

const words = new Map(Object.entries({
  available: localized("available"), reserved: localized("reserved"), disabled: localized("disabled"),
  unknown: localized("unknown"), on_trip: localized("on trip"), stopped: localized("stopped"), non_operational: localized("non-operational"),
  non_contactable: localized("non-contactable"), missing: localized("missing"), elsewhere: localized("elsewhere"), removed: localized("removed"),
  in_use: localized("in use"), in_repair: localized("in repair"), lent: localized("lent"), stolen: localized("stolen"),
  retired: localized("retired"),
  other: localized("other"),
  // Form factors
  bicycle: localized("bicycle"), bus: localized("bus"), delivery_robot: localized("delivery robot"), motorcycle: localized("motorcycle"),
  truck: localized("truck"), cargo_bicycle: localized("cargo bicycle"), car: localized("car"), moped: localized("moped"),
  scooter: localized("scooter"), scooter_standing: localized("standing scooter"), scooter_seated: localized("seated scooter"),
  // Tones of colors
  beige: localized("beige"), bright: localized("bright"), dark: localized("dark"), gold: localized("gold"), light: localized("light"),
  lime: localized("lime"), magenta: localized("magenta"), navy: localized("navy"), olive: localized("olive"), pale: localized("pale"),
  silver: localized("silver"), sky: localized("sky"), teal: localized("teal"), turquoise: localized("turquoise"), violet: localized("violet"),
  black: localized("black"), blue: localized("blue"), brown: localized("brown"), cyan: localized("cyan"), gray: localized("gray"),
  green: localized("green"), grey: localized("grey"), orange: localized("orange"), pink: localized("pink"),
  purple: localized("purple"), red: localized("red"), white: localized("white"), yellow: localized("yellow"),
}));

const titles = new Map(Object.entries({
  code: localized("Code"), name: localized("Name"), source: localized("Source"), state: localized("State"), color: localized("Color"), battery: localized("Battery"), range: localized("Range"),
  type: localized("Type"), distance: localized("Distance"), station: localized("Station"), location: localized("Location"),
  reported: localized("Reported"),
}));

/** The states of vehicles in the order of the points document. */
export const states = [
  "available", "reserved", "disabled", "unknown", "on_trip", "stopped", "non_operational", "non_contactable", "missing", "elsewhere", "removed",
  "in_use", "in_repair", "lent", "stolen", "retired",
];

/** States in which vehicles are not in the public space, which only a filter shows. */
export const statesElsewhere = new Set(["missing", "elsewhere", "removed", "stolen", "retired"]);

/** Returns the name of a state or a form factor. */
export const word = (value) => words.get(value) ?? value.replaceAll("_", " ");

/** Returns the name of a color, whose tones are joined by hyphens. */
export const colorName = (label) => label.split("-").map((tone) => words.get(tone) ?? tone).join("-");

/** Returns the title of a column. */
export const columnTitle = (name) => titles.get(name) ?? name;
