/** The table of a room page: what is shown, when, and with which sound. Loaded when there is a game to show. */

import { say, toast } from "./announce.js";
import { byId, dress } from "./dom.js";
import { gettext, loadLate } from "./i18n.js";
import { prefs, watchPrefs } from "./prefs.js";
import { isIdle, isMine, isOfTable, parseAction, tableOf, withPending } from "./state/select.js";
import { lastDealtLine, statusLine } from "./state/status.js";
import { GUARD_MS } from "./table/actbar.js";
import { Film } from "./table/film.js";
import { MS } from "./table/motion.js";
import { plan } from "./table/plan.js";
import { Table } from "./table/render.js";

/** @import { Controls } from "./controls.js" */
/** @import { Presence } from "./presence.js" */
/** @import { Desk, Game, Room, Status, TableStep } from "./types.js" */
/** @import { State } from "./state/reduce.js" */
/** @import { Cue } from "./sound.js" */
/** @import { How } from "./table/render.js" */
/** @import { Step } from "./table/plan.js" */

/** By then a tap has its picture. */
const ANSWERED_MS = 100;

/** How long until there is more to say of a seat than who plays it. @param {Room} room */
function untilPresence({ chairs, you }) {
  const waits = chairs.map(({ ms_left, askable_in_ms }) =>
    ms_left === null ? (askable_in_ms ?? Infinity) : 0,
  );
  return you.held || you.account || you.next ? 0 : Math.min(...waits);
}

export class Play {
  /**
   * @param {Desk} desk
   * @param {{settled: (game: Game) => void, help: () => void, log: () => void, words?: () => void}} outside
   *   settled: a view is on the screen for good; words: fetch what is said of taps
   */
  constructor(desk, outside) {
    this.desk = desk;
    this.outside = outside;
    /** @type {Status | null} */
    this.status = null;
    /** @type {((cue: Cue) => void) | null} */
    this.sound = null;
    /** @type {Controls | null} */
    this.controls = null;
    /** @type {Promise<Presence | null> | null} */
    this.presence = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.presenceTimer = undefined;
    /** The bout on the screen, and since when. */
    this.bout = { number: 0, since: -Infinity };
    /** What the player has been told by sound: that it is up to him, that the game is over. */
    this.told = { mine: false, over: false };
    this.film = new Film((step, moving) => this.paintStep(step, moving));
    this.table = new Table((name) => this.controls?.intents.press(name));
    this.listen();
  }

  /** The controls, for whoever sits, or presses a key. */
  async control() {
    const { Controls, learnCosts } = await import("./controls.js");
    await learnCosts();
    return (this.controls ??= new Controls(this, this.outside));
  }

