/** A few cards that show what the settings do. */

import { el } from "../dom.js";
import { prefs } from "../prefs.js";
import { sortByLine, sortByRank } from "../state/order.js";
import { sortHand } from "../state/select.js";
import { Cards } from "../table/cards.js";
import { MS, place, transformOf } from "../table/motion.js";

/** @import { Card } from "../types.js" */

/** As drawn, hearts are trumps. */
const HAND = ["QD", "9S", "6H", "TC", "KH", "9D"];
const TRUMP = "H";
/** What could be played. */
const LEGAL = ["9S", "9D", "6H"];
/** Card width, and how much of a card shows beside the next, in pixels. */
const WIDTH = 56;
const STEP = 36;
const LIFT = 8;
/** Room for the corners of raised cards. */
const EDGE = 6;

export class Preview {
  constructor() {
    const fan = el("div", {});
    this.node = el("div", { class: "preview", "aria-hidden": "true", inert: true }, fan);
    this.cards = new Cards(fan);
    this.speed = "";
  }

  /** Shows the cards as they would lie now. @param {string} speed  where that is another one, they are dealt anew */
  paint(speed) {
    const deals = this.speed !== "" && this.speed !== speed;
    this.speed = speed;
    order().forEach((card, i) => {
      const node = this.cards.node(card);
      this.cards.draw(card, WIDTH);
      const legal = LEGAL.includes(card) ? "yes" : "no";
      this.cards.dress(node, { zone: "hand", legal, target: false, chosen: false, label: "" });
      node.toggleAttribute("data-trump", card[1] === TRUMP);
      node.toggleAttribute("data-up", true);
      if (deals) place(node, this.at(-1));
      place(node, this.at(i), { ms: MS.deal, delay: deals ? 60 * i : 0, z: i });
    });
  }

  /** @param {number} i  -1: beside the fan, where all come from */
  at(i) {
    const half = (HAND.length - 1) / 2;
    const x = WIDTH / 2 + (i < 0 ? HAND.length - 1 : i) * STEP;
    const y = WIDTH * 0.7 + LIFT + EDGE + (i < 0 ? 2 * WIDTH : 0);
    return transformOf({ x, y, r: i < 0 ? 0 : 2 * (i - half), s: 1, z: 0 }, WIDTH, WIDTH * 1.4);
  }
}

/** @returns {Card[]} */
function order() {
  if (prefs.order === "suit") return sortHand(HAND, TRUMP);
  return prefs.order === "rank" ? sortByRank(HAND, TRUMP) : sortByLine(HAND, HAND, TRUMP);
}
