// Catches a film that loses cards, hurries the last cards off the table, or ends anywhere but at the newest view.

import assert from "node:assert/strict";
import { test } from "node:test";

import { plan } from "../../static/js/table/plan.js";
import { game } from "./views.js";

/** @import { Game, TableStep } from "../../static/js/types.js" */

/** @param {Game | null} before @param {Game} after @param {TableStep[]} happened */
function film(before, after, happened) {
  const steps = plan(before, after, happened);
  const last = steps[steps.length - 1];
  assert.ok(last.ready && steps.slice(0, -1).every((one) => !one.ready));
  return { steps, last };
}

test("without a story the newer view is all there is", () => {
  const after = game();
  const { steps, last } = film(null, after, []);
  assert.equal(steps.length, 1);
  assert.equal(last.game, after);
  assert.equal(last.ms, 0, "nothing moves on arrival");
});

test("somebody's card flies from his seat", () => {
  const after = game({ table: [["7S", null]] });
  const { steps, last } = film(game({ table: [] }), after, [{ kind: "attack", seat: 2, cards: ["7S"] }]);
  assert.equal(steps.length, 1);
  assert.deepEqual([...last.from], [["7S", { seat: 2 }]]);
  assert.equal(last.cue, "card");
});

test("my card, which lies there already, is no news", () => {
  const before = game({ table: [["7C", "9C"]], hand: ["6D", "JH"] });
  const { last } = film(before, before, [{ kind: "defend", seat: 0, attack: "7C", card: "9C" }]);
  assert.equal(last.from.size, 0);
  assert.equal(last.cue, "");
});

test("a bout's last cards are seen before they are discarded, then hands are filled", () => {
  const before = game({ viewer: 1, table: [["7S", null]], hand: ["6D"], counts: [3, 1, 7] });
  const after = game({
    viewer: 1,
    table: [],
    hand: ["6D", "KD"],
    counts: [6, 2, 6],
    discard: 12,
    stock: 9,
    bout: 4,
  });
  const { steps, last } = film(before, after, [
    { kind: "defend", seat: 0, attack: "7S", card: "9S" },
    { kind: "beaten_off", cards: ["7S", "9S"] },
    { kind: "refill", seat: 1, count: 1, cards: ["KD"] },
    { kind: "refill", seat: 0, count: 4, cards: [null, null, null, null] },
    { kind: "bout", bout: 4, main: 0, defender: 1 },
  ]);
  const [seen, swept] = steps;
  assert.deepEqual(seen.game.table, [["7S", "9S"]]);
  assert.ok(seen.hold >= 700);
  assert.deepEqual(seen.note, { kind: "beaten_off" });
  assert.deepEqual(swept.game.table, []);
  assert.deepEqual([...swept.exits.keys()], ["7S", "9S"]);
  assert.equal(swept.game.discard, 12);
  assert.deepEqual([...last.from], [["KD", "stock"]]);
  assert.deepEqual(last.flights, [{ from: "stock", to: { seat: 0 }, count: 3 }]);
  assert.equal(last.game, after);
});

test("what I take comes to my hand, what another takes flies to his seat", () => {
  const before = game({ table: [["7S", null]] });
  const taken = film(before, game({ table: [], hand: ["6D", "7S", "9C", "JH"] }), [
    { kind: "taken", seat: 0, cards: ["7S"] },
  ]);
  assert.deepEqual(
    taken.steps[1].game.hand,
    ["6D", "9C", "7S", "JH"].sort(
      (a, b) => ["7S", "6D", "9C", "JH"].indexOf(a) - ["7S", "6D", "9C", "JH"].indexOf(b),
    ),
  );
  assert.equal(taken.steps[1].exits.size, 0);
  const lost = film({ ...before, defender: 2 }, game({ table: [] }), [
    { kind: "taken", seat: 2, cards: ["7S"] },
  ]);
  assert.deepEqual([...lost.steps[1].exits], [["7S", { seat: 2 }]]);
});

test("the last table stays to be seen when the game is over", () => {
  const before = game({ table: [["7S", null]], hand: ["9S"], counts: [1, 0, 0], stock: 0 });
  const outcome = { kind: /** @type {const} */ ("durak"), seat: 0 };
  const after = game({ phase: "over", table: [], hand: ["7S", "9S"], counts: [2, 0, 0], stock: 0, outcome });
  const { last } = film(before, after, [
    { kind: "taken", seat: 0, cards: ["7S"] },
    { kind: "over", outcome },
  ]);
  assert.deepEqual(last.game.table, [["7S", null]]);
  assert.deepEqual(last.game.hand, ["9S"], "no card is shown twice");
  assert.equal(last.game.phase, "over");
});

test("and it stays when the host chooses other rules for the next", () => {
  const shown = game({ phase: "over", table: [["7S", null]], hand: ["9S"], counts: [1, 0, 0] });
  const { last } = film(shown, game({ phase: "over", table: [], hand: ["7S", "9S"], counts: [2, 0, 0] }), []);
  assert.deepEqual(last.game.table, [["7S", null]]);
  assert.deepEqual(last.game.hand, ["9S"]);
  assert.deepEqual(film(shown, game({ bout: 1, table: [] }), []).last.game.table, []);
});

