/** Why a game ended as it did. Pure. */

import { gettext } from "../i18n.js";
import { cardCount } from "./words.js";

/** @import { Game, Seat } from "../types.js" */

/** @param {Game} game @param {(seat: Seat) => string} name */
export function outcomeReason({ outcome, counts, viewer }, name) {
  switch (outcome?.kind) {
    case "durak": {
      const values = { name: name(outcome.seat), cards: cardCount(counts[outcome.seat]) };
      const mine = outcome.seat === viewer;
      if (!counts[outcome.seat])
        return mine
          ? gettext("You ran out of cards last.")
          : gettext("{name} ran out of cards last.", values);
      if (mine) return gettext("You were left with {cards}.", values);
      return gettext("{name} was left with {cards}.", values);
    }
    case "winner":
      return gettext("By these rules whoever runs out of cards first wins.");
    case "draw":
      // By the rules a draw leaves no cards; else the room made it one.
      return counts.some(Boolean)
        ? gettext("Only bots were playing, and they found no end.")
        : gettext("The last cards went together.");
    default:
      return "";
  }
}
