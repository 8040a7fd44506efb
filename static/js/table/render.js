/**
 * The one writer of the table. A scene goes in, the page shows it: elements are kept and reused by card and seat, and
 * each moves from where it is to where it belongs.
 */

import { byId, focused } from "../dom.js";
import { gettext, ngettext } from "../i18n.js";
import { prefs } from "../prefs.js";
import { pickable } from "../state/picks.js";
import { isMine, playable, seatsAround, targets, transferKinds } from "../state/select.js";
import { cardName } from "../state/words.js";
import { ActBar } from "./actbar.js";
import { Cards } from "./cards.js";
import { Fan, placeAt } from "./fan.js";
import { Flights } from "./flights.js";
import { BIG, metrics } from "./layout.js";
import { mirror } from "./mirror.js";
import { EASE, MS, flip, place, transformOf } from "./motion.js";
import { Piles } from "./piles.js";
import { Seats } from "./seats.js";

/** @import { ActionText, Card, Game, Status } from "../types.js" */
/** @import { ButtonName } from "./actbar.js" */
/** @import { Dress } from "./cards.js" */
/** @import { Counts, Metrics, Pose, Size } from "./layout.js" */
/** @import { Flight, Place } from "./plan.js" */

/**
 * @typedef {object} Scene
 * @property {Game} game
 * @property {Card | null} choosing  the own card that a question is about
 * @property {Card[] | null} picked
 * @property {ActionText | null} asking
 * @property {boolean} ready
 * @property {Status} status
 *
 * @typedef {object} How
 * @property {number} ms
 * @property {number} [stagger]
 * @property {Map<Card, Place>} [from]
 * @property {Map<Card, Place>} [exits]
 * @property {Flight[]} [flights]
 *
 * @typedef {{card: Card, pose: Pose, zone: Dress["zone"], uncovered: boolean}} Job
 *
 * @typedef {object} Aside  what stands over the bar, if something does
 * @property {(scene: Scene, size: Size, counts: Counts) => number} room  how much it takes
 * @property {(m: Metrics) => void} place
 */

/** Fields that bring up a keyboard on the screen. */
const WRITING = "input:not([type]), input[type=text], textarea";
/** Pixels between the result and what can be seen over or beside it. */
const RESULT_GAP = 14;

/** Sets lengths that the style sheet asks for. @param {HTMLElement} node @param {Record<string, number>} lengths */
function give({ style }, lengths) {
  for (const [name, length] of Object.entries(lengths)) {
    const value = length + "px";
    if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
  }
}

export class Table {
  /** @param {(name: ButtonName) => void} onPress */
  constructor(onPress) {
    this.root = byId("table");
    this.box = byId("cards");
    this.felt = byId("felt");
    this.list = byId("tabletext");
    this.act = byId("act");
    this.status = byId("status");
    this.cards = new Cards(this.box);
    this.fan = new Fan();
    this.flights = new Flights(this.cards);
    this.seats = new Seats(byId("seats"));
    const hosts = { stock: byId("stock"), discard: byId("discard"), trump: byId("trump") };
    this.piles = new Piles({ ...hosts, chip: byId("chip"), drops: byId("drops") });
    this.actbar = new ActBar(byId("act"), this.status, onPress);
    /** @type {Metrics | null} */
    this.metrics = null;
    this.resultSize = 0;
    /** @type {Aside | null} */
    this.coach = null;
    this.size = { vw: 360, vh: 640, rem: 1, ins: { t: 0, r: 0, b: 0, l: 0 } };
    this.byKeyboard = false;
    this.measure();
  }

  /** Reads the size of the screen; says whether it has changed. */
  measure() {
    const inset = getComputedStyle(byId("insets"));
    /** @param {string} side */
    const px = (side) => parseFloat(inset.getPropertyValue("padding-" + side)) || 0;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const ins = { t: px("top"), r: px("right"), b: px("bottom"), l: px("left") };
    const before = this.size;
    const [vw, vh] = [this.root.clientWidth, this.root.clientHeight];
    // A keyboard on the screen covers the table while somebody writes; cards need not make room for it.
    if (vw === before.vw && vh < before.vh && focused()?.matches(WRITING)) return false;
    this.size = { vw, vh, rem, ins };
    this.root.toggleAttribute("data-big", rem > BIG);
    if (JSON.stringify(this.size) === JSON.stringify(before)) return false;
    // What was on its way to where a pile or seat lay is no longer seen off.
    for (const node of this.box.querySelectorAll("[data-zone=gone]")) node.remove();
    return true;
  }

