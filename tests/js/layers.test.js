// Catches an import against the direction of dependencies, and a pure module that touches the page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

import { js, scripts } from "./sources.js";

/** From the lowest; a module may import its own layer and those below. */
const LAYERS = [
  ["types", "dom", "i18n", "prefs", "rulesets", "mutes", "early"],
  ["net/"],
  ["state/"],
  ["table/layout", "table/places"],
  ["table/"],
  ["announce", "sound", "autopass", "awake", "worker", "offline", "sw"],
  ["panels/"],
  ["controls", "presence", "tapping", "play", "room", "home", "learn", "guide", "privacy"],
];

/** @param {string} module */
function layerOf(module) {
  const found = LAYERS.findIndex((names) =>
    names.some((name) => (name.endsWith("/") ? module.startsWith(name) : module === name)),
  );
  assert.ok(found >= 0, `${module} has no layer`);
  return found;
}

/** Imports that run, and those of types alone. @param {string} file */
function imports(file) {
  const text = readFileSync(file, "utf8");
  const names = [...text.matchAll(/(?:\bfrom|\bimport\()\s*"(\.[^"]+)"/g)].map((match) => match[1]);
  return names.map((name) => relative(js, join(dirname(file), name)).replace(/\.js$/, ""));
}

test("imports lead downwards", () => {
  for (const file of scripts()) {
    const module = relative(js, file).replace(/\.js$/, "");
    const own = layerOf(module);
    for (const other of imports(file)) {
      // The types of a desk name the state that it holds.
      if (module === "types") continue;
      assert.ok(layerOf(other) <= own, `${module} imports ${other}`);
    }
  }
});

test("what is pure touches no page", () => {
  const pure = scripts().filter((file) =>
    /\/state\/|\/net\/protocol|\/table\/(layout|plan|echo)\.js/.test(file),
  );
  assert.ok(pure.length > 8);
  for (const file of pure) {
    const code = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    assert.doesNotMatch(
      code,
      /\b(document|window|localStorage|location|setTimeout|Date\.now|Math\.random)\b/,
      file,
    );
  }
});

test("no HTML strings, no style attributes", () => {
  for (const file of scripts()) {
    const code = readFileSync(file, "utf8");
    assert.doesNotMatch(
      code,
      /innerHTML|outerHTML|insertAdjacentHTML|DOMParser|document\.write|setAttribute\("style"/,
      file,
    );
  }
});

test("every module stays short", () => {
  for (const file of scripts()) {
    const lines = readFileSync(file, "utf8").split("\n").length;
    assert.ok(lines <= 320, `${relative(js, file)}: ${lines} lines`);
  }
});
