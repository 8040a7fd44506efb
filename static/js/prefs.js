/**
 * What this browser remembers for its owner. Storage may be missing or forbidden (private windows, embedded
 * browsers): then everything keeps its default for as long as the page lives.
 */

/**
 * @typedef {object} Prefs
 * @property {"" | "dark" | "light"} theme  empty: as the system
 * @property {"2" | "4"} deck  colours of the suits
 * @property {"suit" | "rank" | "drawn" | "hand"} order  how the own cards lie; hand: as the player has laid them
 * @property {"normal" | "large"} indices  letters in the corners of cards
 * @property {"right" | "left"} hand  the one that plays
 * @property {"lattice" | "scales" | "plain"} back
 * @property {"slow" | "normal" | "fast" | "off"} speed  of all that moves; `speed()` knows whether it was chosen
 * @property {boolean} sound
 * @property {boolean} vibrate
 * @property {boolean} careful  costly moves are asked twice
 * @property {boolean} autoPass
 * @property {boolean} hints  what can be played is raised, what cannot is dimmed
 * @property {boolean} letters  single-letter keys
 * @property {boolean} others  what others say is shown
 * @property {string} name
 * @property {number} avatar  the own face; -1: none was chosen yet
 * @property {number} bots  how many, the last time
 * @property {string} level
 * @property {string} rules
 * @property {import("./types.js").Pace} pace  of bots, in a game alone
 * @property {string} played  the rules of the last game with others
 * @property {number} clock  seconds for a turn at an own table; 0: none
 * @property {string} learned  the lessons of the guide that were done, by their codes
 * @property {boolean} finished  a game was played to its end here
 * @property {boolean} knows  says that he knows how it is played
 */

const KEY = "durak";

/** What a preference with few values can be; the first is the usual one. */
export const VALUES = {
  theme: /** @type {const} */ (["", "dark", "light"]),
  deck: /** @type {const} */ (["2", "4"]),
  order: /** @type {const} */ (["suit", "rank", "drawn", "hand"]),
  indices: /** @type {const} */ (["normal", "large"]),
  hand: /** @type {const} */ (["right", "left"]),
  back: /** @type {const} */ (["lattice", "scales", "plain"]),
  speed: /** @type {const} */ (["normal", "slow", "fast", "off"]),
  pace: /** @type {const} */ (["normal", "slow", "fast", "once", "tap"]),
};

/** @type {Prefs} */
export const DEFAULTS = {
  theme: "",
  deck: "2",
  order: "suit",
  indices: "normal",
  hand: "right",
  back: "lattice",
  speed: "normal",
  sound: true,
  vibrate: true,
  careful: false,
  autoPass: true,
  hints: true,
  letters: true,
  others: true,
  name: "",
  avatar: -1,
  bots: 2,
  level: "casual",
  rules: "classic",
  pace: "normal",
  played: "",
  clock: 30,
  finished: false,
  learned: "",
  knows: false,
};

/** What was chosen by hand, as it is kept. @type {Partial<Prefs>} */
let chosen = read();

/** The preferences now; changed through `remember` only. @type {Prefs} */
export const prefs = { ...DEFAULTS, ...chosen };

/** @type {Set<() => void>} */
const watchers = new Set();

/** @returns {Partial<Prefs>} */
function read() {
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(KEY) || "{}"));
    return Object.fromEntries(kept.filter(([name, value]) => fits(name, value)));
  } catch {
    return {};
  }
}

/** Whether a kept value is one that this page knows. @param {string} name @param {unknown} value */
function fits(name, value) {
  const values = /** @type {Record<string, readonly unknown[]>} */ (VALUES)[name];
  return values
    ? values.includes(value)
    : typeof value === typeof DEFAULTS[/** @type {keyof Prefs} */ (name)];
}

/** @param {Partial<Prefs>} changes  undefined takes a choice back */
export function remember(changes) {
  const all = Object.entries({ ...chosen, ...read(), ...changes });
  chosen = Object.fromEntries(all.filter(([, value]) => value !== undefined));
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // Not kept, but in force.
  }
  use();
}

function use() {
  Object.assign(prefs, DEFAULTS, chosen);
  applyLooks();
  for (const watcher of watchers) watcher();
}

/** Tells whenever a preference is different, in this tab or another one. @param {() => void} watcher */
export function watchPrefs(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function readAgain() {
  chosen = read();
  use();
}

// What another tab of this browser changes holds here too, and what was changed while this page was put away.
globalThis.addEventListener?.("storage", ({ key }) => (key === KEY || key === null) && readAgain());
globalThis.addEventListener?.("pageshow", ({ persisted }) => persisted && readAgain());

const reduced = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** How fast things move: as chosen, else as the device asks. @returns {Prefs["speed"]} */
export function speed() {
  return chosen.speed ?? (reduced?.matches ? "off" : DEFAULTS.speed);
}

/** Shows on the page's root what the style sheets ask for; `early.js` does the same before the first paint. */
export function applyLooks() {
  const { dataset } = document.documentElement;
  for (const name of /** @type {const} */ (["theme", "deck", "indices", "hand", "back", "speed"])) {
    if (chosen[name]) dataset[name] = chosen[name];
    else delete dataset[name];
  }
  if (prefs.hints) delete dataset.hints;
  else dataset.hints = "off";
  // The browser's own bar is as dark as the page.
  for (const meta of document.querySelectorAll("meta[data-theme]")) {
    const theme = meta.getAttribute("data-theme");
    const media = chosen.theme
      ? chosen.theme === theme
        ? "all"
        : "not all"
      : `(prefers-color-scheme: ${theme})`;
    meta.setAttribute("media", media);
  }
}

/** Light becomes dark, dark light. */
export function turnTheme() {
  const light = matchMedia("(prefers-color-scheme: light)").matches;
  const now = prefs.theme || (light ? "light" : "dark");
  remember({ theme: now === "dark" ? "light" : "dark" });
}
