/**
 * gettext for the browser. The msgid is the English text, so English needs no catalogue and a missing translation
 * still reads. Catalogues are `{msgid: text | [form, form, …]}` in the order of gettext's plural forms.
 *
 * Where a language has cases, a word of ours is written with its forms, "дама|даму|дамой", and a translation asks for
 * one: `{card:acc}`. `{card:cap}` begins a sentence. English texts never do.
 */

/** @typedef {Record<string, string | string[]>} Catalogue */
/** @typedef {Record<string, string | number>} Values */

const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];

/** @type {Map<string, string | string[]>} */
let catalogue = new Map();
let plural = new Intl.PluralRules("en");
let categories = ["one", "other"];
/** Where the words are that are only said when somebody asks for more. */
let lateUrl = "";

/** The forms behind the first one. */
const CASES = ["acc", "ins"];
/** Those forms by word. @type {Map<string, string[]>} */
let forms = new Map();

/** @param {string} lang @param {Catalogue} [texts] */
export function useCatalogue(lang, texts = {}) {
  plural = new Intl.PluralRules(lang);
  const known = plural.resolvedOptions().pluralCategories;
  categories = CATEGORIES.filter((name) => known.includes(/** @type {any} */ (name)));
  forms = new Map();
  catalogue = new Map();
  add(texts);
}

/** All texts as they are said now, by the English ones; read only. */
export const catalogueTexts = () => catalogue;

/** @param {Catalogue} texts */
function add(texts) {
  for (const [msgid, text] of Object.entries(texts))
    catalogue.set(msgid, Array.isArray(text) ? text.map(learn) : learn(text));
}

/** Learns the case forms that a text brings, and gives the text without them. @param {string} text */
function learn(text) {
  const [first, ...others] = text.split("|");
  if (!others.length) return text;
  const cases = others.map((other) => other.split(" "));
  first.split(" ").forEach((word, i) => {
    forms.set(
      word,
      cases.map((words) => words[i]),
    );
  });
  return first;
}

/** Fetches and uses a catalogue; on any trouble the page stays English. @param {string} lang @param {string} url */
export async function loadCatalogue(lang, url) {
  if (!url || lang === "en") return useCatalogue(lang);
  lateUrl = url.replace(/\.\w+\.json$/, ".late$&");
  try {
    const answer = await fetch(url);
    useCatalogue(lang, answer.ok ? await answer.json() : {});
  } catch {
    useCatalogue("en");
  }
}

/** Fetches the words of what is loaded late, once; to be awaited before any of them is said. */
export async function loadLate() {
  const url = lateUrl;
  if (!url) return;
  try {
    const answer = await fetch(url);
    if (!answer.ok) return;
    add(await answer.json());
    lateUrl = "";
  } catch {
    // They stay English, and are asked for again.
  }
}

/** @param {string} text @param {Values} values */
function fill(text, values) {
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (whole, name, form) =>
    name in values ? inflect(String(values[name]), form) : whole,
  );
}

/** @param {string} value @param {string} [form] */
function inflect(value, form) {
  if (!form) return value;
  if (form === "cap") return value.charAt(0).toUpperCase() + value.slice(1);
  const k = CASES.indexOf(form);
  return value.replace(/[\p{L}’]+/gu, (word) => forms.get(word)?.[k] ?? word);
}

/** @param {string} msgid @param {Values} [values] */
export function gettext(msgid, values = {}) {
  const text = catalogue.get(msgid);
  return fill((Array.isArray(text) ? text[0] : text) || msgid, values);
}

/** @param {string} one @param {string} other @param {number} n @param {Values} [values] `n` is always among them */
export function ngettext(one, other, n, values = {}) {
  const texts = catalogue.get(one);
  const all = { n, ...values };
  if (!Array.isArray(texts)) return fill(texts || (n === 1 ? one : other), all);
  // gettext has no form for fractions: the last category falls on the last form.
  const index = Math.min(categories.indexOf(plural.select(n)), texts.length - 1);
  return fill(texts[Math.max(0, index)] || other, all);
}

/** "7, 8 or 9". Intl.ListFormat knows, too, but takes as long as three frames to wake. @param {string[]} items */
export function oneOf(items) {
  return list(items, (some, last) => gettext("{some} or {last}", { some, last }));
}

/** "7, 8 and 9". @param {string[]} items */
export function allOf(items) {
  return list(items, (some, last) => gettext("{some} and {last}", { some, last }));
}

/** @param {string[]} items @param {(some: string, last: string) => string} join */
function list(items, join) {
  const last = items.at(-1) ?? "";
  return items.length > 1 ? join(items.slice(0, -1).join(", "), last) : last;
}