  /** @param {Scene} scene @param {How} how */
  paint(scene, how) {
    const { game } = scene;
    const [slots, others] = [transferKinds(game), seatsAround(game).length];
    const [hand, pairs, watching] = [game.hand.length, game.table.length, game.viewer === null];
    const counts = { hand, pairs, slots: slots.length, seats: others, watching };
    const size = { ...this.size, lefty: prefs.hand === "left" };
    const result = game.phase === "over" ? this.covered(size, counts) : 0;
    const m = metrics({ ...size, result, coach: this.coach?.room(scene, size, counts) }, counts);
    this.metrics = m;
    this.frame(m);
    this.coach?.place(m);
    this.seats.paint(game, m);
    this.piles.paint(game, m);
    this.piles.slots(
      slots,
      game,
      m,
      slots.some((kind) => this.isAsked(scene, kind)),
    );
    const before = focused();
    this.place(this.jobs(game, m), scene, m, how);
    this.flights.fly(how.flights ?? [], game, m, how.stagger ?? 0);
    this.actbar.paint(game, scene);
    this.keepFocus(scene, before);
    mirror(this.list, game);
  }

  /** How much the result takes, at the foot or on a lying phone at the side: the last table is seen without it. @param {Size} size @param {Counts} counts */
  covered(size, counts) {
    const panel = byId("result");
    const { mode, felt, tall } = metrics({ ...size, result: 1 }, counts);
    const land = mode === "land";
    give(panel, { "--above": felt.y + (land ? 0 : tall) });
    const now = land ? panel.offsetWidth : panel.offsetHeight;
    // With the rules open there is no room for both.
    if (!("open" in panel.dataset)) this.resultSize = now && now + RESULT_GAP;
    return this.resultSize;
  }

  /** @param {Scene} scene @param {"transfer" | "show"} kind */
  isAsked({ game, choosing }, kind) {
    return Boolean(choosing) && targets(game, choosing ?? "").some((target) => target.kind === kind);
  }

  /** Bars, felt and the sizes that the style sheet uses. @param {Metrics} m */
  frame(m) {
    const land = m.mode === "land";
    if (this.root.dataset.mode !== m.mode) this.root.dataset.mode = m.mode;
    // Each where it is used and nowhere higher: whatever is inside has its style computed anew.
    give(this.box, { "--cw": m.cw, "--ch": m.ch, "--lift": m.lift });
    if (prefs.indices === "large") give(this.box, { "--step": m.step || m.cw });
    give(byId("lamp"), { "--seats-end": Math.max(...m.seats.map((seat) => seat.y + seat.h / 2)) });
    const { x, y, w, h } = m.status;
    if (land) give(this.status, { "--status-x": x + w / 2, "--status-y": y, "--status-w": w });
    // The foot of a toast: over the bar, or on a turned phone in place of the status.
    const middle = land ? x + w / 2 : m.vw / 2;
    const head = m.act.y - m.coach;
    const foot = land ? y + h : head - 6;
    give(byId("toast"), { "--toast-x": middle, "--toast-y": foot, "--toast-w": land ? w : m.vw });
    const xs = m.seats.map((seat) => seat.x);
    const top = Math.min(...m.seats.map((seat) => seat.y)) + 4;
    const [left, right] =
      xs.length > 1 ? [Math.min(...xs), Math.max(...xs)] : [m.felt.x, m.felt.x + m.felt.w];
    const oval = { x: left, y: top, w: right - left, h: head - top - 4 };
    for (const [node, at] of /** @type {const} */ ([
      [this.act, m.act],
      [this.felt, oval],
    ])) {
      // Drawn elsewhere is not moved; but what is fixed in the bar of a turned phone would go along.
      node.style.transform = land ? "" : `translate(${at.x}px, ${at.y}px)`;
      node.style.left = land ? at.x + "px" : "0";
      node.style.top = land ? at.y + "px" : "0";
      node.style.width = at.w + "px";
      node.style.height = at.h + "px";
    }
  }

  /** Where each visible card belongs; the hand first, in reading order. @param {Game} game @param {Metrics} m @returns {Job[]} */
  jobs(game, m) {
    /** @type {Job[]} */
    const jobs = this.fan.arrange(game.hand, game.trump).map((card, i) => ({
      card,
      pose: m.hands[i],
      zone: "hand",
      uncovered: false,
    }));
    game.table.forEach(([attack, cover], i) => {
      jobs.push({ card: attack, pose: m.cells[i].a, zone: "table", uncovered: !cover });
      if (cover) jobs.push({ card: cover, pose: m.cells[i].d, zone: "table", uncovered: false });
    });
    if (game.turned_up && game.stock)
      jobs.push({ card: game.turned_up, pose: m.trump, zone: "trump", uncovered: false });
    return jobs;
  }

