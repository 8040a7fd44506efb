/**
 * What this browser remembers for its owner. Storage may be missing or forbidden (private windows, embedded
 * browsers): then everything keeps its default for as long as the page lives.
 */

/**
 * @typedef {object} Prefs
 * @property {"" | "dark" | "light"} theme  empty: as the system
 * @property {"2" | "4"} deck  colours of the suits
 * @property {boolean} sound
 * @property {boolean} autoPass
 * @property {boolean} letters  single-letter keys
 * @property {string} name
 * @property {number} bots  how many, the last time
 * @property {string} level
 * @property {string} rules
 */

const KEY = "durak";

/** @type {Prefs} */
const DEFAULTS = {
  theme: "",
  deck: "2",
  sound: true,
  autoPass: true,
  letters: true,
  name: "",
  bots: 2,
  level: "careful",
  rules: "classic",
};

/** @returns {Prefs} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) || "{}");
    const fits = Object.entries(kept).filter(
      ([name, value]) => typeof value === typeof DEFAULTS[/** @type {keyof Prefs} */ (name)],
    );
    return { ...DEFAULTS, ...Object.fromEntries(fits) };
  } catch {
    return { ...DEFAULTS };
  }
}

/** The preferences now; changed through `remember` only. */
export const prefs = read();

/** @param {Partial<Prefs>} changes */
export function remember(changes) {
  Object.assign(prefs, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // Not kept, but in force.
  }
  applyLooks();
}

/** Shows theme and suit colours on the page. */
export function applyLooks() {
  const root = document.documentElement;
  if (prefs.theme) root.dataset.theme = prefs.theme;
  else delete root.dataset.theme;
  root.dataset.deck = prefs.deck;
}

/** Light becomes dark, dark light. */
export function turnTheme() {
  const light = matchMedia("(prefers-color-scheme: light)").matches;
  const now = prefs.theme || (light ? "light" : "dark");
  remember({ theme: now === "dark" ? "light" : "dark" });
}
