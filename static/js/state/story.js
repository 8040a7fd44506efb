/** What happened, one sentence each, as the announcer says it. Pure. */

import { gettext, ngettext } from "../i18n.js";
import { outcomeLine } from "./status.js";
import { cardCount, cardName, playerName, suitName, theCards } from "./words.js";

/** @import { Game, Happening, Seat } from "../types.js" */

/**
 * @param {Happening[]} happened
 * @param {{game: Game, before: Game | null}} context  the view it led to, and the one before
 * @returns {string[]}
 */
export function sentences(happened, { game, before }) {
  /** @param {Seat} seat */
  const name = (seat) => playerName(game, seat);
  let laid = before ? before.table.length : 0;
  // That somebody takes is no news beside what he took.
  const taken = happened.some((one) => one.kind === "taken");
  // Nor that somebody adds nothing more beside what becomes of the cards.
  const closed = taken || happened.some((one) => one.kind === "beaten_off");
  return happened.flatMap((one) => {
    if ((one.kind === "take" && taken) || (one.kind === "pass" && closed)) return [];
    const text = sentence(one, game, name, laid);
    if (one.kind === "attack") laid += one.cards.length;
    if (one.kind === "bout" || one.kind === "deal") laid = 0;
    return text ? [text] : [];
  });
}

/** @param {Happening} one @param {Game} game @param {(seat: Seat) => string} name @param {number} laid */
function sentence(one, game, name, laid) {
  const me = game.viewer;
  switch (one.kind) {
    case "deal":
      return gettext("The cards are dealt. Trump: {suit}.", { suit: suitName(game.trump) });
    case "attack":
      return attackSentence(one.seat === me, name(one.seat), theCards(one.cards), laid > 0);
    case "defend": {
      const values = { name: name(one.seat), attack: cardName(one.attack), card: cardName(one.card) };
      if (one.seat === me) return gettext("You beat the {attack} with the {card}.", values);
      return gettext("{name} beats the {attack} with the {card}.", values);
    }
    case "transfer":
      return transferSentence(one, me, name);
    case "take":
      return one.seat === me ? gettext("You take.") : gettext("{name} takes.", { name: name(one.seat) });
    case "pass":
      // My own I know of; and of the others' all that can be told are those that let me add.
      return one.seat === me ? "" : gettext("{name} adds nothing more.", { name: name(one.seat) });
    case "swap": {
      const values = { name: name(one.seat), card: cardName(one.card), trump: cardName(one.turned_up) };
      if (one.seat === me) return gettext("You swap the {card} for the {trump} under the stock.", values);
      return gettext("{name} swaps the {card} for the {trump} under the stock.", values);
    }
    case "beaten_off":
      return ngettext(
        "{n} card goes to the discard pile.",
        "{n} cards go to the discard pile.",
        one.cards.length,
      );
    case "taken": {
      const values = { name: name(one.seat), cards: cardCount(one.cards.length), hand: game.hand.length };
      if (one.seat === me) return gettext("You took {cards} and hold {hand} now.", values);
      return gettext("{name} took {cards}.", values);
    }
    case "refill":
      return refillSentence(one, me);
    case "out":
      return one.seat === me
        ? gettext("You are out and safe.")
        : gettext("{name} is out.", { name: name(one.seat) });
    case "bout":
      return boutSentence(one, me, name);
    case "over":
      return outcomeLine(one.outcome, me, name).replace(/[^.!?…]$/, "$&.");
    default:
      return "";
  }
}

/** @param {boolean} mine @param {string} name @param {string} cards @param {boolean} adding */
function attackSentence(mine, name, cards, adding) {
  if (mine)
    return adding ? gettext("You add {cards}.", { cards }) : gettext("You attack with {cards}.", { cards });
  if (adding) return gettext("{name} adds {cards}.", { name, cards });
  return gettext("{name} attacks with {cards}.", { name, cards });
}

/** @param {Extract<Happening, {kind: "transfer"}>} one @param {Seat | null} me @param {(seat: Seat) => string} name */
function transferSentence(one, me, name) {
  const values = { name: name(one.seat), to: name(one.to), card: cardName(one.card) };
  if (one.show) return showSentence(one, me, values);
  if (one.seat === me) return gettext("You transfer the attack to {to} with the {card}.", values);
  if (one.to === me) return gettext("{name} transfers the attack to you with the {card}.", values);
  return gettext("{name} transfers the attack to {to} with the {card}.", values);
}

/** @param {Extract<Happening, {kind: "transfer"}>} one @param {Seat | null} me @param {Record<string, string>} values */
function showSentence(one, me, values) {
  if (one.seat === me) return gettext("You show the {card}, and the attack goes to {to}.", values);
  if (one.to === me) return gettext("{name} shows the {card}, and the attack goes to you.", values);
  return gettext("{name} shows the {card}, and the attack goes to {to}.", values);
}

/** Others drawing is no news. @param {Extract<Happening, {kind: "refill"}>} one @param {Seat | null} me */
function refillSentence(one, me) {
  const cards = one.cards.flatMap((card) => (card ? [card] : []));
  return one.seat === me && cards.length ? gettext("You draw {cards}.", { cards: theCards(cards) }) : "";
}

/** @param {Extract<Happening, {kind: "bout"}>} one @param {Seat | null} me @param {(seat: Seat) => string} name */
function boutSentence(one, me, name) {
  if (one.main === me) return gettext("Your turn to attack {name}.", { name: name(one.defender) });
  if (one.defender === me) return gettext("{name} attacks you next.", { name: name(one.main) });
  return gettext("{attacker} attacks {defender} next.", {
    attacker: name(one.main),
    defender: name(one.defender),
  });
}
