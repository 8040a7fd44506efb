// Catches a refusal without a sentence, a sentence with a hole, and a text that nobody translated.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test } from "node:test";

import { gettext, ngettext, useCatalogue } from "../../static/js/i18n.js";
import { CODES, refusalWords } from "../../static/js/state/refusals.js";
import { cardCount, cardName, rankIndex } from "../../static/js/state/words.js";
import { catalogues, pluralRules, root, scripts, templates } from "./sources.js";

/** Facts in which every code of rules.md 1.9 finds its own. */
const FACTS = {
  show: false,
  card: "6D",
  seat: 1,
  seats: [1, 2],
  scope: "neighbours",
  phase: "defence",
  uncovered: ["7C"],
  main: 2,
  opening: false,
  cap: 5,
  room: 0,
  by: "first_cap",
  ranks: ["7", "T", "Q"],
  most: 3,
  rank: "8",
  trump: "H",
  cards: 2,
  needed: 3,
  attack: "7C",
  cover: "9C",
  stock: 1,
};

/** @param {string} code @param {object} [facts] */
const words = (code, facts = {}) => refusalWords(code, { ...FACTS, ...facts }, (seat) => "ABC"[seat], 0);

/** The codes that the server can send, read from where it defines them. */
function serverCodes() {
  const engine = readFileSync(join(root, "durak/errors.py"), "utf8");
  const rooms = readFileSync(join(root, "web/rooms/refusals.py"), "utf8");
  const table = /REFUSALS[^=]*= \{([\s\S]*?)\n\}/.exec(engine)?.[1] ?? "";
  const set = /CODES = frozenset\(\s*\{([\s\S]*?)\}/.exec(rooms)?.[1] ?? "";
  const found = [...table.matchAll(/^ {4}"(\w+)":/gm), ...set.matchAll(/"(\w+)"/g)].map((match) => match[1]);
  assert.ok(found.length > 30, "the codes are where they were");
  return [...new Set(found)];
}

afterEach(() => useCatalogue("en"));

test("every code of the server has a sentence", () => {
  assert.deepEqual(
    serverCodes().filter((code) => !CODES.includes(code)),
    [],
  );
});

test("every sentence is whole, in every language", () => {
  for (const [language, texts] of [["en", {}], ...catalogues()]) {
    useCatalogue(/** @type {string} */ (language), /** @type {any} */ (texts));
    for (const code of CODES) {
      for (const by of ["hand", "first_cap", "attack_limit"]) {
        const said = words(code, { by });
        assert.match(said, /^\p{Lu}?.*[.!?…]$/u, `${language} ${code}: ${said}`);
        assert.doesNotMatch(said, /[{}]|undefined|NaN|\[object/, `${language} ${code}: ${said}`);
      }
    }
  }
});

test("does_not_beat says what would", () => {
  assert.equal(
    words("does_not_beat"),
    "Against the 7 of clubs you need a higher card of clubs, or a trump (hearts).",
  );
  assert.match(words("does_not_beat", { card: "6C" }), /too low/);
  assert.match(words("does_not_beat", { attack: "9H", card: "6H" }), /only a higher trump/);
});

test("whoever may not add hears who may, if anybody", () => {
  assert.equal(words("not_eligible"), "Only B and C may add cards now.");
  assert.equal(words("not_eligible", { seats: [] }), "Nobody may add cards now.");
  assert.equal(words("attacker_has_priority"), "C may add first; you come after that.");
});

test("an unknown code is told too", () => {
  assert.equal(words("some_new_code"), "That does not work just now.");
});

const CALL = /\bn?gettext\(\s*"((?:[^"\\]|\\.)*)"/g;

