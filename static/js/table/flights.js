/** Cards that come to the table or leave it: from where, to where. */

import { seatsAround } from "../state/select.js";
import { EASE, MS, flip, place, transformOf } from "./motion.js";

/** @import { Card, Game } from "../types.js" */
/** @import { Cards } from "./cards.js" */
/** @import { Metrics, Pose } from "./layout.js" */
/** @import { Flight, Place } from "./plan.js" */
/** @import { How } from "./render.js" */

export class Flights {
  /** @param {Cards} cards */
  constructor(cards) {
    this.cards = cards;
  }

  /** Where a place is on the screen. @param {Place} at @param {Game} game @param {Metrics} m @param {number} [k] @returns {Pose} */
  poseOf(at, game, m, k = 0) {
    if (at === "stock") return { ...m.stock, z: 25 };
    if (at === "discard") return { ...m.discard, r: 20 - k * 9 };
    const seat = m.seats[seatsAround(game).indexOf(at.seat)];
    if (!seat) return { x: m.middle, y: m.handTop, r: 0, s: 1, z: 0 };
    return { x: seat.x, y: seat.y - seat.h * 0.15, r: 0, s: Math.min(0.4, 40 / m.cw), z: 0 };
  }

  /** @param {HTMLElement} node @param {Place | null} origin @param {Game} game @param {Metrics} m @param {number} ms */
  appear(node, origin, game, m, ms) {
    if (ms && origin) node.style.transform = transformOf(this.poseOf(origin, game, m), m.cw, m.ch);
    else node.toggleAttribute("data-up", true);
  }

  /** @param {Card} card @param {Game} game @param {Metrics} m @param {How} how */
  leave(card, game, m, { ms, exits, stagger = 0 }) {
    const to = exits?.get(card);
    const k = to ? [...(exits?.keys() ?? [])].indexOf(card) : 0;
    const node = this.cards.release(card);
    if (!node) return;
    if (!to || !ms) {
      node.remove();
      return;
    }
    const delay = k * stagger;
    const pose = transformOf(this.poseOf(to, game, m, k), m.cw, m.ch);
    const flight = place(node, pose, { ms, delay, ease: EASE.inOut, z: 40 + k, raise: true });
    if (!flight) {
      node.remove();
      return;
    }
    flip(node, false, MS.flip, delay);
    flight.addEventListener("finish", () => node.remove());
    flight.addEventListener("cancel", () => node.remove());
  }

  /** Cards that nobody sees, from the stock to the others. @param {Flight[]} flights @param {Game} game @param {Metrics} m @param {number} stagger */
  fly(flights, game, m, stagger) {
    flights.forEach(({ from, to, count }, i) => {
      for (let k = 0; k < count; k++) {
        const ghost = this.cards.ghost();
        ghost.style.transform = transformOf(this.poseOf(from, game, m), m.cw, m.ch);
        const delay = (i + k * flights.length) * stagger;
        const goal = transformOf(this.poseOf(to, game, m), m.cw, m.ch);
        const flight = place(ghost, goal, { ms: MS.deal, delay, z: 40, raise: true });
        if (!flight) ghost.remove();
        flight?.addEventListener("finish", () => ghost.remove());
      }
    });
  }
}
