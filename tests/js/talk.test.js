// Catches something that can be said but not read, or that is told of somebody who is not to be heard.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test } from "node:test";

import { mute } from "../../static/js/mutes.js";
import { chapters } from "../../static/js/panels/log.js";
import { isHeard } from "../../static/js/panels/talk.js";
import { DEFAULTS, prefs } from "../../static/js/prefs.js";
import { INITIAL, reduce } from "../../static/js/state/reduce.js";
import { PHRASES, REACTIONS, phraseWord, reactionWord, saidLine } from "../../static/js/state/talk.js";
import { root } from "./sources.js";
import { view } from "./views.js";

/** @import { Said } from "../../static/js/types.js" */

/** @param {Partial<Said>} [changes] @returns {Said} */
const said = (changes = {}) => ({
  kind: "said",
  name: "Anna",
  tag: "abc",
  chair: 2,
  say: "phrase",
  what: "hello",
  ...changes,
});

afterEach(() => {
  mute("abc", false);
  Object.assign(prefs, DEFAULTS);
});

test("all that the server lets people say has its own words, and its picture", () => {
  const python = readFileSync(join(root, "web/rooms/decide/talking.py"), "utf8");
  for (const what of [...REACTIONS, ...PHRASES]) assert.match(python, new RegExp(`"${what}"`), what);
  assert.equal(new Set(REACTIONS.map(reactionWord)).size, REACTIONS.length);
  assert.equal(new Set(PHRASES.map(phraseWord)).size, PHRASES.length);
  const pictures = readFileSync(join(root, "static/img/reactions.svg"), "utf8");
  for (const what of REACTIONS) assert.match(pictures, new RegExp(`<symbol id="${what}"`));
});

test("who said what, in words", () => {
  assert.equal(saidLine(said()), "Anna: Hello!");
  assert.equal(saidLine(said({ say: "reaction", what: "clap" })), "Anna: Bravo!");
  assert.equal(saidLine(said({ say: "text", what: "{name}" })), "Anna: {name}");
});

test("nobody is heard who is muted, and nobody at all where all are", () => {
  assert.ok(isHeard(said()));
  mute("abc", true);
  assert.ok(!isHeard(said()));
  assert.ok(isHeard(said({ tag: "other" })));
  prefs.others = false;
  assert.ok(!isHeard(said({ tag: "other" })));
});

test("the log tells what was said where it was said, but not by the muted", () => {
  let state = reduce(INITIAL, { type: "view", message: view(1, { after: null }), first: true });
  const happened = [
    said(),
    { kind: /** @type {const} */ ("take"), seat: 0 },
    said({ tag: "other", what: "bye" }),
  ];
  state = reduce(state, { type: "view", message: view(2, { happened }), first: false });
  assert.deepEqual(chapters(state.log)[0].lines.slice(1), ["Anna: Hello!", "You take.", "Anna: Bye!"]);
  mute("abc", true);
  assert.deepEqual(chapters(state.log)[0].lines.slice(1), ["You take.", "Anna: Bye!"]);
});
