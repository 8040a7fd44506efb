// Catches a card that an interrupted flight leaves in a wrong place, and what made flights slow when it was measured.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterEach, test } from "node:test";

import { js, root, scripts } from "./sources.js";

const page = { hidden: false, documentElement: { dataset: {} }, querySelectorAll: () => [] };
/** @type {{transform: string}} */
let computed = { transform: "" };
Object.assign(globalThis, { document: page, getComputedStyle: () => computed });
const { remember } = await import("../../static/js/prefs.js");
const { flip, place, settle } = await import("../../static/js/table/motion.js");

/** What animate() was told, and how the style was at that moment. */
class FakeNode {
  style = {
    zIndex: "",
    own: "",
    get transform() {
      return this.own;
    },
    // A browser writes numbers in its own way.
    set transform(value) {
      this.own = value && value.replace(/;?$/, ";");
    },
  };
  /** @type {{frames: any[], options: any, style: string, ended: string, onfinish?: () => void, cancel: () => void, finish: () => void}[]} */
  flights = [];
  /** @type {Set<string>} */
  attributes = new Set();
  /** @type {FakeNode | null} */
  firstElementChild = null;

  /** @param {string} name */
  hasAttribute(name) {
    return this.attributes.has(name);
  }

  /** @param {string} name @param {boolean} on */
  toggleAttribute(name, on) {
    if (on) this.attributes.add(name);
    else this.attributes.delete(name);
  }

  /** @param {any[]} frames @param {any} options */
  animate(frames, options) {
    const flight = {
      frames,
      options,
      style: this.style.transform,
      ended: "",
      onfinish: () => undefined,
      cancel: () => (flight.ended = "cancel"),
      finish: () => {
        flight.ended = "finish";
        flight.onfinish();
      },
    };
    this.flights.push(flight);
    return flight;
  }
}

/** @param {FakeNode} node @returns {any} */
const as = (node) => node;

afterEach(() => {
  page.hidden = false;
  remember({ speed: undefined });
});

test("the end is written first, and the animation keeps nothing after it", () => {
  const node = new FakeNode();
  place(as(node), "A");
  assert.equal(node.flights.length, 0, "what was nowhere is there at once");
  place(as(node), "B", { ms: 200, delay: 40, z: 5, raise: true });
  const [flight] = node.flights;
  assert.equal(flight.style, "B;");
  assert.deepEqual(flight.frames, [{ transform: "A;" }, { transform: "B" }]);
  assert.deepEqual(
    [flight.options.duration, flight.options.delay, flight.options.fill],
    [200, 40, "backwards"],
  );
  assert.equal(node.style.zIndex, "1005");
  flight.finish();
  assert.equal(node.style.zIndex, "5");
});

test("a flight that is turned goes on from where the card is", () => {
  const node = new FakeNode();
  place(as(node), "A");
  place(as(node), "B", { ms: 200 });
  computed = { transform: "half" };
  place(as(node), "C", { ms: 200 });
  assert.equal(node.flights[0].ended, "cancel");
  assert.deepEqual(node.flights[1].frames, [{ transform: "half" }, { transform: "C" }]);
});

test("what lies where it belongs does not fly, and what was dragged away flies home", () => {
  const node = new FakeNode();
  place(as(node), "A");
  place(as(node), "A", { ms: 200, z: 7 });
  assert.deepEqual([node.flights.length, node.style.zIndex], [0, "7"]);
  node.style.transform = "dragged";
  place(as(node), "A", { ms: 200 });
  assert.deepEqual(node.flights[0].frames, [{ transform: "dragged;" }, { transform: "A" }]);
});

test("what is on its way is not disturbed by the same goal", () => {
  const node = new FakeNode();
  place(as(node), "A");
  place(as(node), "B", { ms: 200, z: 1 });
  place(as(node), "B", { ms: 200, z: 2 });
  assert.equal(node.flights.length, 1);
  assert.equal(node.flights[0].ended, "");
  settle(as(node));
  assert.equal(node.flights[0].ended, "finish");
});

test("speeds", () => {
  for (const [speed, ms] of /** @type {const} */ ([
    ["slow", 300],
    ["normal", 200],
    ["fast", 120],
  ])) {
    remember({ speed });
    const node = new FakeNode();
    place(as(node), "A");
    place(as(node), "B", { ms: 200, delay: 100 });
    assert.deepEqual([node.flights[0].options.duration, node.flights[0].options.delay], [ms, ms / 2], speed);
  }
  remember({ speed: "off" });
  const node = new FakeNode();
  place(as(node), "A");
  place(as(node), "B", { ms: 200, raise: true, z: 3 });
  assert.deepEqual([node.flights.length, node.style.transform, node.style.zIndex], [0, "B;", "3"]);
});

test("nothing moves on a page that nobody sees", () => {
  page.hidden = true;
  const node = new FakeNode();
  place(as(node), "A");
  place(as(node), "B", { ms: 200 });
  assert.equal(node.flights.length, 0);
});

test("a card turns over once, however often it is asked to", () => {
  const node = new FakeNode();
  const inner = (node.firstElementChild = new FakeNode());
  flip(as(node), true, 220);
  flip(as(node), true, 220);
  assert.equal(inner.flights.length, 1);
  assert.equal(inner.flights[0].options.fill, "backwards");
  assert.equal(node.hasAttribute("data-up"), false);
  inner.flights[0].finish();
  assert.equal(node.hasAttribute("data-up"), true);
  assert.equal(inner.flights.length, 2);
});

test("a card that is turned at once stays so", () => {
  const node = new FakeNode();
  const inner = (node.firstElementChild = new FakeNode());
  flip(as(node), true, 220);
  flip(as(node), true, 0);
  assert.equal(node.hasAttribute("data-up"), true);
  inner.flights[0].finish();
  assert.equal(inner.flights.length, 1, "the half turn that ends now opens nothing again");
  flip(as(node), true, 220);
  flip(as(node), false, 220);
  flip(as(node), true, 220);
  inner.flights.at(-1)?.finish();
  assert.equal(node.hasAttribute("data-up"), true);
});

// 12.7 ms of restyling for each frame of a flight, 0.6 without.
test("nothing in a card inherits what is not inherited by itself", () => {
  const css = readFileSync(join(root, "static/css/card.css"), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  assert.match(css, /\.card \{/);
  assert.doesNotMatch(css, /\b(inherit|unset)\b/);
});

test("no animation of a script outlives its end", () => {
  for (const file of scripts())
    assert.doesNotMatch(readFileSync(file, "utf8"), /fill: *"(forwards|both)"/, file);
});

// A loop of frames makes every running animation be styled anew.
test("frames are asked for once a tap has its picture, or while something is dragged or resized, never in a loop", () => {
  const found = scripts()
    .filter((file) => readFileSync(file, "utf8").includes("requestAnimationFrame"))
    .map((file) => relative(js, file));
  assert.deepEqual(found.sort(), ["dom.js", "play.js", "table/pointer.js"]);
});
