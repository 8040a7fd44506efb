/**
 * One conversation with a room that survives its connections. It says hello, keeps every command that it has sent
 * until it is answered, and comes back by itself. It knows no game: what is heard goes to `onMessage`, in order.
 */

import { GOODBYES, afterClose, hello, isStillMeant, parseMessage } from "./protocol.js";

/** @import { Command, NetStatus, ServerMessage, ViewMessage } from "../types.js" */

const PING_MS = 10_000;
/** Shorter than the time between two pings, or the next would excuse the last. */
const PONG_MS = 6_000;
const PROBE_MS = 2_000;
/** A command without an answer for so long makes one ask whether anybody is there. */
const ANSWER_MS = 1_200;
/** A server that says nothing at all after a hello is as good as gone. */
const HELLO_MS = 8_000;
/** A server that restarts may be deaf for so many tries before it counts as lost. */
const RESTART_TRIES = 6;

/**
 * @typedef {object} SocketOptions
 * @property {string} url
 * @property {() => number} seen  the view on the screen
 * @property {(message: ServerMessage, first: boolean) => void} onMessage  first: the first view of a connection
 * @property {(status: NetStatus) => void} onStatus
 * @property {(command: Command) => void} onOffline  a command that was given without a connection: it is not kept
 * @property {(command: Command) => void} [onDrop]  a command that is not worth repeating
 * @property {() => void} [onReload]
 * @property {typeof WebSocket} [Socket]
 * @property {() => number} [random]
 */

export class RoomSocket {
  /** @param {SocketOptions} options */
  constructor(options) {
    this.options = options;
    this.random = options.random ?? Math.random;
    /** @type {Map<string, Command>} */
    this.unanswered = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.open = false;
    this.attempt = 0;
    this.stopped = false;
    this.heard = true;
    /** @type {NetStatus} */
    this.why = "connecting";
    /** Who waits for the connection that is being made. @type {((open: boolean) => void)[]} */
    this.waiting = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retryTimer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.deadline = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.pinger = undefined;
  }

  /** Opens a new connection, and tells whether it came to be at the first try. @returns {Promise<boolean>} */
  reconnect() {
    this.connect();
    return new Promise((done) => this.waiting.push(done));
  }

  connect() {
    clearTimeout(this.retryTimer);
    this.drop();
    this.stopped = false;
    const Socket = this.options.Socket ?? WebSocket;
    const socket = new Socket(this.options.url);
    this.socket = socket;
    this.expect(HELLO_MS);
    socket.onopen = () => {
      if (this.socket === socket) socket.send(hello(this.options.seen()));
    };
    socket.onmessage = (event) => this.socket === socket && this.hear(event.data);
    socket.onclose = (event) => this.socket === socket && this.ended(event.code);
    socket.onerror = () => {};
  }

  /** Sends a command, or says at once that it cannot be: none is kept for a table that will have changed. @param {Command} command */
  send(command) {
    if (!this.open) return this.options.onOffline(command);
    this.unanswered.set(command.id, command);
    this.say(command);
    setTimeout(() => {
      if (this.open && this.heard && this.unanswered.has(command.id)) this.probe();
    }, ANSWER_MS);
  }

  /**
   * Asks for a sign of life now; without one within two seconds the connection is replaced. One that is just being
   * made is left alone: a page that has only now appeared probes too, and must not open a second socket.
   */
  probe() {
    if (this.stopped || (this.socket && !this.open)) return;
    if (!this.socket) return this.connect();
    this.say({ t: "ping" });
    this.expect(PROBE_MS);
  }

  /** Asks for the view again, as if this page were new: its clocks may have stood still. */
  refresh() {
    if (this.open) this.socket?.send(hello(this.options.seen()));
  }

  /** The device says that it has no network: that is believed at once. */
  offline() {
    if (this.socket) this.ended(1006);
  }

  close() {
    this.stopped = true;
    clearTimeout(this.retryTimer);
    this.drop();
  }

  /** @param {object} message */
  say(message) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  /** Without a word within that time the connection counts as dead. @param {number} ms */
  expect(ms) {
    clearTimeout(this.deadline);
    this.heard = false;
    this.deadline = setTimeout(() => this.ended(1006), ms);
  }

  /** @param {unknown} data */
  hear(data) {
    const message = parseMessage(data);
    if (!message) return;
    if (this.open || message.t === "view" || message.t === "bye") {
      clearTimeout(this.deadline);
      this.heard = true;
    }
    if ("id" in message) this.unanswered.delete(message.id);
    if (message.t === "pong" && message.v > this.options.seen())
      this.socket?.send(hello(this.options.seen()));
    if (message.t === "bye") this.farewell(message.code);
    const first = message.t === "view" && !this.open;
    this.options.onMessage(message, first);
    if (first) this.opened(/** @type {ViewMessage} */ (message));
  }

  /** The first view has come: what was never answered is said again. @param {ViewMessage} view */
  opened(view) {
    this.open = true;
    this.attempt = 0;
    this.why = "open";
    this.options.onStatus("open");
    this.pinger = setInterval(() => {
      this.say({ t: "ping" });
      // Who waits for a sign of life already does not wait longer now.
      if (this.heard) this.expect(PONG_MS);
    }, PING_MS);
    const bout = view.game ? view.game.bout : null;
    for (const command of [...this.unanswered.values()]) {
      if (isStillMeant(command, bout)) this.say(command);
      else {
        this.unanswered.delete(command.id);
        this.options.onDrop?.(command);
      }
    }
    this.answerWaiting(true);
  }

  /** @param {string} code */
  farewell(code) {
    if (code === "reload") return this.options.onReload?.();
    const status = GOODBYES[code];
    if (!status) return;
    this.close();
    this.options.onStatus(status);
  }

  /** @param {number} code */
  ended(code) {
    this.drop();
    if (this.stopped) return;
    const next = afterClose(code, this.attempt, this.random);
    this.attempt += 1;
    if ("stop" in next) {
      this.stopped = true;
      return this.options.onStatus(next.stop);
    }
    const { retry: wait, why } =
      "retry" in next ? next : { retry: 15_000, why: /** @type {const} */ ("lost") };
    if (why !== "lost" || this.why !== "restart" || this.attempt > RESTART_TRIES) this.why = why;
    this.options.onStatus(this.why);
    if ("reload" in next) this.options.onReload?.();
    this.retryTimer = setTimeout(() => this.connect(), wait);
  }

  /** Lets go of the connection without a word; its later events are nobody's. */
  drop() {
    clearTimeout(this.deadline);
    clearInterval(this.pinger);
    const socket = this.socket;
    this.socket = null;
    this.open = false;
    this.answerWaiting(false);
    if (socket && socket.readyState < 2) socket.close();
  }

  /** @param {boolean} open */
  answerWaiting(open) {
    for (const done of this.waiting.splice(0)) done(open);
  }
}
