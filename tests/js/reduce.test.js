// Catches a page that goes back in time, loses a card in flight, or shows a film of the wrong views.

import assert from "node:assert/strict";
import { test } from "node:test";

import { INITIAL, reduce } from "../../static/js/state/reduce.js";
import { game, room, view } from "./views.js";

/** @import { State, StateEvent } from "../../static/js/state/reduce.js" */
/** @import { ViewMessage } from "../../static/js/types.js" */

/** @param {StateEvent[]} events @param {State} [state] */
const after = (events, state = INITIAL) => events.reduce(reduce, state);
/** @param {ViewMessage} message @param {boolean} [first] @returns {StateEvent} */
const shown = (message, first = false) => ({ type: "view", message, first });
/** @type {StateEvent} */
const play = { type: "play", id: "x", action: "0:D:7C/9C" };
const start = after([shown(view(5, { after: null }), true)]);

test("a view that is not newer is dropped, but the first of a connection is the truth", () => {
  assert.equal(reduce(start, shown(view(5))), start);
  assert.equal(reduce(start, shown(view(4))), start);
  assert.equal(reduce(start, shown(view(6))).v, 6);
  assert.equal(reduce(start, shown(view(2), true)).v, 2);
});

test("a story is told only if it leads from the view on the screen", () => {
  const happened = [{ kind: /** @type {const} */ ("take"), seat: 0 }];
  assert.deepEqual(reduce(start, shown(view(6, { happened }))).story.happened, happened);
  assert.deepEqual(reduce(start, shown(view(7, { after: 6, happened }))).story.happened, []);
  assert.deepEqual(reduce(start, shown(view(6, { after: null, happened }))).story.happened, []);
});

test("a play is pending until a view shows it", () => {
  const played = after([play], start);
  assert.deepEqual(played.pending[0], { id: "x", action: "0:D:7C/9C", bout: 3, table_ply: 17, done: false });
  const other = reduce(played, shown(view(6, { game: game({ table_ply: 18 }) })));
  assert.equal(other.pending.length, 1, "somebody else's throw does not end it");
  const seen = reduce(other, shown(view(7, { game: game({ table_ply: 19, hand: ["6D", "JH"] }) })));
  assert.deepEqual(seen.pending, []);
});

test("an answered play stays where it lies until the next view", () => {
  const answered = after([play, { type: "ok", id: "x" }], start);
  assert.equal(answered.pending.length, 1);
  assert.deepEqual(reduce(answered, shown(view(6, { game: game({ table_ply: 18 }) }))).pending, []);
});

test("a refusal puts the card back and is told; a stale one is quiet", () => {
  const refused = after([play, { type: "refused", id: "x", code: "does_not_beat", facts: {} }], start);
  assert.deepEqual(refused.pending, []);
  assert.equal(refused.refused?.code, "does_not_beat");
  const stale = after([play, { type: "refused", id: "x", code: "stale", facts: {} }], start);
  assert.deepEqual(stale.pending, []);
  assert.equal(stale.refused, null);
});

test("a new bout ends what was pending for the last one", () => {
  const next = reduce(after([play], start), shown(view(6, { game: game({ bout: 4 }) })));
  assert.deepEqual(next.pending, []);
});

test("a pass is pending until its answer and the view after it", () => {
  const passed = after([{ type: "play", id: "p", action: "0:pass" }], start);
  assert.equal(reduce(passed, shown(view(6))).pending.length, 1);
  assert.deepEqual(after([{ type: "ok", id: "p" }, shown(view(6))], passed).pending, []);
});

test("a choice survives a view only while there is still a choice", () => {
  const two = game({ legal: { JH: ["0:D:7C/JH", "0:T:JH"] } });
  const choosing = after([shown(view(6, { game: two })), { type: "choose", card: "JH" }], start);
  assert.equal(reduce(choosing, shown(view(7, { game: two }))).choosing, "JH");
  assert.equal(reduce(choosing, shown(view(7))).choosing, null);
  assert.equal(reduce(choosing, { type: "cancel" }).choosing, null);
});

test("another identity counts its views anew", () => {
  const forgotten = after([play, { type: "forget" }], start);
  assert.equal(forgotten.v, 0);
  assert.deepEqual(forgotten.pending, []);
  assert.equal(forgotten.game, start.game, "the table stays to be seen");
  const fresh = reduce(forgotten, shown(view(1, { after: null }), true));
  assert.deepEqual(fresh.story.happened, []);
});

test("nothing changes where nothing is new", () => {
  assert.equal(reduce(start, { type: "cancel" }), start);
  const open = reduce(start, { type: "net", status: "open" });
  assert.equal(reduce(open, { type: "net", status: "open" }), open);
});

test("what was said is kept from view to view, and told anew by the first of a connection", () => {
  /** @param {string} what */
  const said = (what) => ({
    kind: /** @type {const} */ ("said"),
    name: "Anna",
    tag: "abc",
    chair: 2,
    say: /** @type {const} */ ("reaction"),
    what,
  });
  const heard = reduce(start, shown(view(6, { happened: [said("wow"), { kind: "take", seat: 0 }] })));
  assert.deepEqual(
    heard.said.map(({ what }) => what),
    ["wow"],
  );
  assert.equal(reduce(heard, shown(view(7))).said, heard.said);
  const again = view(8, { after: null, room: room({ said: [said("clap"), said("sad")] }) });
  assert.deepEqual(
    reduce(heard, shown(again, true)).said.map(({ what }) => what),
    ["clap", "sad"],
  );
});
