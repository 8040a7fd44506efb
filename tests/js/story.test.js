// Catches news that name the wrong person, leave something out, or say it twice.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chronicle, sentences, turnSentence } from "../../static/js/state/story.js";
import { game } from "./views.js";

test("the end of a game is one sentence with one mark, and a take without its end is told", () => {
  /** @param {import("../../static/js/types.js").Happening} one */
  const said = (one) => sentences([one], { game: game(), before: null });
  assert.deepEqual(said({ kind: "over", outcome: { kind: "winner", seats: [0] } }), ["You win!"]);
  assert.deepEqual(said({ kind: "over", outcome: { kind: "durak", seat: 1 } }), [
    "Boris is the durak this time.",
  ]);
  assert.deepEqual(said({ kind: "take", seat: 0 }), ["You take."]);
});

test("a pass that all may know of is told to the others, unless what it led to says it", () => {
  /** @param {number} seat @param {import("../../static/js/types.js").Happening[]} more */
  const said = (seat, ...more) =>
    sentences([{ kind: "pass", seat }, ...more], { game: game(), before: null });
  assert.deepEqual(said(2), ["Anna adds nothing more."]);
  assert.deepEqual(said(0), []);
  assert.deepEqual(said(2, { kind: "beaten_off", cards: ["7S", "TS"] }), ["2 cards go to the discard pile."]);
  assert.deepEqual(said(2, { kind: "taken", seat: 1, cards: ["7S"] }), ["Boris took 1 card."]);
});

test("a swap, and a trump that is only shown", () => {
  /** @param {import("../../static/js/types.js").Happening} one */
  const said = (one) => sentences([one], { game: game(), before: null });
  const swap = { kind: /** @type {const} */ ("swap"), card: "6H", turned_up: "KH" };
  assert.deepEqual(said({ ...swap, seat: 0 }), [
    "You swap the 6 of hearts for the king of hearts under the stock.",
  ]);
  assert.deepEqual(said({ ...swap, seat: 1 }), [
    "Boris swaps the 6 of hearts for the king of hearts under the stock.",
  ]);
  const show = { kind: /** @type {const} */ ("transfer"), card: "7H", show: true };
  assert.deepEqual(said({ ...show, seat: 0, to: 1 }), [
    "You show the 7 of hearts, and the attack goes to Boris.",
  ]);
  assert.deepEqual(said({ ...show, seat: 2, to: 0 }), [
    "Anna shows the 7 of hearts, and the attack goes to you.",
  ]);
  assert.deepEqual(said({ ...show, seat: 1, to: 2 }), [
    "Boris shows the 7 of hearts, and the attack goes to Anna.",
  ]);
});

test("a bout in sentences", () => {
  const before = game({ table: [] });
  const said = sentences(
    [
      { kind: "attack", seat: 2, cards: ["7C"] },
      { kind: "defend", seat: 0, attack: "7C", card: "9C" },
      { kind: "attack", seat: 1, cards: ["9S"] },
      { kind: "take", seat: 0 },
      { kind: "taken", seat: 0, cards: ["7C", "9C", "9S"] },
      { kind: "refill", seat: 1, count: 2, cards: [null, null] },
      { kind: "bout", bout: 4, main: 1, defender: 2 },
    ],
    { game: game(), before },
  );
  assert.deepEqual(said, [
    "Anna attacks you with the 7 of clubs.",
    "You beat the 7 of clubs with the 9 of clubs.",
    "Boris adds the 9 of spades.",
    "You took 3 cards and hold 3 now.",
    "Boris attacks Anna next.",
  ]);
});

test("whom somebody attacked is said as it was then, not as it is after the bout", () => {
  const before = game({ table: [], defender: 1, main: 2 });
  /** @type {import("../../static/js/types.js").Happening[]} */
  const story = [
    { kind: "attack", seat: 2, cards: ["7C"] },
    { kind: "transfer", seat: 1, card: "7D", show: false, to: 0 },
    { kind: "taken", seat: 0, cards: ["7C", "7D"] },
    { kind: "bout", bout: 4, main: 1, defender: 0 },
  ];
  const said = sentences(story, { game: game({ bout: 4, defender: 0 }), before });
  assert.equal(said[0], "Anna attacks with the 7 of clubs.");
  assert.equal(said[1], "Boris transfers the attack to you with the 7 of diamonds.");
});

test("what is read afterwards leaves nothing out that was told, and says who passed for me", () => {
  /** @type {import("../../static/js/types.js").Happening[]} */
  const story = [
    { kind: "take", seat: 1 },
    { kind: "pass", seat: 0 },
    { kind: "taken", seat: 1, cards: ["7C"] },
    { kind: "refill", seat: 2, count: 2, cards: [null, null] },
    { kind: "refill", seat: 0, count: 1, cards: ["AH"] },
  ];
  const at = { laid: 1, defender: 1 };
  assert.deepEqual(chronicle(story, game(), at, false), [
    "Boris takes.",
    "You add nothing more.",
    "Boris took 1 card.",
    "Anna draws 2 cards.",
    "You draw the ace of hearts.",
  ]);
  assert.equal(chronicle(story, game(), at, true)[1], "Passed for you: you had nothing to add.");
  assert.deepEqual(sentences(story, { game: game(), before: game() }), [
    "Boris took 1 card.",
    "You draw the ace of hearts.",
  ]);
});

test("what it comes down to is said once: your turn, then how much is left", () => {
  const open = game({ phase: "open", table: [], legal: {}, waiting: [2] });
  const one = game({ table: [["7C", null]] });
  assert.equal(turnSentence(one, open), "Your turn: 1 card to beat.");
  const two = game({
    table: [
      ["7C", null],
      ["7D", null],
    ],
  });
  assert.equal(turnSentence(two, one), "2 left to beat.");
  assert.equal(turnSentence(game({ waiting: [2] }), one), "", "not asked");
  assert.equal(turnSentence(game(), null), "Your turn: 1 card to beat.", "just arrived");
});
