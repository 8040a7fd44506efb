/**
 * One pointer, three gestures: tap; scrub (slide along the fan to read it); drag (pull out of the hand). A small
 * movement is still a tap, and a card dropped nowhere in particular goes back.
 */

import { targets } from "../state/select.js";
import { Echo } from "./echo.js";
import { buzz, settle } from "./motion.js";

/** @import { Card, Game, Target } from "../types.js" */
/** @import { Intents } from "./intents.js" */
/** @import { Table } from "./render.js" */

/** Pixels: sideways until it is a scrub, upwards until it is a drag, and how far a place attracts a card. */
const SLOP = 8;
const PULL = 18;
const REACH = 64;
/** A finger hides what it drags, so the card goes above it. */
const ABOVE_FINGER = 28;

/** @typedef {{target: Target, x: number, y: number, w: number, h: number, node: HTMLElement | null}} Zone */

/**
 * @typedef {object} Gesture
 * @property {number} id
 * @property {HTMLButtonElement} node
 * @property {"tap" | "scrub" | "drag"} mode
 * @property {number} x0
 * @property {number} y0
 * @property {number} x
 * @property {number} y
 * @property {number} baseX
 * @property {number} baseY
 * @property {Zone[]} zones
 * @property {Zone | null} hot
 * @property {number} frame
 * @property {number} bout  a card lifted in one bout means nothing in the next
 */

export class Pointer {
  /**
   * @param {Table} table @param {Intents} intents
   * @param {{game: () => Game | null, hurry: () => void, restore: () => void}} desk  restore: lets every card go home
   */
  constructor(table, intents, desk) {
    this.table = table;
    this.intents = intents;
    this.desk = desk;
    /** @type {Gesture | null} */
    this.gesture = null;
    this.handledAt = 0;
    this.echo = new Echo();
    const { box, root } = table;
    box.addEventListener("pointerdown", (event) => this.down(event));
    box.addEventListener("pointermove", (event) => this.move(event));
    box.addEventListener("pointerup", (event) => event.pointerId === this.gesture?.id && this.end(true));
    box.addEventListener("pointercancel", (event) => event.pointerId === this.gesture?.id && this.end(false));
    box.addEventListener("contextmenu", (event) => event.preventDefault());
    root.addEventListener("click", (event) => this.click(event));
  }

  /** @param {EventTarget | Element | null | undefined} from @returns {HTMLButtonElement | null} */
  handCard(from) {
    const node = from instanceof Element ? from.closest(".card") : null;
    return node instanceof HTMLButtonElement && node.dataset.zone === "hand" ? node : null;
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (this.gesture || (event.pointerType === "mouse" && event.button)) return;
    const node = this.handCard(event.target);
    if (!node) return;
    // What is tapped is what was on the screen: ending a film is all that a tap on an old bout does.
    const bout = this.desk.game()?.bout ?? 0;
    this.desk.hurry();
    this.unpeek();
    node.classList.add("peek");
    this.table.box.setPointerCapture(event.pointerId);
    const { clientX: x, clientY: y, pointerId: id } = event;
    this.gesture = {
      id,
      node,
      mode: "tap",
      x0: x,
      y0: y,
      x,
      y,
      baseX: 0,
      baseY: 0,
      zones: [],
      hot: null,
      frame: 0,
      bout,
    };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const g = this.gesture;
    if (!g || event.pointerId !== g.id) return;
    g.x = event.clientX;
    g.y = event.clientY;
    const [dx, dy] = [g.x - g.x0, g.y - g.y0];
    const pulled = dy < -PULL || (event.pointerType === "mouse" && Math.hypot(dx, dy) > SLOP);
    if (g.mode !== "drag" && pulled) this.lift(g, event.pointerType === "touch");
    else if (g.mode !== "drag" && Math.abs(dx) > SLOP) this.scrub(g);
    if (g.mode === "drag" && !g.frame) g.frame = requestAnimationFrame(() => this.follow());
  }

  /** @param {Gesture} g */
  scrub(g) {
    g.mode = "scrub";
    const under = document.elementsFromPoint(g.x, g.y).map((one) => this.handCard(one));
    const node = under.find((one) => one);
    if (!node || node === g.node) return;
    g.node.classList.remove("peek");
    node.classList.add("peek");
    buzz(4);
    Object.assign(g, { node, x0: g.x, y0: g.y });
  }

  /** The card leaves the hand. @param {Gesture} g @param {boolean} touch */
  lift(g, touch) {
    const card = g.node.dataset.card ?? "";
    const m = this.table.metrics;
    g.mode = "drag";
    g.node.classList.remove("peek");
    g.node.classList.add("drag");
    settle(g.node);
    const [x, y] = (g.node.style.transform.match(/-?[\d.]+(?=px)/g) ?? []).map(Number);
    g.baseX = x ?? 0;
    g.baseY = (y ?? 0) - (touch ? ABOVE_FINGER : 0);
    g.zones = m ? this.zones(card) : [];
    for (const zone of g.zones) zone.node?.toggleAttribute("data-target", true);
  }

