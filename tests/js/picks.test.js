// Catches an opening with cards that do not go together, and a careful page that asks too much or too little.

import assert from "node:assert/strict";
import { test } from "node:test";

import { costOf, couldCoverAll } from "../../static/js/state/careful.js";
import { pickable, pickedAction, picksAfter } from "../../static/js/state/picks.js";
import { game } from "./views.js";

/** @import { Pair } from "../../static/js/types.js" */

const open = game({
  phase: "open",
  table: [],
  main: 0,
  defender: 1,
  hand: ["7S", "7H", "9S", "9D", "9C"],
  sets: ["0:A:7S,7H", "0:A:9S,9D", "0:A:9S,9C", "0:A:9D,9C", "0:A:9S,9D,9C"],
  legal: Object.fromEntries(["7S", "7H", "9S", "9D", "9C"].map((card) => [card, [`0:A:${card}`]])),
});

test("the first tap picks all that go together, the next ones leave out and add", () => {
  const all = picksAfter(open, [], "9D");
  assert.deepEqual(all, ["9S", "9D", "9C"]);
  const two = picksAfter(open, all, "9D");
  assert.deepEqual(two, ["9S", "9C"]);
  assert.equal(pickedAction(open, two), "0:A:9S,9C");
  assert.deepEqual(picksAfter(open, two, "9D"), ["9S", "9C", "9D"]);
  assert.equal(pickedAction(open, ["9S", "9C", "9D"]), "0:A:9S,9D,9C", "in any order");
});

test("another rank begins anew, one card alone is an opening too, and none is not", () => {
  assert.deepEqual(picksAfter(open, ["9S", "9C"], "7H"), ["7S", "7H"]);
  assert.equal(pickedAction(open, ["7H"]), "0:A:7H");
  assert.equal(pickedAction(open, []), null);
});

test("a trump is picked only where it is tapped, or nothing else goes with the card", () => {
  const trumps = { ...open, sets: ["0:A:9S,9D", "0:A:9S,9H", "0:A:9D,9H", "0:A:9S,9D,9H"] };
  assert.deepEqual(picksAfter(trumps, [], "9S"), ["9S", "9D"]);
  assert.deepEqual(picksAfter(trumps, [], "9H"), ["9S", "9D", "9H"]);
  assert.deepEqual(picksAfter(open, [], "7S"), ["7S", "7H"]);
});

test("only what stands in a set can be picked", () => {
  const picked = ["7S"];
  assert.equal(picksAfter({ ...open, sets: ["0:A:7S,7H"] }, picked, "9S"), picked);
  assert.deepEqual([...pickable(open, ["7S"])], ["7S", "7H"]);
  // Room for two of three: a third one is not legal, and begins nothing by itself.
  const small = { ...open, sets: ["0:A:9S,9D", "0:A:9S,9C", "0:A:9D,9C"] };
  assert.equal(picksAfter(small, [], "9C").length, 2);
});

/** @type {Pair[]} */
const two = [
  ["7C", null],
  ["8C", null],
];

test("taking is asked about only where every card could get a cover of its own", () => {
  const both = game({ table: two, legal: { "9C": ["0:D:7C/9C", "0:D:8C/9C"], take: ["0:take"] } });
  assert.equal(couldCoverAll(both), false, "one card cannot cover two");
  const enough = { ...both, legal: { ...both.legal, JH: ["0:D:7C/JH", "0:D:8C/JH"] } };
  assert.equal(couldCoverAll(enough), true);
  assert.equal(costOf(enough, "0:take"), "take");
  assert.equal(costOf(both, "0:take"), "");
  // The first choice has to give way for the second card to find a place.
  const crossed = game({ table: two, legal: { "9C": ["0:D:7C/9C", "0:D:8C/9C"], "8D": ["0:D:7C/8D"] } });
  assert.equal(couldCoverAll(crossed), true);
});

test("a trump is asked about only where another card would do the same", () => {
  const view = game({ table: [["7C", null]], legal: { "9C": ["0:D:7C/9C"], JH: ["0:D:7C/JH"] } });
  assert.equal(costOf(view, "0:D:7C/JH"), "trump");
  assert.equal(costOf(view, "0:D:7C/9C"), "");
  assert.equal(costOf({ ...view, legal: { JH: ["0:D:7C/JH"] } }, "0:D:7C/JH"), "", "nothing else beats it");
  const elsewhere = { JH: ["0:D:7C/JH"], "9C": ["0:D:8C/9C"] };
  assert.equal(costOf({ ...view, legal: elsewhere }, "0:D:7C/JH"), "", "the other card beats another one");
  assert.equal(costOf({ ...view, legal: { JH: ["0:T:JH"], JC: ["0:T:JC"] } }, "0:T:JH"), "trump");
  assert.equal(costOf({ ...view, legal: { JH: ["0:S:JH"], JC: ["0:T:JC"] } }, "0:S:JH"), "", "it is kept");
  const throws = { JH: ["0:A:JH"], JC: ["0:A:JC"], pass: ["0:pass"] };
  assert.equal(costOf({ ...view, legal: throws }, "0:A:JH"), "trump");
  assert.equal(costOf({ ...view, legal: throws }, "0:pass"), "");
  assert.equal(costOf({ ...view, legal: throws }, "0:A:JC,JH"), "trump");
});
