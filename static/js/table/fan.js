/** The order of the own cards on the screen. A tab remembers it, since phones put pages away in mid-game. */

import { prefs } from "../prefs.js";
import { NO_LINE, arrange, follow, moved } from "../state/order.js";

/** @import { Card, Game, Happening } from "../types.js" */
/** @import { Line } from "../state/order.js" */
/** @import { Pose } from "./layout.js" */

const KEY = "durak-fan";

export class Fan {
  constructor() {
    /** As the cards came, and as the player has laid them. @type {{drawn: Line, laid: Line}} */
    this.lines = recall() ?? { drawn: NO_LINE, laid: NO_LINE };
    /** @type {Card[]} */
    this.shown = [];
    this.order = prefs.order;
  }

  /** A newer view has come. @param {Game} game @param {Happening[]} happened */
  follow(game, happened) {
    const { drawn, laid } = this.lines;
    this.keep({ drawn: follow(drawn, game, happened), laid: follow(laid, game, happened) });
  }

  /** A hand as it lies. @param {Card[]} hand @param {string} trump */
  arrange(hand, trump) {
    // Laying by hand begins with what lies there.
    if (prefs.order === "hand" && this.order !== "hand") this.lay(this.shown);
    this.order = prefs.order;
    return (this.shown = this.sort(hand, trump));
  }

  /** @param {Card[]} cards @param {string} trump */
  sort(cards, trump) {
    return arrange(cards, trump, prefs.order, this.lines);
  }

  /** @param {Card[]} cards */
  lay(cards) {
    const { drawn, laid } = this.lines;
    const others = laid.cards.filter((card) => !cards.includes(card));
    this.keep({ drawn, laid: { ...laid, cards: [...others, ...cards] } });
  }

  /**
   * Puts a card to another place, if the player lays the hand himself; says whether anything lies otherwise now.
   * @param {Card} card @param {number} to
   */
  move(card, to) {
    const from = this.shown.indexOf(card);
    if (prefs.order !== "hand" || from < 0 || to < 0 || to >= this.shown.length || to === from) return false;
    this.shown = moved(this.shown, card, to);
    this.lay(this.shown);
    return true;
  }

  /** @param {Fan["lines"]} lines */
  keep(lines) {
    this.lines = lines;
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ path: location.pathname, lines }));
    } catch {
      // Not kept, but in force.
    }
  }
}

/** What this tab remembers of this room. @returns {Fan["lines"] | null} */
function recall() {
  try {
    const { path, lines } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    return path === location.pathname ? lines : null;
  } catch {
    return null;
  }
}

/** The place in the hand that is nearest to a point; another row is farther than it looks. @param {Pose[]} hands @param {number} x @param {number} y */
export function placeAt(hands, x, y) {
  const far = hands.map((pose) => Math.hypot(pose.x - x, 3 * (pose.y - y)));
  return far.indexOf(Math.min(...far));
}