  listen() {
    let frame = 0;
    // The table itself is watched: on a phone that is turned it has its size later than the window.
    const resized = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (this.table.measure()) this.repaint(0);
      });
    });
    resized.observe(this.table.root);
    resized.observe(byId("insets"), { box: "border-box" });
    addEventListener("pointerdown", () => (this.table.byKeyboard = false), true);
    addEventListener("pointerup", () => void this.wakeSound(), true);
    document.addEventListener("keydown", (event) => void this.key(event));
    document.addEventListener("visibilitychange", () => document.hidden && this.film.finish());
    watchPrefs(() => this.repaint(MS.hand));
    document.addEventListener("speak", () => this.repaint(MS.hand));
  }

  /** Sound is loaded by the first tap or key, and wakes when the table has answered that: it takes as long as two frames. */
  async wakeSound() {
    if (!prefs.sound) return;
    const sound = await import("./sound.js").catch(() => null);
    if (!sound) return; // No connection just now; the next tap asks again.
    if (!this.sound) await new Promise((done) => setTimeout(done, ANSWERED_MS));
    sound.wake();
    this.sound = sound.play;
  }

  /** @param {KeyboardEvent} event */
  async key(event) {
    this.table.byKeyboard = true;
    if (!this.sound) void this.wakeSound();
    const known = this.controls?.onKey;
    if (known) return known(event);
    (await (await this.control()).keyboard())(event);
  }

  /** @param {Cue} cue */
  cue(cue) {
    this.sound?.(cue);
  }

  /** Whether the bout on the screen is so new that a tap may still mean the last one. */
  isNew() {
    return performance.now() - this.bout.since < GUARD_MS;
  }

  /** What is on the screen, with what we have just played. */
  scene() {
    const { game, pending, choosing, picked, asking } = this.desk.state();
    return { game: game && withPending(game, pending), choosing, picked, asking };
  }

  /** A newer view. @param {State} state @param {State} before */
  show({ room, game, story }, before) {
    if (!room || !game) return;
    this.table.seats.room = room.phase === "playing" ? room : null;
    const { current } = this.film;
    // Just arrived at a fresh deal: it is dealt before our eyes, though nobody told the story.
    const fresh = !current && game.bout === 1 && game.table_ply <= 1;
    const last = this.film.last?.game ?? null;
    const told = story.happened.filter(isOfTable);
    const happened = fresh ? arrival(game) : told;
    this.table.fan.follow(game, told);
    this.film.show(plan(last && withPending(last, before.pending), game, happened));
    if (happened.some((one) => one.kind === "deal") && game.last_dealt) toast(lastDealtLine(game));
    if (game.viewer !== null && !this.controls) void this.control();
    this.controls?.watch();
    document.title = this.isAsked(game) ? "● " + gettext("Your turn") : gettext("Durak");
    this.awaitPresence(room);
  }

  /** Who only watches has no use for what others may ask for one day. @param {Room} room */
  awaitPresence(room) {
    clearTimeout(this.presenceTimer);
    const wait = this.presence ? 0 : untilPresence(room);
    if (!wait) void this.showPresence();
    else if (wait < Infinity && room.you.chair !== null)
      this.presenceTimer = setTimeout(() => void this.showPresence(), wait);
  }

  /** Clocks, and bots that play for somebody. */
  async showPresence() {
    // It has words only for those who sit.
    const seated = this.desk.state().room?.you.chair !== null;
    this.presence ??= Promise.all([import("./presence.js"), dress("presence"), seated && loadLate()]).then(
      ([{ Presence }]) => new Presence(this),
      () => (this.presence = null), // The next view asks again.
    );
    (await this.presence)?.paint(this.desk.state());
  }

  /** @param {Step} step @param {boolean} moving */
  paintStep(step, moving) {
    const { ms, stagger, from, exits, flights, cue } = step;
    this.paint(step, moving ? { ms, stagger, from, exits, flights } : { ms: MS.hand });
    if (moving && cue) this.cue(cue);
    const { bout } = step.game;
    if (bout !== this.bout.number)
      this.bout = { number: bout, since: this.bout.number ? performance.now() : -Infinity };
    if (!step.ready || this.film.busy) return;
    this.tell(step.game);
    this.outside.settled(step.game);
  }

  /** A sound when it is my turn, and when the game is over; a hidden page is told too. @param {Game} game */
  tell(game) {
    const { mine, over } = this.told;
    const { outcome, viewer } = game;
    this.told = { mine: this.isAsked(game), over: outcome !== null };
    if (this.told.mine && !mine) this.cue("turn");
    if (!outcome || over || outcome.kind === "aborted") return;
    const lost =
      outcome.kind === "durak"
        ? outcome.seat === viewer
        : outcome.kind === "winner" && viewer !== null && !outcome.seats.includes(viewer);
    this.cue(lost ? "lose" : "win");
  }

  /** Whether the table waits for me, and neither the page nor a bot plays for me. @param {Game} game */
  isAsked(game) {
    if (this.desk.state().room?.you.held) return false;
    return isMine(game) && !(prefs.autoPass && isIdle(game));
  }

  /** The same scene again: something of ours has changed. @param {number} ms */
  repaint(ms) {
    if (this.film.current) this.paint(this.film.current, { ms });
    this.controls?.watch();
  }

  /** A question of the page has come, changed or gone: shown, and said. */
  ask() {
    this.repaint(MS.hand);
    const { choosing, picked, asking } = this.desk.state();
    if (this.status && (choosing || picked || asking))
      say(spoken(this.status), asking ? gettext("Once more to do it.") : "");
  }

  /** @param {Step} step @param {How} how */
  paint({ game: shown, ready, note }, how) {
    const { pending, ...open } = this.desk.state();
    const game = withPending(shown, pending);
    const asking = ready ? open.asking : null;
    const picked = ready ? open.picked : null;
    const choosing = ready ? (open.choosing ?? (asking && parseAction(asking).card)) : null;
    const idle = prefs.autoPass && isIdle(game);
    const passedFor = open.passedAt === tableOf(game);
    this.status = statusLine(game, { choosing, picked, asking, note, idle, passedFor });
    this.table.paint({ game, choosing, picked, asking, ready, status: this.status }, how);
  }
}

/** @param {Status} status */
function spoken({ text, detail }) {
  return [text, detail].filter(Boolean).join(/[?!.]$/.test(text) ? " " : ". ") + ".";
}

/** What a fresh table tells of itself. @param {Game} game @returns {TableStep[]} */
function arrival({ main, defender, table }) {
  const opened = table.map(([card]) => ({
    kind: /** @type {const} */ ("attack"),
    seat: main,
    cards: [card],
  }));
  return [{ kind: "deal", main, defender }, ...opened];
}
