// Catches a preference that nobody can choose, and a choice that no page knows.

import assert from "node:assert/strict";
import { test } from "node:test";

import { groups } from "../../static/js/panels/choices.js";
import { DEFAULTS, VALUES } from "../../static/js/prefs.js";

/** What is remembered without being asked for. */
const SILENT = [
  "name",
  "avatar",
  "bots",
  "level",
  "rules",
  "pace",
  "played",
  "clock",
  "finished",
  "learned",
  "knows",
];

const rows = groups({ shakes: true, types: true }).flatMap(({ items }) => items);

test("every preference has its row, once", () => {
  const wanted = Object.keys(DEFAULTS).filter((name) => !SILENT.includes(name));
  assert.deepEqual(rows.map(({ name }) => name).sort(), wanted.sort());
});

test("every value can be chosen, and no other", () => {
  const offered = Object.entries(VALUES).filter(([name]) => !SILENT.includes(name));
  for (const [name, values] of offered) {
    const row = rows.find((one) => one.name === name);
    assert.ok(row);
    const choices = "values" in row ? row.values.map(([value]) => value) : [row.on, row.off];
    assert.deepEqual([...choices].sort(), [...values].sort(), name);
  }
});

test("a device is asked nothing that it does not have", () => {
  const phone = groups({ shakes: false, types: false }).flatMap(({ items }) => items);
  assert.ok(!phone.some(({ name }) => name === "vibrate"));
  const words = JSON.stringify(phone);
  assert.doesNotMatch(words, /Shift|Key: M/);
});
