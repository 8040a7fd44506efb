// Catches a film that nobody asked for, cards that are gone before they were seen, and motion at another speed than chosen.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { step } from "../../static/js/table/plan.js";
import { game } from "./views.js";

/** @import { Step } from "../../static/js/table/plan.js" */

const page = { hidden: false, documentElement: { dataset: {} }, querySelectorAll: () => [] };
let still = false;
Object.assign(globalThis, {
  document: page,
  matchMedia: () => ({
    get matches() {
      return still;
    },
  }),
});
const { remember } = await import("../../static/js/prefs.js");
const { Film } = await import("../../static/js/table/film.js");

/** @type {[string, boolean][]} */
let painted = [];
/** @type {InstanceType<typeof Film>} */
let film;

/** @param {string} name @param {Partial<Step>} [rest] */
const scene = (name, rest) => step(game({ rules: name }), rest);
/** A view with its film. @param {string} name */
const view = (name) => [
  scene(name + " seen", { takes: 240, hold: 700 }),
  scene(name, { ready: true, takes: 100 }),
];
const names = () => painted.map(([name]) => name);

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  painted = [];
  page.hidden = false;
  still = false;
  film = new Film((one, moving) => painted.push([one.game.rules, moving]));
});

afterEach(() => {
  mock.timers.reset();
  remember({ speed: undefined });
});

test("steps follow one another, each after its motion and its time to be seen", () => {
  film.show(view("a"));
  assert.deepEqual(painted, [["a seen", true]]);
  mock.timers.tick(939);
  assert.equal(painted.length, 1);
  mock.timers.tick(1);
  assert.deepEqual(painted[1], ["a", true]);
  assert.equal(film.busy, false);
});

for (const [speed, ms] of /** @type {const} */ ([
  ["slow", 1410],
  ["fast", 564],
  ["off", 700],
])) {
  test(`${speed}: the last cards lie for their time`, () => {
    remember({ speed });
    film.show(view("a"));
    mock.timers.tick(ms - 1);
    assert.deepEqual(names(), ["a seen"]);
    mock.timers.tick(2);
    assert.deepEqual(names(), ["a seen", "a"]);
  });
}

test("a device that asks for stillness takes no time for motion, unless a speed was chosen", () => {
  still = true;
  film.show([scene("a", { takes: 500 }), scene("b", { ready: true })]);
  mock.timers.tick(1);
  assert.deepEqual(names(), ["a", "b"]);
  remember({ speed: "normal" });
  film.show([scene("c", { takes: 500 }), scene("d", { ready: true })]);
  mock.timers.tick(1);
  assert.deepEqual(names(), ["a", "b", "c"]);
});

test("a hidden page shows the newest view at once", () => {
  page.hidden = true;
  film.show(view("a"));
  assert.deepEqual(painted, [["a", false]]);
  mock.timers.tick(5000);
  assert.equal(painted.length, 1);
});

test("who is more than two views behind catches up without a film", () => {
  film.show(view("a"));
  film.show(view("b"));
  assert.deepEqual(names(), ["a seen"]);
  film.show(view("c"));
  assert.deepEqual(painted.at(-1), ["c", false]);
  assert.equal(painted.length, 2);
});

test("a tap in between jumps to the end", () => {
  film.show(view("a"));
  film.finish();
  assert.deepEqual(painted.at(-1), ["a", false]);
  film.finish();
  assert.equal(painted.length, 2, "there was nothing left to end");
  film.show(view("b"));
  assert.deepEqual(painted.at(-1), ["b seen", true], "the next film runs");
});
