// Catches a lamp that blames the wrong one, or shines when nothing is wrong.

import assert from "node:assert/strict";
import { test } from "node:test";

import { lampOf } from "../../static/js/state/lamp.js";
import { chair, game, room } from "./views.js";

/** @import { Chair } from "../../static/js/types.js" */

/** A room with me in the first chair and Anna in the third, who is like this. @param {Partial<Chair>} changes */
const withAnna = (changes) =>
  room({ chairs: [chair({ you: true }), chair({ name: "Boris" }), chair({ name: "Anna", ...changes })] });

/** @param {import("../../static/js/types.js").NetStatus} net @param {boolean} [online] */
const said = (net, online = true) => lampOf(net, online, room(), game()).text;

test("nothing is wrong", () => {
  assert.equal(said("open"), "");
  assert.equal(said("connecting"), "");
});

test("each fault has its own words", () => {
  const all = [
    said("lost", false),
    .../** @type {const} */ ([
      "lost",
      "restart",
      "busy",
      "replaced",
      "moved",
      "removed",
      "denied",
      "gone",
    ]).map((net) => said(net)),
  ];
  assert.equal(new Set(all).size, all.length);
  assert.ok(all.every(Boolean));
  assert.match(said("lost", false), /device/);
  assert.match(said("lost"), /[Yy]our connection/);
  assert.match(said("restart"), /[Ww]e are/);
});

test("only another window and a host who sent me away leave something to do", () => {
  const acts = /** @type {const} */ (["replaced", "removed", "lost", "moved", "gone"]).map(
    (net) => lampOf(net, true, null, null).act,
  );
  assert.deepEqual(acts, ["Play here", "Watch", "", "", ""]);
});

test("somebody away is named while the table waits for him, and nobody else", () => {
  const waits = game({ waiting: [2] });
  assert.equal(lampOf("open", true, withAnna({ away: true }), waits).text, "Anna is away.");
  const grace = withAnna({ away: true, ms_left: 9000, of_ms: 20_000 });
  assert.equal(lampOf("open", true, grace, waits).text, "Anna is away. A bot will play on.");
  assert.equal(lampOf("open", true, withAnna({ away: true }), game({ waiting: [1] })).text, "");
  assert.equal(lampOf("open", true, withAnna({ away: true, held: "away" }), waits).text, "");
  assert.equal(lampOf("open", true, withAnna({}), waits).text, "");
});
