// Catches lost, doubled and late commands, and a page that does not come back or comes back in a circle.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { afterClose, newId, parseMessage } from "../../static/js/net/protocol.js";
import { RoomSocket } from "../../static/js/net/socket.js";
import { game, view } from "./views.js";

/** @import { Command, ServerMessage } from "../../static/js/types.js" */

/** @type {FakeSocket[]} */
let sockets = [];

class FakeSocket {
  /** @param {string} url */
  constructor(url) {
    this.url = url;
    this.readyState = 0;
    /** @type {any[]} */
    this.sent = [];
    /** @type {(() => void) | null} */
    this.onopen = null;
    /** @type {((event: {data: string}) => void) | null} */
    this.onmessage = null;
    /** @type {((event: {code: number}) => void) | null} */
    this.onclose = null;
    sockets.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  open() {
    this.readyState = 1;
    this.onopen?.();
  }

  /** @param {ServerMessage} message */
  says(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** @param {number} code */
  ends(code) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

/** @type {Command} */
const PLAY = { t: "play", id: "one", action: "0:D:7C/9C", bout: 3, table_ply: 17 };
/** @type {Command} */
const SIT = { t: "sit", id: "two", chair: null };

/** A socket, what it told, and the newest connection. */
function conversation() {
  /** @type {string[]} */
  const told = [];
  let seen = 0;
  const socket = new RoomSocket({
    url: "ws://x/ws/k3",
    seen: () => seen,
    onMessage: (message, first) => {
      if (message.t === "view") seen = message.v;
      told.push(first ? "first " + message.t : message.t);
    },
    onStatus: (status) => told.push(status),
    onOffline: (command) => told.push("offline " + command.id),
    onDrop: (command) => told.push("drop " + command.id),
    onReload: () => told.push("reload"),
    Socket: /** @type {any} */ (FakeSocket),
    random: () => 0.5,
  });
  socket.connect();
  return { socket, told, newest: () => sockets[sockets.length - 1] };
}

/** One that has had its first view. @param {number} [v] */
function opened(v = 4) {
  const talk = conversation();
  talk.newest().open();
  talk.newest().says(view(v));
  return talk;
}

beforeEach(() => {
  sockets = [];
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
});

test("it says hello first, with the view on the screen", () => {
  const { newest } = conversation();
  assert.deepEqual(newest().sent, []);
  newest().open();
  assert.deepEqual(newest().sent, [{ t: "hello", protocol: 2, v: 0 }]);
});

test("a command without a connection is refused at once, and never sent later", () => {
  const { socket, told, newest } = conversation();
  socket.send(SIT);
  assert.deepEqual(told, ["offline two"]);
  newest().open();
  newest().says(view(4));
  assert.equal(newest().sent.length, 1);
  socket.offline();
  socket.send(PLAY);
  assert.equal(told.at(-1), "offline one");
  mock.timers.tick(1000);
  newest().open();
  newest().says(view(4));
  assert.equal(newest().sent.length, 1);
});

test("a command is kept until it is answered", () => {
  const { socket, newest } = opened();
  socket.send(SIT);
  assert.deepEqual(newest().sent[1], SIT);
  newest().says({ t: "ok", id: "two" });
  newest().ends(1006);
  mock.timers.tick(1000);
  newest().open();
  newest().says(view(4));
  assert.deepEqual(newest().sent, [{ t: "hello", protocol: 2, v: 4 }]);
});

test("what was not answered is said again by the same id, a play only for its bout", () => {
  const { socket, told, newest } = opened();
  socket.send(PLAY);
  socket.send(SIT);
  newest().ends(1006);
  mock.timers.tick(1000);
  newest().open();
  newest().says(view(5));
  assert.deepEqual(newest().sent.slice(1), [PLAY, SIT]);
  newest().ends(1006);
  mock.timers.tick(1000);
  newest().open();
  newest().says(view(6, { game: game({ bout: 4 }) }));
  assert.deepEqual(newest().sent.slice(1), [SIT]);
  assert.ok(told.includes("drop one"));
});

test("who asked for another connection hears whether it came to be", async () => {
  const { socket, newest } = opened();
  const there = socket.reconnect();
  newest().open();
  newest().says(view(5));
  assert.equal(await there, true);
  const failed = socket.reconnect();
  newest().ends(1006);
  assert.equal(await failed, false);
});

test("only the first view of a connection is the first", () => {
  const { told, newest } = opened();
  newest().says(view(5));
  assert.deepEqual(told, ["first view", "open", "view"]);
});

test("a silent connection is replaced", () => {
  const { told, newest } = opened();
  mock.timers.tick(10_000);
  assert.deepEqual(newest().sent.at(-1), { t: "ping" });
  newest().says({ t: "pong", v: 4 });
  mock.timers.tick(10_000);
  mock.timers.tick(6_000);
  assert.equal(told.at(-1), "lost");
  mock.timers.tick(1000);
  assert.equal(sockets.length, 2);
});

test("a pong that knows a newer view makes it ask for that", () => {
  const { newest } = opened();
  newest().says({ t: "pong", v: 4 });
  assert.equal(newest().sent.length, 1);
  newest().says({ t: "pong", v: 9 });
  assert.deepEqual(newest().sent.at(-1), { t: "hello", protocol: 2, v: 4 });
});

test("back in sight: an answer within two seconds, or a new connection", () => {
  const { socket, newest } = opened();
  socket.probe();
  assert.deepEqual(newest().sent.at(-1), { t: "ping" });
  newest().says({ t: "pong", v: 4 });
  mock.timers.tick(2500);
  assert.equal(sockets.length, 1);
  socket.probe();
  mock.timers.tick(2000);
  mock.timers.tick(1000);
  assert.equal(sockets.length, 2);
  socket.probe();
  assert.equal(sockets.length, 2, "one that is being made is left alone");
});

test("a command that nobody answers shows a lost network within four seconds", () => {
  const { socket, told, newest } = opened();
  mock.timers.tick(8_000);
  socket.send(PLAY);
  mock.timers.tick(1_500);
  assert.deepEqual(newest().sent.at(-1), { t: "ping" });
  mock.timers.tick(2_000);
  assert.equal(told.at(-1), "lost", "not even the next ping excuses it");
});

test("a command that is answered asks for nothing more, and a slow one only once", () => {
  const { socket, told, newest } = opened();
  socket.send(PLAY);
  newest().says({ t: "ok", id: "one" });
  mock.timers.tick(1_500);
  assert.deepEqual(newest().sent.at(-1), PLAY);
  socket.send(SIT);
  mock.timers.tick(1_500);
  newest().says({ t: "pong", v: 4 });
  mock.timers.tick(4_000);
  assert.equal(newest().sent.filter((/** @type {any} */ one) => one.t === "ping").length, 1);
  assert.equal(told.at(-1), "pong");
});

test("a device that says it is offline is believed at once, and comes back when it says so", () => {
  const { socket, told } = opened();
  socket.offline();
  assert.equal(told.at(-1), "lost");
  socket.offline();
  assert.equal(told.filter((one) => one === "lost").length, 1);
  socket.probe();
  assert.equal(sockets.length, 2);
});

test("a page in the waiting time comes back at once when the network does", () => {
  const { socket, newest } = opened();
  newest().ends(1013);
  assert.equal(sockets.length, 1);
  socket.probe();
  assert.equal(sockets.length, 2);
  mock.timers.tick(7_000);
  assert.equal(sockets.filter((one) => one.readyState < 2).length, 1);
});

test("late words of a dropped connection are nobody's", () => {
  const { socket, told, newest } = opened();
  const old = newest();
  socket.connect();
  old.says(view(9));
  old.ends(1006);
  assert.deepEqual(told, ["first view", "open"]);
});

test("no such room, not allowed: it gives up and says so", () => {
  for (const [code, status] of /** @type {const} */ ([
    [4004, "gone"],
    [4003, "denied"],
    [4001, "replaced"],
  ])) {
    const { told, newest } = opened();
    const count = sockets.length;
    newest().ends(code);
    mock.timers.tick(60_000);
    assert.equal(told.at(-1), status);
    assert.equal(sockets.length, count);
  }
});

test("a goodbye says what the close does not, and nobody comes back after it", () => {
  for (const [code, close] of /** @type {const} */ ([
    ["replaced", 4001],
    ["moved", 4001],
    ["removed", 4003],
  ])) {
    const { told, newest } = opened();
    const count = sockets.length;
    newest().says({ t: "bye", code });
    newest().ends(close);
    mock.timers.tick(60_000);
    assert.deepEqual(told.slice(2), [code, "bye"]);
    assert.equal(sockets.length, count);
  }
  const other = opened();
  other.newest().says({ t: "bye", code: "reload" });
  assert.ok(other.told.includes("reload"));
});

test("waits after a close", () => {
  for (const [code, attempt, random, retry, why] of /** @type {const} */ ([
    [1012, 0, 1, 2000, "restart"],
    [1013, 0, 0, 2000, "busy"],
    [1013, 0, 1, 10_000, "busy"],
    [1006, 0, 1, 500, "lost"],
    [1006, 40, 1, 15_000, "lost"],
  ]))
    assert.deepEqual(
      afterClose(code, attempt, () => random),
      { retry, why },
    );
  assert.deepEqual(
    afterClose(4005, 0, () => 1),
    { reload: true },
  );
});

test("a server that restarts is not called the network's fault before it had its time", () => {
  const { told, newest } = opened();
  newest().ends(1012);
  for (let i = 0; i < 3; i++) {
    mock.timers.tick(10_000);
    newest().ends(1006);
  }
  assert.deepEqual(told.slice(2), ["restart", "restart", "restart", "restart"]);
  for (let i = 0; i < 6; i++) {
    mock.timers.tick(15_000);
    newest().ends(1006);
  }
  assert.equal(told.at(-1), "lost");
});

test("a page that stood still asks for its view again, and only where it has one", () => {
  const { socket, newest } = conversation();
  socket.refresh();
  assert.deepEqual(newest().sent, []);
  newest().open();
  newest().says(view(4));
  socket.refresh();
  assert.deepEqual(newest().sent.at(-1), { t: "hello", protocol: 2, v: 4 });
});

test("ids are such as the server takes, and never the same", () => {
  const ids = new Set(Array.from({ length: 1000 }, newId));
  assert.equal(ids.size, 1000);
  for (const id of ids) assert.match(id, /^[A-Za-z0-9_-]{1,64}$/);
});

test("what is no message of ours is nothing", () => {
  for (const frame of ["", "{", "null", "3", '{"t":"other"}', new ArrayBuffer(2)])
    assert.equal(parseMessage(frame), null);
  assert.equal(parseMessage('{"t":"pong","v":3}')?.t, "pong");
});
