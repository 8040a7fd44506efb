/** Where a dragged card may be dropped: what glows, and what attracts it. They follow the table while it changes. */

import { targets } from "../state/select.js";
import { buzz } from "./motion.js";

/** @import { Card, Game, Target } from "../types.js" */
/** @import { Metrics } from "./layout.js" */
/** @import { Table } from "./render.js" */

/** How far a place attracts a card, in pixels. */
const REACH = 64;

/** @typedef {{target: Target, x: number, y: number, w: number, h: number, node: HTMLElement | null}} Zone */

/** Pixels between a point and a box. @param {{x: number, y: number, w: number, h: number}} box @param {number} x @param {number} y */
function distance(box, x, y) {
  return Math.hypot(
    Math.max(0, Math.abs(x - box.x) - box.w / 2),
    Math.max(0, Math.abs(y - box.y) - box.h / 2),
  );
}

export class Zones {
  /** @param {Table} table @param {Card} card @param {() => Game | null} game */
  constructor(table, card, game) {
    this.table = table;
    this.card = card;
    this.game = game;
    /** @type {Zone[]} */
    this.all = [];
    /** @type {Zone | null} */
    this.hot = null;
    /** @type {Metrics | null} */
    this.metrics = null;
    this.renew();
  }

  /** A newer view has other places. */
  renew() {
    const { metrics } = this.table;
    if (metrics === this.metrics) return;
    this.cool();
    this.metrics = metrics;
    this.all = this.found();
    for (const zone of this.all) zone.node?.toggleAttribute("data-target", true);
  }

  /** @returns {Zone[]} */
  found() {
    const game = this.game();
    const m = this.metrics;
    if (!game || !m) return [];
    return targets(game, this.card).map((target) => {
      if (target.kind === "attack") {
        const [x, y] = [m.felt.x + m.felt.w / 2, m.felt.y + m.felt.h / 2];
        return { target, ...m.felt, x, y, node: this.table.felt };
      }
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

  /** Whether a point is over the table, and not back at the hand. @param {number} y */
  isOver(y) {
    const m = this.metrics;
    return m !== null && y <= (m.mode === "land" ? m.handTop - 4 : m.act.y + 6);
  }

  /** The attack card whose place is at a point. @param {number} x @param {number} y @returns {Card | null} */
  attackAt(x, y) {
    const i = this.metrics?.cells.findIndex((cell) => distance(cell, x, y) === 0) ?? -1;
    return this.game()?.table[i]?.[0] ?? null;
  }

  /** @param {Card} attack */
  isOpen(attack) {
    return this.game()?.table.some(([card, cover]) => card === attack && !cover) ?? false;
  }

  /**
   * The target at a point: inside its place, else the nearest within reach; where there is only one, anywhere on the
   * felt but on another card that is still to be beaten.
   * @param {number} x @param {number} y @returns {Zone | null}
   */
  nearest(x, y) {
    if (!this.all.length || !this.isOver(y)) return null;
    const near = [...this.all].sort((a, b) => distance(a, x, y) - distance(b, x, y))[0];
    const away = distance(near, x, y);
    if (away === 0) return near;
    const on = this.attackAt(x, y);
    if (on && near.target.kind === "cover" && this.isOpen(on)) return null;
    return this.all.length === 1 || away < REACH ? near : null;
  }

  /** Shows what a drop would hit, and says it. @param {number} x @param {number} y @returns {Target | null} */
  heat(x, y) {
    this.renew();
    const zone = this.nearest(x, y);
    if (this.hot !== zone) {
      this.hot?.node?.classList.remove("hot");
      this.hot = zone;
      zone?.node?.classList.add("hot");
      if (zone) buzz(6);
    }
    return zone?.target ?? null;
  }

  /** Nothing is dragged any more. */
  cool() {
    this.hot?.node?.classList.remove("hot");
    this.hot = null;
    for (const zone of this.all) zone.node?.toggleAttribute("data-target", false);
  }
}
