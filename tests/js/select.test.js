// Catches an interface that offers what the view does not, or guesses at rules.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as select from "../../static/js/state/select.js";
import { game } from "./views.js";

/** @import { Game, Outcome } from "../../static/js/types.js" */

test("an action's text comes apart", () => {
  /** @param {string} text */
  const parts = (text) => Object.values(select.parseAction(text));
  assert.deepEqual(select.parseAction("1:D:7S/9S"), {
    seat: 1,
    kind: "cover",
    card: "9S",
    cards: ["9S"],
    attack: "7S",
  });
  assert.deepEqual(parts("0:A:7H"), [0, "attack", "7H", ["7H"], null]);
  assert.deepEqual(parts("0:A:7H,7S"), [0, "attack", "7H", ["7H", "7S"], null]);
  assert.deepEqual(parts("2:T:7D"), [2, "transfer", "7D", ["7D"], null]);
  assert.deepEqual(parts("2:S:7D"), [2, "show", "7D", ["7D"], null]);
  assert.deepEqual(parts("2:pass"), [2, "pass", null, [], null]);
});

test("targets are those of the view, one by one", () => {
  const view = game({ hand: ["6D", "9H"], legal: { "9H": ["0:D:7C/9H", "0:T:9H"] } });
  assert.deepEqual(
    select.targets(view, "9H").map(({ kind, attack }) => [kind, attack]),
    [
      ["cover", "7C"],
      ["transfer", null],
    ],
  );
  assert.deepEqual(select.targets(view, "6D"), []);
  assert.deepEqual(select.transferKinds(view), ["transfer"]);
});

test("a hand lies by suit, trumps last, each from the lowest", () => {
  assert.deepEqual(select.sortHand(["KH", "TS", "6S", "AD", "6H", "9C"], "H"), [
    "6S",
    "TS",
    "AD",
    "9C",
    "6H",
    "KH",
  ]);
  assert.deepEqual(select.sortHand(["6S", "AH"], "S"), ["AH", "6S"]);
});

test("the others sit clockwise from my left neighbour, all of them before a spectator", () => {
  assert.deepEqual(select.seatsAround(game({ viewer: 1, counts: [1, 1, 1, 1] })), [2, 3, 0]);
  assert.deepEqual(select.seatsAround(game({ viewer: null, counts: [1, 1, 1] })), [0, 1, 2]);
});

test("roles", () => {
  const view = game({ counts: [1, 1, 1, 0], out: [3] });
  assert.deepEqual(
    [0, 1, 2, 3].map((seat) => select.roleOf(view, seat)),
    ["defender", "thrower", "attacker", "out"],
  );
  assert.equal(select.roleOf(game({ phase: "open" }), 1), "");
});

test("while the main attacker comes first nobody else may add, and all see when he is done", () => {
  const closing = game({ phase: "throw", viewer: 1, waiting: [2], priority: 2 });
  /** @param {Game} view */
  const roles = (view) => [0, 1, 2].map((seat) => select.roleOf(view, seat));
  assert.deepEqual(roles(closing), ["defender", "", "attacker"]);
  assert.deepEqual(roles({ ...closing, priority: null, waiting: [1] }), ["defender", "thrower", "done"]);
  const free = { ...closing, priority: null, waiting: [1, 2] };
  assert.deepEqual(roles(free), ["defender", "thrower", "attacker"]);
  assert.deepEqual(roles({ ...free, waiting: [] }), ["defender", "thrower", "attacker"], "a scene of a film");
  assert.deepEqual(roles({ ...free, throwers: [1], waiting: [1] }), ["defender", "thrower", "attacker"]);
});

/** @param {Partial<Game>} changes */
const ended = (changes) =>
  select.places(game({ phase: "over", ...changes })).map(({ seat, place, cards }) => [seat, place, cards]);

test("at the end only who went out has a number, and who did not has cards", () => {
  const durak = /** @type {const} */ ({ kind: "durak", seat: 0 });
  assert.deepEqual(ended({ out: [2, 1], counts: [3, 0, 0], outcome: durak }), [
    [2, 1, 0],
    [1, 2, 0],
    [0, null, 3],
  ]);
  assert.deepEqual(ended({ out: [2, 0, 1], counts: [0, 0, 0], outcome: { kind: "draw" } }), [
    [2, null, 0],
    [0, null, 0],
    [1, null, 0],
  ]);
});

test("winners come first, before those who still hold cards", () => {
  /** @type {Outcome} */
  const one = { kind: "winner", seats: [2] };
  assert.deepEqual(ended({ out: [2], counts: [3, 4, 0], outcome: one }), [
    [2, 1, 0],
    [0, null, 3],
    [1, null, 4],
  ]);
  /** @type {Outcome} */
  const two = { kind: "winner", seats: [1, 2] };
  assert.deepEqual(
    ended({ out: [2, 1], counts: [3, 0, 0], outcome: two }).map(([seat, place]) => [seat, place]),
    [
      [1, 1],
      [2, 1],
      [0, null],
    ],
  );
});

