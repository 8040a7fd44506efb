// Catches a status line that leaves open whose turn it is, and an end that does not say who lost.

import assert from "node:assert/strict";
import { test } from "node:test";

import { withPending } from "../../static/js/state/select.js";
import { lastDealtLine, outcomeLine, statusLine } from "../../static/js/state/status.js";
import { partsOf } from "../../static/js/state/words.js";
import { game } from "./views.js";

/** @import { Game } from "../../static/js/types.js" */

/** @param {Partial<Game>} changes @param {object} [screen] */
const line = (changes, screen) => {
  const { text, detail } = statusLine(game(changes), screen);
  return [text, detail].map((words) => partsOf(words).join(""));
};
/** @param {number} seat */
const name = (seat) => ["Fox", "Boris", "Anna"][seat];

test("defending", () => {
  assert.deepEqual(line({}), ["Defend: 1 to beat", "Anna attacks, 2 cards on the table"]);
  assert.deepEqual(line({ legal: { take: ["0:take"] } })[0], "You have to take");
  assert.deepEqual(line({ legal: { JH: ["0:D:7C/JH", "0:T:JH"] } })[0], "Defend or transfer");
  assert.deepEqual(line({ phase: "taking", waiting: [1, 2] }), [
    "You take the cards",
    "The others may still add",
  ]);
  assert.deepEqual(line({ phase: "taking", throwers: [2] }), ["You take the cards", "Anna may still add"]);
  assert.deepEqual(line({ phase: "throw", table: [["7S", "TS"]], waiting: [1, 2] }), [
    "All beaten!",
    "Waiting for Boris and Anna",
  ]);
});

test("attacking and adding", () => {
  const attack = { main: 0, defender: 1, throwers: [0, 2] };
  const open = { ...attack, phase: /** @type {const} */ ("open"), table: [] };
  assert.deepEqual(line(open), ["Your turn: attack", "Boris defends"]);
  assert.deepEqual(line({ ...open, legal: { swap: ["0:swap"] } })[1], "Swap gives you the 9 of hearts");
  assert.deepEqual(line({ ...attack, waiting: [1], legal: { JH: ["0:A:JH"] } }), [
    "Boris defends",
    "You may add sevens or tens",
  ]);
  assert.deepEqual(line({ ...attack, waiting: [1], legal: {} }), ["Boris defends", "Waiting for Boris"]);
  const closing = {
    ...attack,
    phase: /** @type {const} */ ("throw"),
    waiting: [0, 2],
    legal: { pass: ["0:pass"] },
  };
  assert.deepEqual(line(closing, { idle: true }), ["All beaten", "You have nothing to add"]);
  assert.deepEqual(line(closing), ["All beaten", "Nothing to add: finish"]);
  const passed = { ...closing, legal: {}, why: { pass: { code: "already_passed", facts: {} } } };
  assert.deepEqual(line(passed), ["You are done", "Waiting for Anna"]);
});

test("where the main attacker comes first", () => {
  const closing = {
    phase: /** @type {const} */ ("throw"),
    main: 2,
    defender: 1,
    throwers: [0, 2],
    priority: 2,
  };
  const pass = { pass: ["0:pass"] };
  const first = "Anna adds first, then you";
  assert.deepEqual(line({ ...closing, waiting: [2], legal: pass }), ["All beaten", first]);
  assert.deepEqual(line({ ...closing, phase: "taking", waiting: [2], legal: pass }), ["Boris takes", first]);
  assert.deepEqual(line({ ...closing, phase: "defence", waiting: [1], legal: {} }), ["Boris defends", first]);
  const after = { ...closing, priority: null, waiting: [0], legal: pass };
  assert.deepEqual(line(after), ["All beaten", "Nothing to add: finish"]);
  assert.deepEqual(line({ ...after, legal: { ...pass, JH: ["0:A:JH"] } })[1], "You may add sevens or tens");
  const mine = { ...closing, main: 0, priority: 0, waiting: [0], legal: pass };
  assert.deepEqual(line(mine), ["All beaten", "The others wait for you"]);
  assert.deepEqual(line({ ...mine, throwers: [0] })[1], "Nothing to add: finish");
  assert.deepEqual(line({ ...closing, throwers: [2], waiting: [2], legal: {} })[1], "Anna may still add");
  const taker = { phase: /** @type {const} */ ("taking"), waiting: [2], priority: 2 };
  assert.deepEqual(line(taker), ["You take the cards", "Anna may still add"]);
});

