// Catches a choice that is forgotten, does not reach the page at once, or flashes in another look at the start.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { runInNewContext } from "node:vm";

import { js } from "./sources.js";

/** @typedef {typeof import("../../static/js/prefs.js")} Module */

/** @type {Map<string, string>} */
const stored = new Map();
/** @type {Record<string, (event: object) => void>} */
const listeners = {};
/** @type {Record<string, string>} */
let dataset = {};
let still = false;

Object.assign(globalThis, {
  localStorage: {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
  },
  addEventListener: (/** @type {string} */ name, /** @type {() => void} */ listen) =>
    (listeners[name] = listen),
  matchMedia: () => ({
    get matches() {
      return still;
    },
  }),
});

let times = 0;

/** The module as a page finds it that has this in its storage. @param {object | string} [kept] @returns {Promise<Module>} */
async function load(kept) {
  dataset = {};
  Object.assign(globalThis, { document: { documentElement: { dataset }, querySelectorAll: () => [] } });
  if (kept) stored.set("durak", typeof kept === "string" ? kept : JSON.stringify(kept));
  return import(`../../static/js/prefs.js?${times++}`);
}

beforeEach(() => {
  stored.clear();
  still = false;
});

const CHOSEN = {
  theme: "light",
  deck: "4",
  indices: "large",
  hand: "left",
  back: "plain",
  speed: "fast",
  hints: false,
};

test("what earlier pages kept still holds", async () => {
  const kept = {
    theme: "dark",
    deck: "4",
    sound: false,
    autoPass: false,
    letters: true,
    name: "Fox",
    bots: 3,
  };
  const { prefs } = await load({ ...kept, level: "clever", rules: "transfer" });
  assert.deepEqual(
    [prefs.theme, prefs.deck, prefs.sound, prefs.autoPass, prefs.name, prefs.bots, prefs.level, prefs.rules],
    ["dark", "4", false, false, "Fox", 3, "clever", "transfer"],
  );
  assert.deepEqual([prefs.order, prefs.hand, prefs.careful, prefs.hints], ["suit", "right", false, true]);
});

test("what no page knows, or nobody can read, does no harm", async () => {
  const odd = { theme: "pink", order: 7, hand: "third", sound: "yes", toString: "x", nonsense: 1 };
  const { prefs, DEFAULTS } = await load(odd);
  assert.deepEqual(prefs, DEFAULTS);
  for (const broken of ["{", "null", "[1]", '"x"']) assert.deepEqual((await load(broken)).prefs, DEFAULTS);
});

test("a change holds at once, is kept, and is told", async () => {
  const { prefs, remember, watchPrefs } = await load({ name: "Fox" });
  let told = 0;
  watchPrefs(() => told++);
  remember({ deck: "4", hints: false });
  assert.equal(told, 1);
  assert.deepEqual([prefs.deck, dataset.deck, dataset.hints], ["4", "4", "off"]);
  const { prefs: later } = await load();
  assert.deepEqual([later.name, later.deck, later.hints], ["Fox", "4", false]);
  remember({ deck: "2", hints: true });
  assert.equal(dataset.hints, undefined);
  remember({ deck: undefined, speed: undefined });
  assert.deepEqual([prefs.deck, prefs.speed, dataset.deck], ["2", "normal", undefined]);
});

test("another tab follows, and a page that comes back", async () => {
  const { prefs, remember, watchPrefs } = await load();
  let told = 0;
  watchPrefs(() => told++);
  stored.set("durak", JSON.stringify({ theme: "light", order: "rank" }));
  listeners.storage({ key: "durak-reload" });
  assert.equal(told, 0);
  listeners.storage({ key: "durak" });
  assert.deepEqual([told, prefs.order, dataset.theme], [1, "rank", "light"]);
  stored.set("durak", JSON.stringify({ order: "drawn" }));
  listeners.pageshow({ persisted: false });
  assert.equal(prefs.order, "rank");
  listeners.pageshow({ persisted: true });
  assert.deepEqual([prefs.order, prefs.theme, dataset.theme], ["drawn", "", undefined]);
  stored.set("durak", JSON.stringify({ deck: "4" }));
  remember({ sound: false });
  assert.equal(prefs.deck, "4", "what another tab kept a moment ago is not overwritten");
});

test("where nothing can be kept a choice holds as long as the page", async () => {
  const { prefs, remember } = await load();
  const { setItem, getItem } = localStorage;
  Object.assign(localStorage, {
    setItem: () => assert.fail("no storage"),
    getItem: () => assert.fail("no storage"),
  });
  remember({ deck: "4" });
  remember({ sound: false });
  Object.assign(localStorage, { setItem, getItem });
  assert.deepEqual([prefs.deck, prefs.sound], ["4", false]);
});

test("a device that asks for stillness gets it, unless the player chose a speed", async () => {
  assert.equal((await load()).speed(), "normal");
  still = true;
  assert.equal((await load({ theme: "dark" })).speed(), "off");
  assert.equal((await load({ speed: "normal" })).speed(), "normal");
  still = false;
  assert.equal((await load({ speed: "off" })).speed(), "off");
});

test("the first paint looks as the page will", async () => {
  const early = readFileSync(join(js, "early.js"), "utf8");
  for (const kept of [{}, CHOSEN, { sound: false, speed: "off" }, { hints: true, deck: "2" }]) {
    const { applyLooks } = await load(kept);
    applyLooks();
    /** @type {Record<string, string>} */
    const first = {};
    runInNewContext(early, {
      document: { documentElement: { dataset: first } },
      localStorage,
      location: { search: "" },
    });
    const { new: _, ...looks } = first;
    assert.deepEqual(looks, dataset);
    if (kept === CHOSEN) assert.deepEqual(dataset, { ...CHOSEN, hints: "off" });
  }
});

test("whoever has neither finished a game here nor said that he knows it is new", () => {
  const early = readFileSync(join(js, "early.js"), "utf8");
  for (const [kept, isNew] of /** @type {const} */ ([
    [{}, true],
    [{ name: "Anna" }, true],
    [{ finished: true }, false],
    [{ knows: true }, false],
  ])) {
    stored.set("durak", JSON.stringify(kept));
    /** @type {Record<string, string>} */
    const first = {};
    runInNewContext(early, {
      document: { documentElement: { dataset: first } },
      localStorage,
      location: { search: "" },
    });
    assert.equal("new" in first, isNew, JSON.stringify(kept));
  }
});