test("a button belongs to a part in the bout, legal or not", () => {
  assert.deepEqual(select.buttonsOf(game()), { left: "take", right: null });
  assert.deepEqual(select.buttonsOf(game({ defender: 1, throwers: [0, 2] })), { left: null, right: "pass" });
  assert.deepEqual(select.buttonsOf(game({ defender: 1, throwers: [2] })), { left: null, right: null });
  assert.deepEqual(select.buttonsOf(game({ phase: "open", defender: 1 })), { left: null, right: null });
  assert.deepEqual(
    select.buttonsOf(game({ phase: "open", main: 0, legal: { swap: ["0:swap"] } })).left,
    "swap",
  );
  const opens = game({ phase: "open", main: 0, sets: ["0:A:7S,7H"] });
  assert.deepEqual(select.buttonsOf(opens), { left: null, right: "set" });
  assert.deepEqual(select.buttonsOf(game({ viewer: null })), { left: null, right: null });
  assert.deepEqual(select.buttonsOf(game({ phase: "over" })), { left: null, right: null });
});

/** @param {string} action */
const pending = (action) => ({ id: "x", action, bout: 3, table_ply: 17, done: false });

test("a pending cover lies on its attack, and only other covers stay open", () => {
  const view = game({
    table: [
      ["7C", null],
      ["7D", null],
    ],
    legal: { "9C": ["0:D:7C/9C"], JH: ["0:D:7C/JH", "0:D:7D/JH"], take: ["0:take"] },
  });
  const after = select.withPending(view, [pending("0:D:7C/9C")]);
  assert.deepEqual(after.table, [
    ["7C", "9C"],
    ["7D", null],
  ]);
  assert.deepEqual(after.hand, ["6D", "JH"]);
  assert.equal(after.counts[0], 2);
  assert.deepEqual(after.legal, { JH: ["0:D:7D/JH"] });
});

test("a pending attack or transfer lies at the end, and nothing is open until it is answered", () => {
  const attack = select.withPending(game({ defender: 1, main: 0 }), [pending("0:A:6D")]);
  assert.deepEqual(attack.table.at(-1), ["6D", null]);
  assert.deepEqual(attack.legal, {});
  const transfer = select.withPending(game({ table: [["6C", null]] }), [pending("0:T:6D")]);
  assert.deepEqual([transfer.main, transfer.defender], [0, 1]);
});

test("a pending opening with several cards lays them all", () => {
  const open = game({ phase: "open", table: [], main: 0, defender: 1, hand: ["7S", "7H", "9C"] });
  const after = select.withPending({ ...open, sets: ["0:A:7S,7H"] }, [pending("0:A:7S,7H")]);
  assert.deepEqual(after.table, [
    ["7S", null],
    ["7H", null],
  ]);
  assert.deepEqual([after.hand, after.counts[0], after.sets], [["9C"], 1, []]);
});

test("a pending swap or show moves no card until it is answered", () => {
  const open = game({ phase: "open", table: [], main: 0, defender: 1, legal: { swap: ["0:swap"] } });
  const swapped = select.withPending(open, [pending("0:swap")]);
  assert.deepEqual([swapped.hand, swapped.turned_up, swapped.legal], [open.hand, open.turned_up, {}]);
  const shown = select.withPending(game({ table: [["JC", null]] }), [pending("0:S:JH")]);
  assert.deepEqual([shown.hand, shown.table, shown.legal], [game().hand, [["JC", null]], {}]);
});

test("a pending action of another bout, or one that the view shows already, changes nothing", () => {
  const view = game();
  assert.equal(select.withPending(view, [{ ...pending("0:D:7C/9C"), bout: 2 }]), view);
  assert.equal(select.withPending(view, [pending("0:D:7C/TS")]), view);
});

test("auto-pass: only where the table waits for me, a pass is legal and no card is", () => {
  const view = game({ phase: "throw", main: 0, defender: 1, waiting: [0, 2], legal: { pass: ["0:pass"] } });
  assert.equal(select.isIdle(view), true);
  assert.equal(select.isIdle({ ...view, legal: { pass: ["0:pass"], "9C": ["0:A:9C"] } }), false);
  assert.equal(select.isIdle({ ...view, legal: {} }), false);
  assert.equal(select.isIdle({ ...view, waiting: [2] }), false);
  assert.equal(select.isIdle({ ...view, viewer: null }), false);
  assert.equal(
    select.isIdle({ ...view, waiting: [0], priority: 0 }),
    false,
    "the others see it and wait for it",
  );
  assert.equal(select.isIdle({ ...view, main: 2, priority: null, waiting: [0] }), true);
  assert.equal(select.isIdle(null), false);
});
