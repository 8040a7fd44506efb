// Catches a player who is renamed everywhere but at the table.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { become } from "../../static/js/panels/guest.js";
import { INITIAL } from "../../static/js/state/reduce.js";
import { room } from "./views.js";

/** @import { Desk, Room } from "../../static/js/types.js" */

/** What a desk was asked to do, in order. @param {Room | null} shown */
function desk(shown) {
  /** @type {string[]} */
  const done = [];
  /** @type {Desk} */
  const made = {
    state: () => ({ ...INITIAL, room: shown }),
    dispatch: (event) => done.push(event.type),
    send: (command) => done.push(command.t === "sit" ? `sit ${command.chair}` : command.t),
    tell: ({ code }) => done.push("tell " + code),
    watch: () => () => true,
    reconnect: async () => Boolean(done.push("reconnect")),
  };
  return { made, done };
}

/** @param {number} status @param {object} body */
const answer = (status, body) =>
  mock.method(globalThis, "fetch", async () => new Response(JSON.stringify(body), { status }));

beforeEach(() => {
  mock.restoreAll();
  // Preferences show themselves on the page.
  Object.assign(globalThis, { document: { documentElement: { dataset: {} }, querySelectorAll: () => [] } });
});

test("who sits is renamed at the table too, in the new conversation", async () => {
  answer(200, { name: "Owl", avatar: 0 });
  const { made, done } = desk(room());
  assert.equal(await become(made, "Owl"), true);
  assert.deepEqual(done, ["forget", "reconnect", "sit 0"]);
});

test("another face is another one at the table, too", async () => {
  answer(200, { name: "Fox", avatar: 7 });
  const { made, done } = desk(room());
  await become(made, "Fox", 7);
  assert.deepEqual(done, ["forget", "reconnect", "sit 0"]);
});

test("the same name again, or none at the table, changes no chair", async () => {
  answer(200, { name: "Fox", avatar: 0 });
  const same = desk(room());
  await become(same.made, "Fox");
  const watching = desk(room({ you: { ...room().you, name: "Owl", chair: null, host: false } }));
  await become(watching.made, "Fox");
  const arriving = desk(null);
  await become(arriving.made, "Fox");
  for (const { done } of [same, watching, arriving]) assert.deepEqual(done, ["forget", "reconnect"]);
});

test("a refused name is told, and changes nothing", async () => {
  answer(422, { code: "bad_option", facts: {} });
  const { made, done } = desk(room());
  assert.equal(await become(made, ""), false);
  assert.deepEqual(done, ["tell bad_option"]);
});
