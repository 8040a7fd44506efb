/** What happened, one sentence each, as the announcer says it and as the log keeps it. Pure. */

import { gettext, ngettext } from "../i18n.js";
import { isMine, playable, uncovered } from "./select.js";
import { outcomeLine } from "./status.js";
import { cardCount, cardName, playerName, suitName, theCards } from "./words.js";

/** @import { Game, Happening, Said, Seat } from "../types.js" */

/**
 * As it is said while it happens: news only.
 * @param {Happening[]} happened
 * @param {{game: Game, before: Game | null}} context  the view it led to, and the one before
 * @returns {string[]}
 */
export function sentences(happened, { game, before }) {
  // That somebody takes is no news beside what he took.
  const taken = happened.some((one) => one.kind === "taken");
  // Nor that somebody adds nothing more beside what becomes of the cards.
  const closed = taken || happened.some((one) => one.kind === "beaten_off");
  /** @param {Happening} one */
  const isNews = (one) => {
    if (one.kind === "take") return !taken;
    // My own pass I know of; and of the others' all that can be told are those that let me add.
    if (one.kind === "pass") return !closed && one.seat !== game.viewer;
    return one.kind !== "refill" || one.seat === game.viewer;
  };
  const at = { laid: before?.table.length ?? 0, defender: (before ?? game).defender };
  return told(happened, game, at, isNews);
}

/**
 * @typedef {object} At  what a story begins with
 * @property {number} laid  how many cards lie on the table
 * @property {Seat} defender
 */

/**
 * As it is read afterwards: everything that this viewer was told.
 * @param {Happening[]} happened @param {Game} game  the view it led to
 * @param {At} at
 * @param {boolean} passedFor  a pass of mine was made by the page
 * @param {(said: Said) => string} [saying]  what people said in between
 */
export function chronicle(happened, game, at, passedFor, saying = () => "") {
  const auto = passedFor ? gettext("Passed for you: you had nothing to add.") : "";
  return told(happened, game, at, () => true, auto, saying);
}

/**
 * @param {Happening[]} happened @param {Game} game @param {At} at @param {(one: Happening) => boolean} wanted
 * @param {string} [auto]  instead of my own pass
 * @param {(said: Said) => string} [saying]
 */
function told(happened, game, at, wanted, auto = "", saying = () => "") {
  /** @param {Seat} seat */
  const name = (seat) => playerName(game, seat);
  let { laid, defender } = at;
  return happened.flatMap((one) => {
    if (one.kind === "said") return saying(one) || [];
    const mine = one.kind === "pass" && one.seat === game.viewer;
    const text = wanted(one) ? (mine && auto) || sentence(one, game, name, { laid, defender }) : "";
    if (one.kind === "attack") laid += one.cards.length;
    if (one.kind === "transfer") defender = one.to;
    if (one.kind === "bout" || one.kind === "deal") [laid, defender] = [0, one.defender];
    return text ? [text] : [];
  });
}

/**
 * What it now comes down to for me, after what was said of how it came: how much is left to beat, or that it is my
 * turn. Empty if nothing has changed in that.
 * @param {Game} game @param {Game | null} before
 */
export function turnSentence(game, before) {
  if (!isMine(game)) return "";
  const open = uncovered(game).length;
  const same = before?.bout === game.bout && isMine(before) && before.phase === game.phase;
  if (game.viewer === game.defender) {
    if (!same || game.table.length === 1)
      return ngettext("Your turn: {n} card to beat.", "Your turn: {n} cards to beat.", open);
    return ngettext("{n} left to beat.", "{n} left to beat.", open);
  }
  if (same || game.phase === "open") return "";
  return playable(game).length ? gettext("You may add cards.") : "";
}

/** @param {Happening} one @param {Game} game @param {(seat: Seat) => string} name @param {At} at */
function sentence(one, game, name, at) {
  const me = game.viewer;
  switch (one.kind) {
    case "deal": {
      const dealt = gettext("The cards are dealt. Trump: {suit}.", { suit: suitName(game.trump) });
      return `${dealt} ${boutSentence(one, me, name)}`;
    }
    case "attack":
      return attackSentence(one, game.viewer, name(one.seat), at);
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
      if (one.seat === me) return gettext("You add nothing more.");
      return gettext("{name} adds nothing more.", { name: name(one.seat) });
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
      return refillSentence(one, me, name);
    case "out":
      return one.seat === me
        ? gettext("You are out and safe.")
        : gettext("{name} is out.", { name: name(one.seat) });
    case "bout":
      return boutSentence(one, me, name);
    case "over":
      return outcomeLine(one.outcome, me, name).replace(/[^.!?…]$/, "$&.");
    default:
      return roomSentence(one, me, name);
  }
}

/** What happened around the cards. @param {Happening} one @param {Seat | null} me @param {(seat: Seat) => string} name */
function roomSentence(one, me, name) {
  switch (one.kind) {
    case "clock":
      if (one.seat === me) return gettext("Your time ran out.");
      return gettext("{name} ran out of time.", { name: name(one.seat) });
    case "stand_in":
      if (one.seat === me) return gettext("A bot plays for you now.");
      return gettext("A bot plays for {name} now.", { name: name(one.seat) });
    case "back":
      if (one.seat === me) return gettext("You are back.");
      return gettext("{name} is back.", { name: name(one.seat) });
    case "joined":
      if (one.seat === me) return gettext("You play on from here.");
      return gettext("{name} plays on from here.", { name: one.name });
    case "took_back":
      return gettext("The last move was taken back.");
    default:
      return "";
  }
}

/** @param {Extract<Happening, {kind: "attack"}>} one @param {Seat | null} viewer @param {string} name @param {At} at */
function attackSentence({ seat, cards: own }, viewer, name, { laid, defender }) {
  const cards = theCards(own);
  const adding = laid > 0;
  if (seat === viewer)
    return adding ? gettext("You add {cards}.", { cards }) : gettext("You attack with {cards}.", { cards });
  if (adding) return gettext("{name} adds {cards}.", { name, cards });
  if (viewer === defender) return gettext("{name} attacks you with {cards}.", { name, cards });
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

/** @param {Extract<Happening, {kind: "refill"}>} one @param {Seat | null} me @param {(seat: Seat) => string} name */
function refillSentence({ seat, cards, count }, me, name) {
  const seen = cards.flatMap((card) => (card ? [card] : []));
  if (seat === me) return seen.length ? gettext("You draw {cards}.", { cards: theCards(seen) }) : "";
  if (count < 1) return "";
  return gettext("{name} draws {cards}.", { name: name(seat), cards: cardCount(count) });
}

/** @param {{main: Seat, defender: Seat}} one @param {Seat | null} me @param {(seat: Seat) => string} name */
function boutSentence(one, me, name) {
  if (one.main === me) return gettext("Your turn to attack {name}.", { name: name(one.defender) });
  if (one.defender === me) return gettext("{name} attacks you next.", { name: name(one.main) });
  return gettext("{attacker} attacks {defender} next.", {
    attacker: name(one.main),
    defender: name(one.defender),
  });
}
