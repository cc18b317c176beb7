// Words of the data in the language of the page; one that is not known stays as it is.
import { localized } from "./texts.js";

const words = new Map(Object.entries({
  available: localized("available"), reserved: localized("reserved"), disabled: localized("disabled"),
  unknown: localized("unknown"), other: localized("other"),
  // Form factors
  bicycle: localized("bicycle"), cargo_bicycle: localized("cargo bicycle"), car: localized("car"), moped: localized("moped"),
  scooter: localized("scooter"), scooter_standing: localized("standing scooter"), scooter_seated: localized("seated scooter"),
  // Tones of colors
  black: localized("black"), blue: localized("blue"), brown: localized("brown"), cyan: localized("cyan"), gray: localized("gray"),
  green: localized("green"), grey: localized("grey"), orange: localized("orange"), pink: localized("pink"),
  purple: localized("purple"), red: localized("red"), white: localized("white"), yellow: localized("yellow"),
}));

const titles = new Map(Object.entries({
  source: localized("Source"), state: localized("State"), color: localized("Color"), battery: localized("Battery"), range: localized("Range"),
  type: localized("Type"), distance: localized("Distance"), station: localized("Station"), location: localized("Location"),
  reported: localized("Reported"),
}));

/** Returns the name of a state or a form factor. */
export const word = (value) => words.get(value) ?? value.replaceAll("_", " ");

/** Returns the name of a color, whose tones are joined by hyphens. */
export const colorName = (label) => label.split("-").map((tone) => words.get(tone) ?? tone).join("-");

/** Returns the title of a column. */
export const columnTitle = (name) => titles.get(name) ?? name;