  /** The places where a card may be dropped. @param {Card} card @returns {Zone[]} */
  zones(card) {
    const game = this.desk.game();
    const m = this.table.metrics;
    if (!game || !m) return [];
    return targets(game, card).map((target) => {
      if (target.kind === "attack")
        return {
          target,
          ...m.felt,
          x: m.felt.x + m.felt.w / 2,
          y: m.felt.y + m.felt.h / 2,
          node: this.table.felt,
        };
      if (target.kind === "cover") {
        const i = game.table.findIndex(([attack]) => attack === target.attack);
        return { target, ...m.cells[i], node: this.table.cards.nodes.get(target.attack ?? "") ?? null };
      }
      const node = /** @type {HTMLElement | null} */ (
        this.table.root.querySelector(`.slot[data-kind=${target.kind}]`)
      );
      const slots = node?.parentElement ? [...node.parentElement.children] : [];
      const cell = m.cells[m.cells.length - slots.length + slots.indexOf(/** @type {Element} */ (node))];
      return { target, ...cell, node };
    });
  }

  /** Draws the dragged card where the pointer is. */
  follow() {
    const g = this.gesture;
    if (!g) return;
    g.frame = 0;
    if (g.mode !== "drag") return;
    g.node.style.transform = `translate3d(${g.baseX + g.x - g.x0}px,${g.baseY + g.y - g.y0}px,0) rotate(0deg) scale(1)`;
    this.heat(g, this.nearest(g));
  }

  /** Inside a place, else the nearest within reach; with one place only the whole felt counts. @param {Gesture} g */
  nearest({ zones, x, y }) {
    const m = this.table.metrics;
    if (!m || !zones.length || y > (m.mode === "land" ? m.handTop - 4 : m.act.y + 6)) return null;
    /** @param {Zone} z */
    const distance = (z) =>
      Math.hypot(Math.max(0, Math.abs(x - z.x) - z.w / 2), Math.max(0, Math.abs(y - z.y) - z.h / 2));
    const near = [...zones].sort((a, b) => distance(a) - distance(b))[0];
    return zones.length === 1 || distance(near) < REACH ? near : null;
  }

  /** @param {Gesture} g @param {Zone | null} zone */
  heat(g, zone) {
    if (g.hot === zone) return;
    g.hot?.node?.classList.remove("hot");
    g.hot = zone;
    zone?.node?.classList.add("hot");
    if (zone) buzz(6);
  }

  /** @param {boolean} commit */
  end(commit) {
    const g = this.gesture;
    if (!g) return;
    if (g.mode === "drag") this.heat(g, this.nearest(g));
    const target = g.hot?.target;
    this.heat(g, null);
    cancelAnimationFrame(g.frame);
    this.gesture = null;
    this.handledAt = performance.now();
    g.node.classList.remove("drag");
    for (const zone of g.zones) zone.node?.toggleAttribute("data-target", false);
    if (g.mode !== "scrub") this.unpeek();
    const same = this.desk.game()?.bout === g.bout;
    if (g.mode === "drag" && commit && target && same) return this.intents.play(target.action);
    if (g.mode === "drag") {
      this.desk.restore();
      if (commit && !g.zones.length && g.y < (this.table.metrics?.act.y ?? 0))
        this.intents.tap(g.node.dataset.card ?? "");
      return;
    }
    if (commit && g.mode === "tap" && same) this.tap(g);
  }

  /** @param {Gesture} g */
  tap({ node, x, y }) {
    if (this.echo.repeats(x, y, this.handledAt)) return;
    const card = node.dataset.card ?? "";
    const held = this.desk.game()?.hand.includes(card);
    this.intents.tap(card);
    if (held && !this.desk.game()?.hand.includes(card)) this.echo.played(x, y, this.handledAt);
  }

  unpeek() {
    for (const node of this.table.box.querySelectorAll(".peek")) node.classList.remove("peek");
  }

  /** Targets, and cards pressed by a keyboard or a screen reader. @param {MouseEvent} event */
  click(event) {
    const from = event.target instanceof Element ? event.target : null;
    const slot = /** @type {HTMLElement | null} */ (from?.closest(".slot[data-asked]") ?? null);
    if (slot) return this.intents.chooseTransfer(slot.dataset.kind ?? "");
    const target = /** @type {HTMLElement | null} */ (from?.closest(".card[data-target]") ?? null);
    if (target) return this.intents.chooseAttack(target.dataset.card ?? "");
    const node = this.handCard(from);
    // A tap was handled when the pointer went up; some browsers send a click after it.
    if (node && performance.now() - this.handledAt > 600) this.intents.tap(node.dataset.card ?? "");
  }
}
