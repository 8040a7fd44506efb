// Catches a reason without words, a chance that promises too much, and advice that outlives its table.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test } from "node:test";

import { useCatalogue } from "../../static/js/i18n.js";
import {
  chanceWords,
  moveWords,
  REASONS,
  reasonWords,
  standingAdvice,
} from "../../static/js/state/advice.js";
import { INITIAL, reduce } from "../../static/js/state/reduce.js";
import { catalogues, root } from "./sources.js";
import { game, view } from "./views.js";

/** @import { State } from "../../static/js/state/reduce.js" */

/** What a fact can be; a code is tried with each. @type {Record<string, unknown[]>} */
const VALUES = {
  seat: [1],
  card: ["6D", "JC", "AH"],
  attack: ["7C", "TH"],
  rank: ["6", "T", "Q"],
  count: [1, 2, 5],
};

/** Every reason with the names of its facts, read from where they are defined. @returns {[string, string[]][]} */
function reasons() {
  const source = readFileSync(join(root, "durak/bots/grounds.py"), "utf8");
  const table = /REASONS[^=]*= \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? "";
  return [...table.matchAll(/^ {4}"(\w+)": \(([^)]*)\)/gm)].map(([, code, names]) => [
    code,
    [...names.matchAll(/"(\w+)"/g)].map((match) => match[1]),
  ]);
}

/** @param {string[]} names @returns {Record<string, unknown>[]} */
function allFacts(names) {
  return names.reduce((sofar, name) => {
    assert.ok(VALUES[name], `a fact that is not known here: ${name}`);
    return sofar.flatMap((facts) => VALUES[name].map((value) => ({ ...facts, [name]: value })));
  }, /** @type {Record<string, unknown>[]} */ ([{}]));
}

afterEach(() => useCatalogue("en"));

test("each reason speaks from its own facts alone, in every language", () => {
  const all = reasons();
  assert.deepEqual(all.map(([code]) => code).sort(), [...REASONS].sort());
  const languages = /** @type {[string, Record<string, string | string[]>][]} */ ([
    ["en", {}],
    ...catalogues(),
  ]);
  for (const [language, texts] of languages) {
    useCatalogue(language, texts);
    const said = new Set();
    for (const [code, names] of all)
      for (const facts of allFacts(names)) {
        const words = reasonWords({ code, facts }, (seat) => "ABC"[seat]);
        assert.doesNotMatch(words, /[{}|]|undefined|null|NaN|\w_\w/, `${language} ${code}: ${words}`);
        assert.match(words, /[.]$/, `${language} ${code}: ${words}`);
        said.add(code + words.replace(/\d/g, ""));
      }
    assert.ok(said.size >= all.length);
    const plain = all.map(([code, names]) => reasonWords({ code, facts: allFacts(names)[0] }, String));
    assert.equal(new Set(plain).size, all.length, "no two reasons say the same");
  }
});

test("a move is said by what it does", () => {
  const said = (/** @type {string} */ action) => moveWords(action, "throw");
  assert.equal(said("0:A:7H,7C"), "Play the 7 of hearts and the 7 of clubs");
  assert.equal(said("0:D:7S/9S"), "Beat the 7 of spades with the 9 of spades");
  assert.equal(said("0:T:7S"), "Transfer with the 7 of spades");
  assert.equal(said("0:S:7S"), "Show the 7 of spades");
  assert.equal(said("0:take"), "Take");
  assert.equal(said("0:swap"), "Swap");
  assert.equal(said("0:pass"), "Done");
  assert.equal(moveWords("0:pass", "taking"), "Pass");
});

test("a chance is never told as certain, and what is certain has no chance", () => {
  const chance = (/** @type {number} */ durak, code = "estimate") =>
    chanceWords({ action: "0:take", durak, reason: { code, facts: {} } });
  assert.equal(chance(0.234), "Durak in 23 of 100 games.");
  assert.equal(chance(0), "Durak in 1 of 100 games.");
  assert.equal(chance(1), "Durak in 99 of 100 games.");
  for (const code of ["wins", "draws", "only_saving", "loses"]) assert.equal(chance(0.5, code), "");
});

// How long it stands

const OFFERED = game({ legal: { "7S": ["1:D:6S/7S"], take: ["1:take"] }, table_ply: 4 });
const MOVES = ["1:D:6S/7S", "1:take"].map((action) => ({
  action,
  durak: 0.2,
  reason: { code: "estimate", facts: {} },
}));

/** The state at view 5, advised for view `v`. @param {number} v @returns {State} */
function advised(v = 5) {
  const shown = reduce(INITIAL, { type: "view", message: view(5, { game: OFFERED }), first: true });
  return reduce(shown, { type: "advice", advice: { v, moves: MOVES } });
}

/** @param {State} state @param {number} v @param {Partial<typeof OFFERED>} changes */
function later(state, v, changes = {}) {
  return reduce(state, {
    type: "view",
    message: view(v, { game: { ...OFFERED, ...changes } }),
    first: false,
  });
}

test("advice stands while its table does, whatever else is told", () => {
  assert.deepEqual(standingAdvice(advised()), MOVES);
  assert.deepEqual(standingAdvice(later(advised(), 6)), MOVES);
  assert.equal(later(advised(), 6, { table_ply: 5 }).advice, null);
  assert.equal(later(advised(), 6, { bout: 9 }).advice, null);
  assert.deepEqual(standingAdvice(reduce(advised(), { type: "advice", advice: null })), []);
});

test("advice for a view that has not come yet waits for it", () => {
  const early = advised(6);
  assert.deepEqual(standingAdvice(early), []);
  assert.deepEqual(standingAdvice(later(early, 6, { table_ply: 5 })), MOVES);
  assert.equal(later(later(early, 6, { table_ply: 5 }), 7, { table_ply: 6 }).advice, null);
});

test("nothing is advised that cannot be done, or while a move of ours is on its way", () => {
  assert.deepEqual(standingAdvice(later(advised(6), 6, { legal: { take: ["1:take"] } })), []);
  const playing = reduce(advised(), { type: "play", id: "x", action: "1:take" });
  assert.deepEqual(standingAdvice(playing), []);
});

test("no more is shown than can be read at a table", () => {
  const state = advised();
  const many = { v: 5, moves: Array(5).fill(MOVES[0]) };
  assert.equal(standingAdvice({ ...state, advice: many }).length, 3);
});
