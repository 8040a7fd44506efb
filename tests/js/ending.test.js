// Catches an end that does not say why.

import assert from "node:assert/strict";
import { test } from "node:test";

import { outcomeReason } from "../../static/js/state/ending.js";
import { game } from "./views.js";

/** @import { Game } from "../../static/js/types.js" */

/** @param {Partial<Game>} changes */
const why = (changes) =>
  outcomeReason(game({ phase: "over", ...changes }), (seat) => ["Fox", "Boris", "Anna"][seat]);

test("every end says why", () => {
  assert.equal(
    why({ outcome: { kind: "durak", seat: 1 }, counts: [0, 4, 0] }),
    "Boris was left with 4 cards.",
  );
  assert.equal(why({ outcome: { kind: "durak", seat: 0 }, counts: [1, 0, 0] }), "You were left with 1 card.");
  assert.equal(
    why({ outcome: { kind: "durak", seat: 1 }, counts: [0, 0, 0] }),
    "Boris ran out of cards last.",
  );
  assert.equal(why({ outcome: { kind: "durak", seat: 0 }, counts: [0, 0, 0] }), "You ran out of cards last.");
  assert.match(why({ outcome: { kind: "winner", seats: [2] } }), /first wins/);
});

test("a draw by the rules is another one than a draw of bots that go round", () => {
  const outcome = /** @type {const} */ ({ kind: "draw" });
  assert.equal(why({ outcome, counts: [0, 0, 0] }), "The last cards went together.");
  assert.equal(why({ outcome, counts: [0, 3, 2] }), "Only bots were playing, and they found no end.");
});

test("a game that goes on has no reason to have ended", () => {
  assert.equal(why({ outcome: null }), "");
});
