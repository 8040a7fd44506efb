// Catches a refusal that reads facts the server does not send, shows its code, or says nothing of its own.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test } from "node:test";

import { useCatalogue } from "../../static/js/i18n.js";
import { CODES, refusalWords } from "../../static/js/state/refusals.js";
import { catalogues, root } from "./sources.js";

/** What a fact can be; a code is tried with each. @type {Record<string, unknown[]>} */
const VALUES = {
  show: [true, false],
  card: ["6D", "6C", "AH"],
  seat: [1],
  seats: [[1, 2], [1], []],
  scope: ["all", "neighbours", "attacker_only"],
  phase: ["open", "defence", "throw", "taking", "over"],
  uncovered: [["7C"], ["7C", "TD"], []],
  main: [2],
  opening: [true, false],
  cap: [1, 5],
  room: [0],
  by: ["hand", "first_cap", "attack_limit"],
  ranks: [["7"], ["7", "T", "Q"]],
  most: [1, 3],
  rank: ["8", "K"],
  trump: ["H"],
  cards: [1, 2],
  needed: [3],
  attack: ["7C", "9H"],
  cover: ["9C"],
  stock: [1],
  deck: [24],
  option: ["rules"],
  value: ["x"],
  allowed: [["y"]],
  first_cap: [6],
  attack_limit: [5],
};

/** Every code of the rules with the names of its facts, read from where they are defined. @returns {[string, string[]][]} */
function engineCodes() {
  const source = readFileSync(join(root, "durak/errors.py"), "utf8");
  const table = /REFUSALS[^=]*= \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? "";
  return [...table.matchAll(/^ {4}"(\w+)": \(([^)]*)\)/gm)].map(([, code, names]) => {
    return [code, [...names.matchAll(/"(\w+)"/g)].map((match) => match[1])];
  });
}

/** All that a refusal can be told with. @param {string[]} names @returns {Record<string, unknown>[]} */
function allFacts(names) {
  return names.reduce((sofar, name) => {
    assert.ok(VALUES[name], `a fact that is not known here: ${name}`);
    return sofar.flatMap((facts) => VALUES[name].map((value) => ({ ...facts, [name]: value })));
  }, /** @type {Record<string, unknown>[]} */ ([{}]));
}

const LANGUAGES = /** @type {[string, Record<string, string | string[]>][]} */ ([
  ["en", {}],
  ...catalogues(),
]);

afterEach(() => useCatalogue("en"));

test("each code of the rules speaks from its own facts alone, in every language, to players and watchers", () => {
  const codes = engineCodes();
  assert.ok(codes.length > 30, "the table is where it was");
  for (const [language, texts] of LANGUAGES) {
    useCatalogue(language, texts);
    for (const [code, names] of codes) {
      for (const facts of allFacts(names)) {
        for (const me of [0, null]) {
          const said = refusalWords(code, facts, (seat) => "ABC"[seat], me);
          const which = `${language} ${code} ${JSON.stringify(facts)}: ${said}`;
          assert.doesNotMatch(said, /[{}|]|undefined|null|NaN|\[object/, which);
          assert.doesNotMatch(said, /\w_\w/, which);
          assert.match(said, /[.!?…]$/, which);
        }
      }
    }
  }
});

test("each code of a room has its sentence without any facts", () => {
  const source = readFileSync(join(root, "web/rooms/refusals.py"), "utf8");
  const listed = /CODES = frozenset\(\s*\{([\s\S]*?)\}/.exec(source)?.[1] ?? "";
  const codes = [...listed.matchAll(/"(\w+)"/g)].map((match) => match[1]);
  assert.ok(codes.length > 10);
  for (const [language, texts] of LANGUAGES) {
    useCatalogue(language, texts);
    for (const code of codes) {
      const said = refusalWords(code, {}, String, null);
      assert.doesNotMatch(said, /[{}|]|undefined|\w_\w/, `${language} ${code}: ${said}`);
    }
  }
});

test("no code is told by the words for one that nobody knows", () => {
  const unknown = refusalWords("some_new_code", {}, String, null);
  const all = new Map(engineCodes());
  for (const code of CODES) {
    const facts = allFacts(all.get(code) ?? [])[0];
    assert.notEqual(
      refusalWords(code, facts, (seat) => "ABC"[seat], 0),
      unknown,
      code,
    );
  }
});