test("what I have said already holds until it is answered", () => {
  /** @param {Game} view @param {string} action */
  const said = (view, action) => {
    const pending = [{ id: "x", action, bout: 3, table_ply: 17, done: false }];
    const { text, detail } = statusLine(withPending(view, pending));
    return [text, detail].map((words) => partsOf(words).join(""));
  };
  assert.deepEqual(said(game(), "0:take"), ["You take the cards", "The others may still add"]);
  const closing = {
    phase: /** @type {const} */ ("throw"),
    main: 0,
    defender: 1,
    throwers: [0, 2],
    waiting: [0, 2],
  };
  assert.deepEqual(said(game({ ...closing, legal: { pass: ["0:pass"] } }), "0:pass"), [
    "You are done",
    "Waiting for Anna",
  ]);
  const taking = { ...closing, phase: /** @type {const} */ ("taking"), legal: { pass: ["0:pass"] } };
  assert.deepEqual(said(game(taking), "0:pass"), ["Boris takes", "Waiting for Anna"]);
});

test("others, watchers, and who is out", () => {
  assert.deepEqual(
    line({ phase: "open", table: [], main: 1, defender: 0, waiting: [1] })[0],
    "Boris attacks you",
  );
  assert.deepEqual(line({ viewer: null, main: 2, defender: 1, waiting: [1] }), [
    "Anna attacks Boris",
    "Waiting for Boris",
  ]);
  assert.deepEqual(line({ out: [0], defender: 1, waiting: [1] }), [
    "You are out and safe",
    "Waiting for Boris",
  ]);
});

test("a name is marked, so that it can be shortened and the sentence cannot", () => {
  const { text, detail } = statusLine(game({ phase: "open", table: [], main: 2, defender: 1 }));
  assert.deepEqual(partsOf(text), ["", "Anna", " begins"]);
  assert.deepEqual(partsOf(detail), ["against ", "Boris", ""]);
});

test("choosing", () => {
  const legal = { JH: ["0:D:7C/JH", "0:T:JH"] };
  assert.deepEqual(line({ legal }, { choosing: "JH" }), [
    "Beat or transfer?",
    "Jack of hearts: tap where it glows",
  ]);
  const all = { JH: ["0:D:7C/JH", "0:T:JH", "0:S:JH"] };
  assert.deepEqual(line({ legal: all }, { choosing: "JH" }), [
    "Beat or transfer?",
    "Eye: you show it and keep it",
  ]);
});

test("the outcome names the durak kindly", () => {
  assert.equal(outcomeLine({ kind: "durak", seat: 1 }, 0, name), "Boris is the durak this time");
  assert.equal(outcomeLine({ kind: "durak", seat: 0 }, 0, name), "You are the durak this time");
  assert.equal(outcomeLine({ kind: "draw" }, 0, name), "A draw: nobody is the durak");
  assert.equal(outcomeLine({ kind: "winner", seats: [0, 2] }, 0, name), "You and Anna win!");
  assert.equal(outcomeLine({ kind: "winner", seats: [2] }, null, name), "Anna wins!");
});

test("after a deal of the whole deck all hear which card gave trumps, and whose it is", () => {
  const last_dealt = "9H";
  assert.equal(
    lastDealtLine(game({ last_dealt })),
    "The last card dealt, the 9 of hearts, is trump; Anna holds it.",
  );
  assert.equal(
    lastDealtLine(game({ last_dealt, viewer: 2 })),
    "The last card dealt, your 9 of hearts, is trump.",
  );
});

test("a question of the page is asked in the status line", () => {
  assert.equal(line({}, { asking: "0:take" })[0], "Really take?");
  assert.equal(line({}, { asking: "0:D:7C/JH" })[0], "Play a trump?");
  assert.deepEqual(line({}, { picked: [] }), ["Which cards?", "of one rank"]);
  assert.deepEqual(line({}, { picked: ["7S", "7H"] }), ["Attack: 2 cards", "sevens"]);
});

test("a pass that the page made says so and why", () => {
  const closing = game({
    phase: "throw",
    main: 0,
    defender: 1,
    throwers: [0, 2],
    waiting: [2],
    legal: {},
    why: { pass: { code: "already_passed", facts: {} } },
  });
  assert.deepEqual(line(closing, { passedFor: true }), ["Passed for you", "You had nothing to add"]);
  assert.equal(line(closing)[0], "You are done");
});