test("a deal begins with the whole deck on the stock", () => {
  const after = game({ table: [], counts: [6, 6, 6], stock: 18, bout: 1 });
  const { steps, last } = film(null, after, [{ kind: "deal", main: 2, defender: 0 }]);
  assert.equal(steps[0].game.stock, 36);
  assert.deepEqual(steps[0].game.hand, []);
  assert.deepEqual(
    last.flights.map((flight) => flight.to),
    [{ seat: 1 }, { seat: 2 }],
  );
});

test("a card that is played while the cards are dealt comes after them", () => {
  const after = game({ table: [["7C", null]], counts: [6, 6, 5], stock: 18, bout: 1 });
  const { last } = film(null, after, [
    { kind: "deal", main: 2, defender: 0 },
    { kind: "attack", seat: 2, cards: ["7C"] },
  ]);
  assert.deepEqual([...last.from].at(-1), ["7C", { seat: 2 }]);
  assert.equal(last.cue, "deal");
  assert.ok(last.stagger > 0);
});

test("the turned-up card, which all know, flies to whom it goes", () => {
  const { last } = film(game(), game({ stock: 0, turned_up: null }), [
    { kind: "refill", seat: 2, count: 1, cards: ["9H"] },
  ]);
  assert.deepEqual([...last.exits], [["9H", { seat: 2 }]]);
});

test("the lowest trump and the turned-up card change places, and all see it", () => {
  const open = { phase: /** @type {const} */ ("open"), table: [] };
  const swap = { kind: /** @type {const} */ ("swap"), card: "6H", turned_up: "9H" };
  const before = game({ ...open, hand: ["6H", "9C", "JH"] });
  const after = game({ ...open, hand: ["9C", "9H", "JH"], turned_up: "6H" });
  const mine = film(before, after, [{ ...swap, seat: 0 }]);
  assert.deepEqual(mine.steps[0].game.hand, ["9C", "9H", "JH"]);
  assert.equal(mine.steps[0].game.turned_up, "6H");
  assert.equal(mine.steps[0].from.size + mine.steps[0].exits.size, 0, "both lie there already");
  const others = film(game(open), game({ ...open, turned_up: "6H" }), [{ ...swap, seat: 2 }]);
  assert.deepEqual(others.steps[0].note, { ...swap, seat: 2 });
  assert.deepEqual([...others.steps[0].from], [["6H", { seat: 2 }]]);
  assert.deepEqual([...others.steps[0].exits], [["9H", { seat: 2 }]]);
  assert.deepEqual(others.steps[0].game.counts, game().counts);
  assert.equal(others.last.from.size, 0);
});

test("a trump that is shown lies there to be seen, and goes back to the hand", () => {
  const show = { kind: /** @type {const} */ ("transfer"), card: "7H", show: true };
  const before = game({ table: [["7C", null]], main: 1, defender: 2 });
  const after = { ...before, main: 2, defender: 0 };
  const { steps, last } = film(before, after, [{ ...show, seat: 2, to: 0 }]);
  const seen = steps[0];
  assert.deepEqual(seen.game.table, [
    ["7C", null],
    ["7H", null],
  ]);
  assert.deepEqual([...seen.from], [["7H", { seat: 2 }]]);
  assert.deepEqual(seen.note, { kind: "show", seat: 2, card: "7H", to: 0 });
  assert.ok(seen.hold >= 1000);
  assert.deepEqual([...last.exits], [["7H", { seat: 2 }]]);
  assert.equal(last.game, after);
  const mine = film({ ...before, defender: 0, hand: ["7H", "9C"] }, game({ hand: ["7H", "9C"] }), [
    { ...show, seat: 0, to: 1 },
  ]);
  assert.deepEqual(mine.steps[0].game.hand, ["9C"]);
  assert.equal(mine.steps[0].from.size + mine.last.exits.size, 0);
});

test("a story that cannot be followed does no harm", () => {
  const after = game({ table: [["AS", null]] });
  const { last } = film(game({ table: [] }), after, [{ kind: "defend", seat: 1, attack: "QS", card: "KS" }]);
  assert.equal(last.game, after);
});

test("the last card of a game is seen before the result, whatever ends it", () => {
  const outcome = { kind: /** @type {const} */ ("winner"), seats: [2] };
  const before = game({ viewer: 0, table: [["7S", "TS"]], counts: [3, 4, 1] });
  const after = game({ phase: "over", table: [], counts: [3, 4, 0], outcome });
  const out = [
    { kind: /** @type {const} */ ("attack"), seat: 2, cards: ["7D"] },
    { kind: /** @type {const} */ ("out"), seat: 2, place: 1 },
    { kind: /** @type {const} */ ("over"), outcome },
  ];
  const { steps, last } = film(before, after, out);
  assert.equal(steps.length, 2);
  assert.ok(steps[0].hold >= 700);
  assert.deepEqual([...steps[0].from], [["7D", { seat: 2 }]]);
  assert.deepEqual(last.game.table, [
    ["7S", "TS"],
    ["7D", null],
  ]);
  assert.equal(last.from.size, 0, "the card comes once");
  const beaten = film(before, after, [
    ...out.slice(0, 1),
    { kind: "beaten_off", cards: [] },
    ...out.slice(1),
  ]);
  assert.equal(beaten.steps.length, 2, "it is looked at once");
});
