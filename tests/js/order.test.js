// Catches a hand that jumbles when it should not, or forgets how its owner laid it.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as order from "../../static/js/state/order.js";
import { placeAt } from "../../static/js/table/fan.js";
import { metrics } from "../../static/js/table/layout.js";
import { game } from "./views.js";

/** @import { Card, Happening } from "../../static/js/types.js" */

/** The line after some views, each with what the story told. @param {...[Card[], Happening[], number?]} views */
const follow = (...views) =>
  views.reduce(
    (line, [hand, happened, bout = 3]) => order.follow(line, game({ hand, bout }), happened),
    order.NO_LINE,
  );

/** @param {Card[]} cards @returns {Happening} */
const refill = (cards, seat = 0) => ({ kind: "refill", seat, count: cards.length, cards });

/** @param {Card[]} hand @param {import("../../static/js/prefs.js").Prefs["order"]} how @param {{drawn?: order.Line, laid?: order.Line}} lines */
const arrange = (hand, how, { drawn = order.NO_LINE, laid = order.NO_LINE } = {}) =>
  order.arrange(hand, "H", how, { drawn, laid });

test("by suit and by rank, trumps last", () => {
  const hand = ["KH", "TS", "6S", "AD", "6H", "TC"];
  assert.deepEqual(arrange(hand, "suit"), ["6S", "TS", "AD", "TC", "6H", "KH"]);
  assert.deepEqual(arrange(hand, "rank"), ["6S", "TS", "TC", "AD", "6H", "KH"]);
});

test("as drawn: a deal lies by suit, and each card that comes is the last", () => {
  const drawn = follow(
    [["9C", "6D", "JH"], [{ kind: "deal", main: 0, defender: 1 }]],
    [
      ["9C", "6D", "JH", "7S", "AC"],
      [refill(["AC", "7S"]), refill(["KS"], 1)],
    ],
  );
  assert.deepEqual(arrange(["7S", "9C", "AC", "6D", "JH"], "drawn", { drawn }), [
    "6D",
    "9C",
    "JH",
    "AC",
    "7S",
  ]);
});

test("a card that comes back is new again, one that was only refused lies where it lay", () => {
  const hand = ["6D", "9C", "JH"];
  const refused = follow([hand, []], [hand, []]);
  assert.deepEqual(arrange(hand, "drawn", { drawn: refused }), hand);
  const taken = follow(
    [hand, []],
    [["6D", "JH"], []],
    [["6D", "JH", "9C", "7C"], [{ kind: "taken", seat: 0, cards: ["7C", "9C"] }]],
  );
  assert.deepEqual(arrange(["6D", "7C", "9C", "JH"], "drawn", { drawn: taken }), ["6D", "JH", "7C", "9C"]);
});

test("a view without its story adds what is new by suit", () => {
  const drawn = follow([["JH"], []], [["6D", "9C", "7S", "JH"], []]);
  assert.deepEqual(drawn.cards, ["JH", "7S", "6D", "9C"]);
});

test("the trump that was swapped for comes last", () => {
  const drawn = follow(
    [["6H", "9C"], []],
    [["9C", "AH"], [{ kind: "swap", seat: 0, card: "6H", turned_up: "AH" }]],
  );
  assert.deepEqual(arrange(["9C", "AH"], "drawn", { drawn }), ["9C", "AH"]);
});

test("a scene of a film may show cards that have gone since", () => {
  const drawn = follow([["6D", "JH", "9C"], []], [["6D", "JH"], []]);
  assert.deepEqual(arrange(["JH", "9C", "6D"], "drawn", { drawn }), ["6D", "9C", "JH"]);
});

test("another deal is another hand", () => {
  const first = follow([["JH", "6D"], []], [["JH", "6D", "7S"], [refill(["7S"])]]);
  const told = order.follow(first, game({ hand: ["6D", "7S", "9C"], bout: 1 }), []);
  assert.deepEqual(told.cards, ["7S", "6D", "9C"]);
});

test("laid by hand: a card goes where it is put, and what comes goes to the end", () => {
  const laid = { ...follow([["6D", "9C", "JH"], []]), cards: order.moved(["6D", "9C", "JH"], "JH", 0) };
  assert.deepEqual(arrange(["6D", "9C", "JH"], "hand", { laid }), ["JH", "6D", "9C"]);
  const later = order.follow(laid, game({ hand: ["7S", "6D", "9C", "JH"] }), [refill(["7S"])]);
  assert.deepEqual(arrange(["6D", "7S", "9C", "JH"], "hand", { laid: later }), ["JH", "6D", "9C", "7S"]);
  assert.deepEqual(order.moved(["6D", "9C", "JH"], "6D", 2), ["9C", "JH", "6D"]);
});

test("every order keeps every card once", () => {
  const hand = ["6D", "9C", "JH", "AS", "TS", "TH"];
  const line = follow([hand, []]);
  for (const how of /** @type {const} */ (["suit", "rank", "drawn", "hand"]))
    assert.deepEqual(arrange(hand, how, { drawn: line, laid: line }).sort(), [...hand].sort());
});

test("a card dropped on a place of the hand goes there, in rows too", () => {
  for (const hand of [3, 12, 24, 36]) {
    const { hands } = metrics({ vw: 360, vh: 640 }, { hand });
    hands.forEach(({ x, y }, i) => {
      assert.equal(placeAt(hands, x, y), i);
      assert.equal(placeAt(hands, x + 4, y - 8), i, `${hand} cards, place ${i}`);
    });
  }
});
