// Catches a log that forgets, tells of another game, or hides that it was away.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chapters } from "../../static/js/panels/log.js";
import { INITIAL, reduce } from "../../static/js/state/reduce.js";
import { game, view } from "./views.js";

/** @import { Happening, ViewMessage } from "../../static/js/types.js" */
/** @import { State, StateEvent } from "../../static/js/state/reduce.js" */

/** @param {State} state @param {number} v @param {Partial<ViewMessage>} [changes] @param {boolean} [first] */
const hear = (state, v, changes, first = false) =>
  reduce(state, { type: "view", message: view(v, changes), first });

/** @type {Happening[]} */
const attack = [{ kind: "attack", seat: 2, cards: ["7C"] }];
/** @type {Happening[]} */
const closing = [
  { kind: "defend", seat: 0, attack: "7C", card: "9C" },
  { kind: "beaten_off", cards: ["7C", "9C"] },
  { kind: "bout", bout: 4, main: 0, defender: 1 },
];
const empty = game({ phase: "open", table: [] });
const one = game({ table: [["7C", null]], table_ply: 18 });

test("it keeps what every view told, the newest bout first", () => {
  let state = hear(INITIAL, 1, { game: empty, after: null }, true);
  state = hear(state, 2, { game: one, happened: attack });
  state = hear(state, 3, { game: game({ bout: 4, table: [], main: 0, defender: 1 }), happened: closing });
  assert.deepEqual(chapters(state.log), [
    { bout: 4, lines: ["Your turn to attack Boris."] },
    {
      bout: 3,
      lines: [
        "This page has come in the middle of the game: it knows what happened from here on.",
        "Anna attacks you with the 7 of clubs.",
        "You beat the 7 of clubs with the 9 of clubs.",
        "2 cards go to the discard pile.",
      ],
    },
  ]);
});

test("after an absence it says so, unless nothing can have happened", () => {
  let state = hear(INITIAL, 1, { game: empty, after: null }, true);
  state = hear(state, 2, { game: one, happened: attack });
  const before = state.log;
  state = hear(state, 2, { game: one, after: null }, true);
  assert.equal(state.log, before);
  state = hear(state, 5, { game: game({ bout: 5 }), after: null }, true);
  assert.deepEqual(chapters(state.log)[0], {
    bout: 5,
    lines: ["The connection was lost for a while: what happened then is not known here."],
  });
  const skipped = hear(hear(INITIAL, 1, { after: null }, true), 4, { after: 2, happened: attack });
  assert.equal(skipped.log.at(-1)?.happened, null, "a story that leads from another view is not told");
});

test("a new game is a new log, and whoever sees it dealt has missed nothing", () => {
  let state = hear(INITIAL, 1, { game: empty, after: null }, true);
  /** @type {Happening[]} */
  const deal = [{ kind: "deal", main: 1, defender: 2 }];
  const fresh = game({ phase: "open", bout: 1, table_ply: 0, table: [], main: 1, defender: 2 });
  state = hear(state, 2, { game: fresh, happened: deal });
  const lines = ["The cards are dealt. Trump: hearts. Boris attacks Anna next."];
  assert.deepEqual(chapters(state.log), [{ bout: 1, lines }]);
  assert.deepEqual(chapters(hear(INITIAL, 1, { game: fresh, after: null }, true).log), [{ bout: 1, lines }]);
});

test("a pass that the page made for its owner is told as that", () => {
  const waits = game({ phase: "throw", main: 0, defender: 1, legal: { pass: ["0:pass"] } });
  let state = hear(INITIAL, 1, { game: waits, after: null }, true);
  state = reduce(state, { type: "passed" });
  state = hear(state, 2, { game: { ...waits, legal: {} }, happened: [{ kind: "pass", seat: 0 }] });
  assert.equal(chapters(state.log)[0].lines.at(-1), "Passed for you: you had nothing to add.");
  state = hear(state, 3, { game: { ...waits, table_ply: 19 }, happened: [] });
  state = hear(state, 4, { game: waits, happened: [{ kind: "pass", seat: 0 }] });
  assert.equal(chapters(state.log)[0].lines.at(-1), "You add nothing more.");
});

test("it holds no view's offers, and a room without a game has none", () => {
  let state = hear(INITIAL, 1, { after: null }, true);
  state = hear(state, 2, { happened: attack });
  assert.deepEqual(
    state.log.map(({ game: kept }) => [kept.legal, kept.why]),
    [
      [{}, {}],
      [{}, {}],
    ],
  );
  assert.deepEqual(hear(state, 3, { game: null }).log, []);
});

test("questions of the page end with a play, a cancel, and what makes them void", () => {
  /** @type {StateEvent[]} */
  const asks = [
    { type: "choose", card: "JH" },
    { type: "pick", cards: ["JH"] },
    { type: "ask", action: "0:D:7C/JH" },
  ];
  const questions = (/** @type {State} */ { choosing, picked, asking }) => [choosing, picked, asking];
  const begun = hear(INITIAL, 1, { after: null }, true);
  for (const ask of asks) {
    const asked = reduce(begun, ask);
    assert.equal(questions(asked).filter(Boolean).length, 1);
    assert.deepEqual(questions(reduce(asked, { type: "cancel" })), [null, null, null]);
    const played = reduce(asked, { type: "play", id: "x", action: "0:take" });
    assert.deepEqual(questions(played), [null, null, null]);
    const later = hear(asked, 2, { game: game({ bout: 4, legal: {} }) });
    assert.deepEqual(questions(later), [null, null, null], "nothing of it is offered any more");
  }
  const still = hear(reduce(begun, asks[2]), 2, { game: game({ table_ply: 18 }) });
  assert.equal(still.asking, "0:D:7C/JH");
});

test("a move that is taken back does not make a new game of it", () => {
  let state = hear(INITIAL, 1, { game: empty, after: null }, true);
  state = hear(state, 2, { game: game({ bout: 4, table: [], main: 0, defender: 1 }), happened: closing });
  state = hear(state, 3, { game: one, happened: [{ kind: "took_back" }] });
  const told = chapters(state.log);
  assert.deepEqual(told[0], {
    bout: 4,
    lines: ["Your turn to attack Boris.", "The last move was taken back."],
  });
  assert.equal(told.length, 2);
});
