/**
 * gettext for the browser. The msgid is the English text, so English needs no catalogue and a missing translation
 * still reads. Catalogues are `{msgid: text | [form, form, …]}` in the order of gettext's plural forms.
 */

/** @typedef {Record<string, string | string[]>} Catalogue */
/** @typedef {Record<string, string | number>} Values */

const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];

/** @type {Map<string, string | string[]>} */
let catalogue = new Map();
let language = "en";
let plural = new Intl.PluralRules("en");
let categories = ["one", "other"];

/** @param {string} lang @param {Catalogue} [texts] */
export function useCatalogue(lang, texts = {}) {
  language = lang;
  plural = new Intl.PluralRules(lang);
  const known = plural.resolvedOptions().pluralCategories;
  categories = CATEGORIES.filter((name) => known.includes(/** @type {any} */ (name)));
  catalogue = new Map(Object.entries(texts));
}

/** Fetches and uses a catalogue; on any trouble the page stays English. @param {string} lang @param {string} url */
export async function loadCatalogue(lang, url) {
  if (!url || lang === "en") return useCatalogue(lang);
  try {
    const answer = await fetch(url);
    useCatalogue(lang, answer.ok ? await answer.json() : {});
  } catch {
    useCatalogue("en");
  }
}

/** @param {string} text @param {Values} values */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** @param {string} msgid @param {Values} [values] */
export function gettext(msgid, values = {}) {
  const text = catalogue.get(msgid);
  return fill((Array.isArray(text) ? text[0] : text) || msgid, values);
}

/** @param {string} one @param {string} other @param {number} n @param {Values} [values] `n` is always among them */
export function ngettext(one, other, n, values = {}) {
  const forms = catalogue.get(one);
  const all = { n, ...values };
  if (!Array.isArray(forms)) return fill(forms || (n === 1 ? one : other), all);
  // gettext has no form for fractions: the last category falls on the last form.
  const index = Math.min(categories.indexOf(plural.select(n)), forms.length - 1);
  return fill(forms[Math.max(0, index)] || other, all);
}

/** "7 or 9". @param {string[]} items */
export function oneOf(items) {
  return new Intl.ListFormat(language, { type: "disjunction" }).format(items);
}

/** "7 and 9". @param {string[]} items */
export function allOf(items) {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(items);
}