test("every text of scripts and templates is in every catalogue, translated, with its placeholders", () => {
  const used = new Set();
  for (const file of [...scripts(), ...templates()]) {
    for (const match of readFileSync(file, "utf8").matchAll(CALL)) used.add(JSON.parse(`"${match[1]}"`));
  }
  assert.ok(used.size > 150);
  for (const [language, texts] of catalogues()) {
    assert.deepEqual(
      [...used].filter((text) => !(text in texts)),
      [],
      language,
    );
    for (const [text, translation] of Object.entries(texts)) {
      const forms = typeof translation === "string" ? [translation] : translation;
      for (const form of forms) {
        assert.ok(form, `${language}: ${text}`);
        /** @param {string} one */
        const holes = (one) =>
          [...(one.split("|")[0] ?? "").matchAll(/\{(\w+)(:\w+)?\}/g)].map((match) => match[1]).sort();
        assert.deepEqual(holes(form), holes(text), `${language}: ${text}`);
      }
    }
  }
});

test("gettext is given literals, or nobody could find them", () => {
  for (const file of scripts()) {
    if (file.endsWith("i18n.js")) continue;
    const calls = readFileSync(file, "utf8").match(/\bn?gettext\(\s*(?!")\S+/g);
    assert.equal(calls, null, `${file}: ${calls}`);
  }
});

test("there is a catalogue for each language but English", () => {
  const folders = readdirSync(join(root, "web/locales"), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  assert.deepEqual(
    folders.map((entry) => entry.name).sort(),
    catalogues()
      .map(([language]) => language)
      .sort(),
  );
});

test("cards are called as at the table, in their case", () => {
  const said = Object.fromEntries(
    [["en", {}], ...catalogues()].map(([language, texts]) => {
      useCatalogue(/** @type {string} */ (language), /** @type {any} */ (texts));
      const names = { attack: cardName("7S"), card: cardName("QH") };
      return [language, [gettext("You beat the {attack} with the {card}.", names), ..."TJQKA"].map(spoken)];
    }),
  );
  assert.deepEqual(said, {
    de: ["Du schlägst Pik 7 mit Herz Dame.", "10", "B", "D", "K", "A"],
    en: ["You beat the 7 of spades with the queen of hearts.", "10", "J", "Q", "K", "A"],
    id: ["Kamu menangkis 7 sekop dengan ratu hati.", "10", "J", "Q", "K", "A"],
    ru: ["Ты бьёшь семёрку пик дамой червей.", "10", "В", "Д", "К", "Т"],
    uk: ["Ти б’єш сімку піки дамою чирви.", "10", "В", "Д", "К", "Т"],
  });
});

/** A rank as it stands on a card; sentences as they are. @param {string} text @param {number} i */
function spoken(text, i) {
  return i ? rankIndex(text) : text;
}

test("a number of cards is taken in its case", () => {
  for (const [language, one, two, five] of [
    ["ru", "Ты берёшь 1 карту", "Ты берёшь 2 карты", "Ты берёшь 5 карт"],
    ["uk", "Ти береш 1 карту", "Ти береш 2 карти", "Ти береш 5 карт"],
  ]) {
    useCatalogue(language, Object.fromEntries(catalogues())[language]);
    const said = [1, 2, 5].map((n) => gettext("You take {cards}", { cards: cardCount(n) }));
    assert.deepEqual(said, [one, two, five]);
    assert.match(cardCount(1), /^1 карта$/);
  }
});

test("who does something is called by the name as it is, in every language", () => {
  for (const [language, texts] of catalogues()) {
    useCatalogue(language, texts);
    const name = "Карта дама";
    for (const msgid of Object.keys(texts)) {
      if (!/\{name\}/.test(msgid)) continue;
      assert.match(gettext(msgid, { name }) + ngettext(msgid, msgid, 1, { name }), /Карта дама/, msgid);
    }
  }
});

test("browser and catalogue count alike", () => {
  const rules = Object.entries(pluralRules());
  assert.ok(rules.length > 3);
  for (const [language, { count, form }] of rules) {
    const forms = Array.from({ length: count }, (_, i) => `form ${i}`);
    useCatalogue(language, { one: forms });
    for (let n = 0; n <= 120; n++)
      assert.equal(ngettext("one", "other", n), `form ${form(n)}`, `${language} ${n}`);
  }
});