  /** @param {Job[]} jobs @param {Scene} scene @param {Metrics} m @param {How} how */
  place(jobs, scene, m, how) {
    const here = new Set(jobs.map((job) => job.card));
    for (const card of [...this.cards.nodes.keys()])
      if (!here.has(card)) this.flights.leave(card, scene.game, m, how);
    const asks = playable(scene.game).length > 0 || isMine(scene.game);
    let fresh = 0;
    /** @type {Element | null} */
    let previous = null;
    for (const job of jobs) {
      const known = this.cards.has(job.card);
      const node = this.cards.node(job.card);
      if (node.classList.contains("drag")) continue; // It is where the finger is.
      if (job.zone === "hand") previous = this.order(node, previous);
      this.cards.draw(job.card, m.cw);
      const zone = node.dataset.zone;
      this.cards.dress(node, this.dressOf(job, scene, asks));
      node.toggleAttribute("data-trump", job.card[1] === scene.game.trump);
      const origin = how.from?.get(job.card) ?? (job.zone === "hand" && how.stagger ? "stock" : null);
      if (!known) this.flights.appear(node, origin, scene.game, m, how.ms);
      const delay = how.stagger && zone !== job.zone ? fresh++ * how.stagger : 0;
      const ease = zone === "table" && job.zone === "hand" ? EASE.inOut : EASE.out;
      const to = transformOf(job.pose, m.cw, m.ch);
      place(node, to, { ms: how.ms, delay, ease, z: job.pose.z, raise: zone !== job.zone });
      flip(node, true, how.ms ? MS.flip : 0, delay);
    }
  }

  /** Keeps the hand's elements in reading order without disturbing those that stand right. @param {Element} node @param {Element | null} previous */
  order(node, previous) {
    const want = previous ? previous.nextSibling : this.box.firstChild;
    if (want !== node) this.box.insertBefore(node, want);
    return node;
  }

  /** @param {Job} job @param {Scene} scene @param {boolean} asks @returns {Dress} */
  dressOf({ card, zone, uncovered }, { game, choosing, picked }, asks) {
    const name = cardName(card);
    const label = card[1] === game.trump ? gettext("{card}, trump", { card: name }) : name;
    const can = picked ? pickable(game, []).has(card) : targets(game, card).length > 0;
    const legal = zone !== "hand" ? "" : can ? "yes" : asks ? "no" : "";
    const target = Boolean(
      choosing && uncovered && targets(game, choosing).some((one) => one.attack === card),
    );
    return {
      zone,
      legal,
      target,
      chosen: choosing === card || Boolean(picked?.includes(card)),
      label: target ? gettext("Beat {card}", { card: label }) : label,
    };
  }

  /** Roving tabindex; the focus follows the game and never falls to the page. @param {Scene} scene @param {HTMLElement | null} before */
  keepFocus({ choosing, game }, before) {
    const hand = this.hand();
    const legal = hand.find((node) => prefs.hints && node.dataset.legal === "yes");
    const stays = hand.find((node) => node === before) ?? hand.find((node) => node.tabIndex === 0);
    const current = stays ?? legal ?? hand[0];
    for (const node of hand) node.tabIndex = node === current ? 0 : -1;
    const label = ngettext("Your hand, {n} card", "Your hand, {n} cards", hand.length);
    this.box.setAttribute("aria-label", label);
    if (!this.byKeyboard || !before || !this.root.contains(before) || before.closest("dialog, .panel"))
      return;
    const target = choosing
      ? /** @type {HTMLElement | null} */ (this.root.querySelector("[data-target], .slot[data-asked]"))
      : null;
    const left = before.matches(":disabled[data-zone=table], .slot:not([data-asked])");
    const lost = left || !before.isConnected || before.matches("[hidden], :disabled");
    // From the places that a card was asked about back to the card, if it is still there.
    const next = (left ? stays : null) ?? this.nextLegal(before, game) ?? current;
    if (target && !this.root.querySelector("[data-target]:focus, .slot:focus"))
      target.focus({ preventScroll: true });
    else if (!target && lost) next?.focus({ preventScroll: true });
  }

  /** The next card that can be played, seen from one that has left the hand; without hints just the next. @param {HTMLElement} from @param {Game} game */
  nextLegal(from, game) {
    const legal = this.hand().filter((node) => !prefs.hints || node.dataset.legal === "yes");
    const card = from.dataset.card;
    if (!card) return legal[0];
    const line = this.fan.sort([card, ...game.hand], game.trump);
    return legal.find((node) => line.indexOf(node.dataset.card ?? "") > line.indexOf(card)) ?? legal[0];
  }

  /** The own cards, as they lie. @returns {HTMLButtonElement[]} */
  hand() {
    return [...this.box.querySelectorAll("button.card")].flatMap((node) =>
      node instanceof HTMLButtonElement && node.dataset.zone === "hand" ? [node] : [],
    );
  }

  /** Puts an own card where this point is; says whether the hand lies otherwise now. @param {string} card @param {number} x @param {number} y */
  lay(card, x, y) {
    return this.fan.move(card, placeAt(this.metrics?.hands ?? [], x, y));
  }

  /** Shakes a card or button that cannot be used. @param {HTMLElement | null} node */
  shake(node) {
    if (!node) return;
    node.classList.remove("shake");
    void node.offsetWidth; // Starts the animation anew.
    node.classList.add("shake");
  }
}
