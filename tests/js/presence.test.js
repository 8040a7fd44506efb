// Catches an account of the bot that counts wrongly, and steps around the cards that are told to the wrong one or not at all.

import assert from "node:assert/strict";
import { test } from "node:test";

import { accountLine } from "../../static/js/presence.js";
import { isOfTable } from "../../static/js/state/select.js";
import { sentences } from "../../static/js/state/story.js";
import { game } from "./views.js";

/** @import { Happening } from "../../static/js/types.js" */

test("a bot's account names what it did, and how often", () => {
  const nothing = { attack: 0, defend: 0, transfer: 0, take: 0 };
  assert.equal(accountLine(nothing), "");
  assert.equal(
    accountLine({ ...nothing, defend: 2, take: 1 }),
    "While you were away the bot beat 2 cards and took once.",
  );
  assert.equal(
    accountLine({ attack: 1, defend: 1, transfer: 3, take: 2 }),
    "While you were away the bot played 1 card, beat 1 card, transferred 3 times and took 2 times.",
  );
});

/** @type {Happening[]} */
const steps = [
  { kind: "clock", seat: 0 },
  { kind: "stand_in", seat: 0, why: "clocks" },
  { kind: "back", seat: 0 },
  { kind: "joined", seat: 0, name: "Owl" },
  { kind: "took_back" },
];

test("what happens around the cards is told, of me and of others", () => {
  const view = game();
  /** @param {number} seat */
  const told = (seat) =>
    sentences(
      steps.map((one) => ({ ...one, seat })),
      { game: view, before: view },
    );
  assert.deepEqual(told(0), [
    "Your time ran out.",
    "A bot plays for you now.",
    "You are back.",
    "You play on from here.",
    "The last move was taken back.",
  ]);
  assert.deepEqual(told(1), [
    "Boris ran out of time.",
    "A bot plays for Boris now.",
    "Boris is back.",
    "Owl plays on from here.",
    "The last move was taken back.",
  ]);
});

test("none of it moves a card", () => {
  assert.deepEqual(steps.filter(isOfTable), []);
  assert.ok(isOfTable({ kind: "take", seat: 0 }));
});
