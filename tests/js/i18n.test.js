// Catches wrong plurals, lost placeholders, and a page that dies because a catalogue is missing.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, mock, test } from "node:test";

import {
  allOf,
  gettext,
  loadCatalogue,
  loadLate,
  ngettext,
  oneOf,
  useCatalogue,
} from "../../static/js/i18n.js";
import { js, root, scripts } from "./sources.js";

afterEach(() => useCatalogue("en"));

test("English needs no catalogue", () => {
  assert.equal(gettext("Take"), "Take");
  assert.equal(gettext("{name} takes.", { name: "Anna" }), "Anna takes.");
  assert.equal(ngettext("{n} card", "{n} cards", 1), "1 card");
  assert.equal(ngettext("{n} card", "{n} cards", 5), "5 cards");
});

test("an unknown text and an empty translation stay English", () => {
  useCatalogue("id", { Take: "Ambil", Done: "" });
  assert.deepEqual([gettext("Take"), gettext("Done"), gettext("Menu")], ["Ambil", "Done", "Menu"]);
});

test("Indonesian has one form", () => {
  useCatalogue("id", { "{n} card": ["{n} kartu"] });
  assert.deepEqual(
    [1, 5].map((n) => ngettext("{n} card", "{n} cards", n)),
    ["1 kartu", "5 kartu"],
  );
});

test("Russian has three, and fractions take the last", () => {
  useCatalogue("ru", { "{n} card": ["{n} карта", "{n} карты", "{n} карт"] });
  const said = [1, 2, 5, 11, 21, 24, 1.5].map((n) => ngettext("{n} card", "{n} cards", n));
  assert.deepEqual(said, ["1 карта", "2 карты", "5 карт", "11 карт", "21 карта", "24 карты", "1.5 карт"]);
});

test("what a name contains is not filled in again", () => {
  assert.equal(
    gettext("{name} takes {cards}", { name: "{cards}", cards: "2 cards" }),
    "{cards} takes 2 cards",
  );
  assert.equal(gettext("Trump: {suit}."), "Trump: {suit}.");
});

test("lists", () => {
  assert.equal(oneOf(["7", "10", "Q"]), "7, 10 or Q");
  assert.equal(allOf(["Anna", "Boris"]), "Anna and Boris");
  assert.equal(allOf(["Anna"]), "Anna");
  assert.equal(allOf([]), "");
  useCatalogue("id", { "{some} or {last}": "{some} atau {last}" });
  assert.equal(oneOf(["7", "10"]), "7 atau 10");
});

test("a catalogue that does not come leaves the page English", async (t) => {
  t.mock.method(globalThis, "fetch", async () => {
    throw new TypeError("offline");
  });
  await loadCatalogue("id", "/i18n/id.json");
  assert.equal(gettext("Take"), "Take");
});

test("a translation may ask for the case of a word, and begin a sentence", () => {
  useCatalogue("ru", {
    queen: "дама|даму|дамой",
    "{n} card": ["{n} карта|{n} карту|{n} картой", "{n} карты", "{n} карт"],
    "{name} takes {what}": "{name} берёт {what:acc}",
    "with {what}": "{what:ins}",
    "{what} it is": "{what:cap} тут",
  });
  const queen = gettext("queen");
  assert.equal(queen, "дама");
  assert.equal(gettext("{name} takes {what}", { name: "дама", what: queen }), "дама берёт даму");
  assert.equal(
    gettext("{name} takes {what}", { name: "Я", what: `${queen} пик и ${queen} треф` }),
    "Я берёт даму пик и даму треф",
  );
  assert.equal(gettext("with {what}", { what: ngettext("{n} card", "{n} cards", 1) }), "1 картой");
  assert.equal(gettext("with {what}", { what: ngettext("{n} card", "{n} cards", 5) }), "5 карт");
  assert.equal(gettext("{what} it is", { what: queen }), "Дама тут");
  useCatalogue("en");
  assert.equal(gettext("{name} takes {what}", { name: "A", what: "дама" }), "A takes дама");
});

test("late words come when they are asked for, once, and add to the others", async () => {
  /** @type {Record<string, object>} */
  const served = {
    "/i18n/de.1.json": { Take: "Nehmen" },
    "/i18n/de.late.1.json": { Settings: "Einstellungen" },
  };
  const asked = mock.method(globalThis, "fetch", async (/** @type {string} */ url) => ({
    ok: url in served,
    json: async () => served[url],
  }));
  await loadCatalogue("de", "/i18n/de.1.json");
  assert.equal(gettext("Settings"), "Settings");
  await loadLate();
  await loadLate();
  assert.deepEqual([gettext("Take"), gettext("Settings")], ["Nehmen", "Einstellungen"]);
  assert.equal(asked.mock.callCount(), 2);
  asked.mock.restore();
});

test("late words that do not come are asked for again", async () => {
  let online = false;
  const asked = mock.method(globalThis, "fetch", async (/** @type {string} */ url) => {
    if (url.includes("late") && !online) throw new Error("offline");
    return { ok: true, json: async () => (url.includes("late") ? { Settings: "Einstellungen" } : {}) };
  });
  await loadCatalogue("de", "/i18n/de.1.json");
  await loadLate();
  assert.equal(gettext("Settings"), "Settings");
  online = true;
  await loadLate();
  assert.equal(gettext("Settings"), "Einstellungen");
  asked.mock.restore();
});

test("no early module brings a late one along, whose words it does not have", () => {
  const python = readFileSync(join(root, "web/transport/languages.py"), "utf8");
  const list = /LATE = frozenset\(([\s\S]*?)\)\n/.exec(python)?.[1] ?? "";
  const late = [...list.matchAll(/"static\/js\/([\w/]+)\.js"/g)].map((match) => match[1]);
  assert.ok(late.length > 1);
  const files = scripts();
  for (const name of late)
    assert.ok(
      files.some((file) => file.endsWith(`/${name}.js`)),
      name,
    );
  for (const file of files) {
    if (late.some((name) => file.endsWith(`/${name}.js`))) continue;
    const code = readFileSync(file, "utf8");
    for (const [, path] of code.matchAll(/^(?:import|export)[^"]*? from "([^"]+)"/gm))
      assert.ok(
        !late.some((name) => join(file, "..", path) === join(js, name + ".js")),
        `${file} imports ${path}`,
      );
  }
});
