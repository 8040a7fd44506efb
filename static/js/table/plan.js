/**
 * From one view to the next as a film: a list of steps, each a scene to be painted and how the cards get there. Pure.
 * A film is decoration: its last step is always the newer view as it came, so a story that cannot be followed does no
 * harm.
 */

import { sortHand } from "../state/select.js";

/** @import { Card, Game, Pair, Seat, TableStep } from "../types.js" */
/** @import { Note } from "../state/status.js" */

/** @typedef {"stock" | "discard" | {seat: Seat}} Place  where a card comes from or goes to */
/** @typedef {{from: Place, to: Place, count: number}} Flight  of cards that nobody sees */

/**
 * @typedef {object} Step
 * @property {Game} game
 * @property {Note | null} note  said in the status line while the step lasts
 * @property {boolean} ready  the newer view itself: buttons work
 * @property {number} ms
 * @property {number} stagger
 * @property {number} takes  how long its motion takes in all
 * @property {number} hold  how long it is to be seen after that
 * @property {Map<Card, Place>} from
 * @property {Map<Card, Place>} exits
 * @property {Flight[]} flights
 * @property {"card" | "discard" | "take" | "deal" | ""} cue
 */

/** How long the last cards of a bout lie before they leave the table, and how long when nothing new came. */
const SEE_MS = 700;
/** How long a card that is only shown lies there. */
const SHOW_MS = 1100;
const GLANCE_MS = 350;
const PLAY_MS = 240;
const DRAW_MS = 280;
const TAKE_MS = 340;
const DISCARD_MS = 360;

/** @param {Game} game @param {Partial<Step>} [rest] @returns {Step} */
export function step(game, rest = {}) {
  const nothing = {
    note: null,
    ready: false,
    ms: 0,
    stagger: 0,
    takes: 0,
    hold: 0,
    flights: [],
    cue: /** @type {const} */ (""),
  };
  return { game, from: new Map(), exits: new Map(), ...nothing, ...rest };
}

/** A view without what one may do in it. @param {Game} game @returns {Game} */
const quiet = (game) => ({ ...game, legal: {}, why: {}, waiting: [] });

/** What lay there at the end lies there as long as the result is shown. @param {Game | null} before @param {Game} after */
function stillOver(before, after) {
  if (before?.phase !== "over" || after.phase !== "over" || before.bout !== after.bout) return after;
  const { table, hand, counts, discard } = before;
  return { ...after, table, hand, counts, discard };
}

/**
 * @param {Game | null} before  the scene on the screen
 * @param {Game} after
 * @param {TableStep[]} happened
 * @returns {Step[]}
 */
export function plan(before, after, happened) {
  if (!happened.length) return [step(stillOver(before, after), { ready: true, ms: before ? PLAY_MS : 0 })];
  const roll = new Roll(before ? quiet(before) : quiet(after), after);
  const ends = happened.some((one) => one.kind === "over");
  for (const one of happened) roll.add(one, ends);
  return roll.end(ends);
}

/** Collects the steps while the story is followed. */
class Roll {
  /** @param {Game} scene @param {Game} after */
  constructor(scene, after) {
    this.scene = scene;
    this.after = after;
    /** @type {Step[]} */
    this.steps = [];
    this.laid = false;
    this.fresh();
  }

  fresh() {
    /** @type {Map<Card, Place>} */
    this.from = new Map();
    /** @type {Map<Card, Place>} */
    this.exits = new Map();
    /** @type {Flight[]} */
    this.flights = [];
    /** @type {Step["cue"]} */
    this.cue = "";
  }

  /** @param {TableStep} one @param {boolean} ends */
  add(one, ends) {
    switch (one.kind) {
      case "deal":
        return this.deal();
      case "attack":
        return one.cards.forEach((card) => this.lay(one.seat, card, (table) => [...table, [card, null]]));
      case "transfer":
        if (one.show) this.show(one);
        else this.lay(one.seat, one.card, (table) => [...table, [one.card, null]]);
        this.scene = { ...this.scene, main: one.seat, defender: one.to };
        return;
      case "swap":
        return this.swap(one);
      case "defend":
        return this.lay(one.seat, one.card, (table) =>
          table.map((pair) => (pair[0] === one.attack ? [pair[0], one.card] : pair)),
        );
      case "beaten_off":
        return this.sweep(one.cards, null, ends);
      case "taken":
        return this.sweep(one.cards, one.seat, ends);
      case "refill":
        return this.draw(one.seat, one.cards);
    }
  }

  /** A card comes to the table, if it does not lie there already. @param {Seat} seat @param {Card} card @param {(table: Pair[]) => Pair[]} change */
  lay(seat, card, change) {
    const { scene } = this;
    this.laid = true;
    if (scene.table.flat().includes(card)) return;
    const counts = scene.counts.map((count, i) => (i === seat ? count - 1 : count));
    this.scene = {
      ...scene,
      counts,
      hand: scene.hand.filter((other) => other !== card),
      table: change(scene.table),
    };
    if (seat !== scene.viewer) this.from.set(card, { seat });
    if (this.cue !== "deal") this.cue = "card";
  }

