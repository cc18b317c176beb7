// Texts of the scripts in the language of the page. The English text is the key of its translation, so that a test finds
// those without one: `localized` and `counted` are called with literals.

/** Language tag of the page. */
export const language = document.documentElement.lang || "en";

const translations = language === "en" ? {} : await load();
const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language);

/** The separator before the fraction of a number. */
export const decimal = numbers.formatToParts(0.5).find(({ type }) => type === "decimal").value;

/** Tag for dates and times: the language of the page as the browser's region writes it. */
export const locale = navigator.languages?.find((tag) => tag.split("-")[0] === language) ?? language;

/** Without its texts, a page has those of its scripts in English. */
async function load() {
  try { return await (await fetch(new URL(`texts-${language}.json`, import.meta.url))).json(); } catch { return {}; }
}

function filled(text, values) { return text.replace(/\{(\d)\}/g, (place, index) => values[index] ?? place); }

/** Returns a text with values in place of `{0}`, `{1}` …; a place without a value stays, for `around`. */
export function localized(english, ...values) { return filled(translations[english] ?? english, values); }

/** Returns a text with a number in place of `{0}`; `other` is the key of its translations. */
export function counted(number, one, other, ...values) {
  const form = plurals.select(number);
  const known = translations[other];
  const english = form === "one" ? one : other;
  return filled(known?.[form] ?? known?.other ?? english, [numbers.format(number), ...values]);
}

/** Returns a number with the separators of the language. */
export function number(value) { return numbers.format(value); }

/** Returns a number, or its digits with a point, with the decimal separator of the language and no others. */
export function ungrouped(value) { return String(value).replace(".", decimal); }

/** Returns a text with an element in place of `{0}`, as children of an element. */
export function around(text, element) {
  const [before, after = ""] = text.split("{0}");
  return [before, element, after];
}
