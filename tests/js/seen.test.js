// Catches a list of seen cards that forgets what was beaten off, and a tally that counts for nobody.

import assert from "node:assert/strict";
import { test } from "node:test";

import { tallyLine } from "../../static/js/panels/result.js";
import { discardedOf } from "../../static/js/panels/seen.js";
import { INITIAL, reduce } from "../../static/js/state/reduce.js";
import { chair, game, room, view } from "./views.js";

/** @import { Happening } from "../../static/js/types.js" */

test("what was beaten off is as the server says, else as this page has seen it", () => {
  let state = reduce(INITIAL, { type: "view", message: view(1, { after: null }), first: true });
  assert.deepEqual(discardedOf(state), []);
  /** @type {Happening[]} */
  const happened = [{ kind: "beaten_off", cards: ["7C", "9C"] }];
  state = reduce(state, { type: "view", message: view(2, { happened }), first: false });
  assert.deepEqual(discardedOf(state), ["7C", "9C"]);
  assert.deepEqual(discardedOf({ ...state, game: game({ discarded: ["6S"] }) }), ["6S"]);
});

test("the tally is told from the second game on, of people only", () => {
  const chairs = [
    chair({ name: "Anna", tally: { games: 3, durak: 2, draws: 1 } }),
    chair({ name: "Boris", tally: { games: 1, durak: 0, draws: 1 } }),
    chair({ name: "Robo", kind: "bot" }),
    chair({ name: "Clara" }),
  ];
  assert.equal(tallyLine(room({ games: 1, chairs })), "");
  assert.equal(tallyLine(room({ games: 3, chairs })), "The durak so far: Anna 2/3 · Boris 0/1 · 1 draw");
});