  /** A trump is laid beside the attack to be seen, and goes back to the hand. @param {Extract<TableStep, {kind: "transfer"}>} one */
  show({ seat, card, to }) {
    const { scene } = this;
    const hand = scene.hand.filter((other) => other !== card);
    if (seat !== scene.viewer) this.from.set(card, { seat });
    /** @type {Pair[]} */
    const table = [...scene.table, [card, null]];
    this.scene = { ...scene, hand, table };
    this.cue = "card";
    this.steps.push(
      this.cut({ note: { kind: "show", seat, card, to }, ms: PLAY_MS, takes: PLAY_MS, hold: SHOW_MS }),
    );
    this.scene = scene;
    if (seat !== scene.viewer) this.exits.set(card, { seat });
  }

  /** The lowest trump and the turned-up card change places. @param {Extract<TableStep, {kind: "swap"}>} one */
  swap({ seat, card, turned_up }) {
    const { scene } = this;
    const mine = seat === scene.viewer;
    const kept = scene.hand.filter((other) => other !== card);
    const hand = mine ? sortHand([...kept, turned_up], scene.trump) : kept;
    if (!mine) {
      this.from.set(card, { seat });
      this.exits.set(turned_up, { seat });
    }
    this.scene = { ...scene, hand, turned_up: card };
    this.cue = "card";
    this.steps.push(
      this.cut({
        note: { kind: "swap", seat, card, turned_up },
        ms: TAKE_MS,
        takes: TAKE_MS,
        hold: mine ? 0 : SHOW_MS,
      }),
    );
  }

  /** The table is cleared: the last cards are seen, then all fly off. @param {Card[]} cards @param {Seat | null} taker @param {boolean} ends */
  sweep(cards, taker, ends) {
    /** @type {Note} */
    const note =
      taker === null ? { kind: "beaten_off" } : { kind: "taken", seat: taker, count: cards.length };
    this.look(note);
    if (ends) return; // The last table stays to be seen behind the result.
    const { scene } = this;
    const mine = taker !== null && taker === scene.viewer;
    const counts = scene.counts.map((count, i) => (i === taker ? count + cards.length : count));
    const hand = mine ? sortHand([...scene.hand, ...cards], scene.trump) : scene.hand;
    const discard = scene.discard + (taker === null ? cards.length : 0);
    this.scene = { ...scene, table: [], counts, hand, discard };
    if (!mine) for (const card of cards) this.exits.set(card, taker === null ? "discard" : { seat: taker });
    this.cue = taker === null ? "discard" : "take";
    const ms = taker === null ? DISCARD_MS : TAKE_MS;
    this.steps.push(this.cut({ note, ms, stagger: 20, takes: ms + 20 * cards.length }));
  }

  /** What was laid last is looked at, before it leaves the table or the result comes. @param {Note | null} note */
  look(note) {
    const seen = this.laid ? { takes: PLAY_MS, hold: SEE_MS } : { hold: GLANCE_MS };
    this.steps.push(this.cut({ note, ms: PLAY_MS, ...seen }));
    this.laid = false;
  }

  /** @param {Seat} seat @param {(Card | null)[]} cards */
  draw(seat, cards) {
    for (const card of cards) {
      if (card && seat === this.scene.viewer) this.from.set(card, "stock");
      else if (card) this.exits.set(card, { seat });
    }
    const unseen = cards.filter((card) => !card).length;
    if (unseen && seat !== this.scene.viewer)
      this.flights.push({ from: "stock", to: { seat }, count: Math.min(3, unseen) });
    if (!this.cue) this.cue = "deal";
  }

  deal() {
    const { after } = this;
    const all = after.counts.reduce((sum, count) => sum + count, after.stock);
    const none = after.counts.map(() => 0);
    const start = {
      ...quiet(after),
      hand: [],
      table: [],
      counts: none,
      stock: all,
      discard: 0,
      turned_up: null,
    };
    this.steps.push(step(start, { note: { kind: "deal" }, takes: 120 }));
    this.scene = { ...quiet(after), table: [] };
    for (const card of after.hand) this.from.set(card, "stock");
    after.counts.forEach((_, seat) => {
      if (seat !== after.viewer) this.flights.push({ from: "stock", to: { seat }, count: 3 });
    });
    this.cue = "deal";
  }

  /** What was collected becomes a step. @param {Partial<Step>} rest */
  cut(rest) {
    const { from, exits, flights, cue } = this;
    this.fresh();
    return step(this.scene, { from, exits, flights, cue, ...rest });
  }

  /** @param {boolean} ends @returns {Step[]} */
  end(ends) {
    if (ends && this.laid) this.look(null);
    const { after, scene, from, exits, flights, cue } = this;
    if (ends) {
      const { table, hand, counts, discard } = scene;
      return [
        ...this.steps,
        step({ ...quiet(after), table, hand, counts, discard }, { ready: true, from, cue }),
      ];
    }
    const draws = cue === "deal";
    const stagger = draws ? 40 : 0;
    const ms = draws ? DRAW_MS : PLAY_MS;
    const takes = ms + stagger * Math.max(from.size, 3 * flights.length);
    return [...this.steps, step(after, { ready: true, ms, stagger, takes, from, exits, flights, cue })];
  }
}
