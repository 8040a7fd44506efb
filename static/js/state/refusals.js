/**
 * A sentence for every refusal, from its code and facts (`rules.md` 1.9; the rooms' own codes after them). Codes are
 * the server's; a new one is named here, or a test fails.
 */

import { allOf, gettext, ngettext } from "../i18n.js";
import { cardCount, cardName, cardNames, rankChoice, rankName, suitName } from "./words.js";

/** @import { Facts, Seat } from "../types.js" */

/** @typedef {{facts: Facts, name: (seat: Seat) => string, me: Seat | null}} Asked */

/** @param {Asked} asked */
function notYourTurn({ facts, name }) {
  return gettext("It is not your turn: wait for {name}.", { name: name(facts.seat) });
}

/** @param {Asked} asked */
function doesNotBeat({ facts }) {
  const { attack, card, trump } = facts;
  const values = {
    card: cardName(card),
    attack: cardName(attack),
    suit: suitName(attack[1]),
    trump: suitName(trump),
  };
  if (attack[1] === trump) return gettext("The {attack} is a trump: only a higher trump beats it.", values);
  if (attack[1] === card[1]) {
    return gettext("The {card} is too low: you need a higher card of {suit}, or a trump ({trump}).", values);
  }
  return gettext("Against the {attack} you need a higher card of {suit}, or a trump ({trump}).", values);
}

/** @param {Asked} asked */
function overCapacity({ facts }) {
  if (facts.by === "hand")
    return gettext("The defender has no more cards to beat with: nothing can be added.");
  if (facts.by === "first_cap") {
    // In the first bout, or for longer: which, is a matter of the rules.
    return ngettext(
      "At the beginning of a game at most {n} card may attack.",
      "At the beginning of a game at most {n} cards may attack.",
      facts.cap,
    );
  }
  return ngettext(
    "At most {n} card may attack in a bout.",
    "At most {n} cards may attack in a bout.",
    facts.cap,
  );
}

/** @param {Asked} asked */
function notEligible({ facts, name }) {
  if (!facts.seats.length) return gettext("Nobody may add cards now.");
  return gettext("Only {names} may add cards now.", { names: allOf(facts.seats.map(name)) });
}

/** @param {Asked} asked */
function wrongPhase({ facts, me }) {
  if (facts.phase === "open") return gettext("Nothing lies on the table yet.");
  const cards = cardNames(facts.uncovered ?? []);
  if (me === null || !cards) return gettext("That cannot be done just now.");
  return gettext("Not everything is beaten yet: {cards}.", { cards });
}

/** @param {Asked} asked */
function targetCapacity({ facts, name }) {
  const values = { name: name(facts.seat), cards: cardCount(facts.cards), needed: facts.needed };
  return gettext("{name} has only {cards} and would have to beat {needed}.", values);
}

/** @param {Asked} asked */
function rankNotOnTable({ facts }) {
  return gettext("Only a rank that lies on the table can be added: {ranks}.", {
    ranks: rankChoice(facts.ranks),
  });
}

/** @type {Record<string, (asked: Asked) => string>} */
const GAME = {
  game_over: () => gettext("The game is over."),
  seat_is_out: () => gettext("You are out already, and safe."),
  no_cards: () => gettext("You have no cards left in this bout."),
  transfer_off: () => gettext("These rules have no transfer."),
  swap_off: () => gettext("These rules have no swap."),
  duplicate_card: ({ facts }) => gettext("The {card} was named twice.", { card: cardName(facts.card) }),
  card_not_held: ({ facts }) => gettext("You do not hold the {card}.", { card: cardName(facts.card) }),
  not_your_turn: notYourTurn,
  defender_cannot_throw: () => gettext("You are defending: you cannot add cards."),
  not_eligible: notEligible,
  already_passed: () => gettext("You are done with this attack, unless a new card comes."),
  wrong_phase: wrongPhase,
  already_taking: () => gettext("The cards are being taken already."),
  nothing_to_take: () => gettext("There is nothing to take: nothing is left to beat."),
  attacker_has_priority: ({ facts, name }) =>
    gettext("{name} may add first; you come after that.", { name: name(facts.main) }),
  uncovered_first: ({ facts }) =>
    gettext("Cards can be added once everything is beaten: {cards}.", { cards: cardNames(facts.uncovered) }),
  one_card_only: () => gettext("Only one card at a time."),
  mixed_ranks: () => gettext("Cards played together must have the same rank."),
  over_capacity: overCapacity,
  rank_not_on_table: rankNotOnTable,
  already_beating: () => gettext("You have begun to beat: a transfer is no longer possible."),
  transfer_first_bout: () => gettext("In the first bout there is no transfer."),
  chain_full: ({ facts }) =>
    ngettext(
      "An attack can be transferred only {n} time.",
      "An attack can be transferred only {n} times.",
      facts.most,
    ),
  no_target: () => gettext("There is nobody to transfer the attack to."),
  wrong_rank: ({ facts }) =>
    gettext("For a transfer you need the same rank: {rank}.", { rank: rankName(facts.rank) }),
  not_a_trump: ({ facts }) =>
    gettext("Only a trump can be shown ({trump}).", { trump: suitName(facts.trump) }),
  already_shown: ({ facts }) =>
    gettext("The {card} was shown in this bout already.", { card: cardName(facts.card) }),
  target_capacity: targetCapacity,
  no_such_attack: ({ facts }) => gettext("The {card} is no attack card.", { card: cardName(facts.attack) }),
  already_beaten: ({ facts }) => gettext("The {card} is beaten already.", { card: cardName(facts.attack) }),
  does_not_beat: doesNotBeat,
  swap_too_early: () => gettext("The swap is possible after the first discard."),
  swap_too_late: () => gettext("The stock is too small for a swap."),
};

/** @type {Record<string, (asked: Asked) => string>} */
const ROOM = {
  deck_too_small: ({ facts }) =>
    ngettext(
      "With this deck at most {n} player can play.",
      "With this deck at most {n} players can play.",
      facts.most,
    ),
  first_cap_above_limit: () => gettext("The limit of the first bout cannot be above the limit of all bouts."),
  bad_option: () => gettext("That choice does not exist here."),
  stale: () => gettext("The table was faster."),
  busy: () => gettext("The table is very busy. Please try again."),
  not_a_guest: () => gettext("Please sit down first."),
  not_seated: () => gettext("You are watching: only seated players can do that."),
  not_your_seat: () => gettext("That is not your seat."),
  chair_taken: () => gettext("Somebody else has just taken that chair."),
  no_chair: () => gettext("All chairs are taken."),
  already_seated: () => gettext("You are sitting already."),
  not_allowed: () => gettext("This room is not open to you."),
  not_host: () => gettext("Only the host can change that."),
  game_running: () => gettext("That is not possible during a game."),
  no_game: () => gettext("No game is running."),
  bad_message: () => gettext("The server did not understand this page. Please load it again."),
  too_fast: () => gettext("That was a bit too fast. Please try again."),
  // Nobody is told who does not want to sit with whom.
  blocked: () => gettext("You cannot sit down at this table."),
  removed: () => gettext("The host has asked you to leave this table."),
  nobody_there: () => gettext("Nobody sits there whom that could be done to."),
  not_askable: ({ facts }) =>
    facts.ms
      ? ngettext(
          "In {n} second a bot can be asked in.",
          "In {n} seconds a bot can be asked in.",
          Math.ceil(facts.ms / 1000),
        )
      : gettext("No bot can be asked in for this seat."),
  not_solo: () => gettext("That is only possible without other people at the table."),
  advice_off: () => gettext("There is no advice at this table."),
  no_advice: () => gettext("There is no advice just now. Please try again."),
  nothing_to_advise: () => gettext("There is nothing for you to decide now."),
  nothing_to_undo: () => gettext("There is nothing to take back."),
  no_chat: () => gettext("This room has no chat."),
  no_such_code: () => gettext("This code leads nowhere: a letter may be wrong, or it is too old."),
  no_such_room: () => gettext("This room is gone."),
  nothing_due: () => gettext("Not yet."),
};

export const CODES = [...Object.keys(GAME), ...Object.keys(ROOM)];

/**
 * @param {string} code
 * @param {Facts} facts
 * @param {(seat: Seat) => string} name
 * @param {Seat | null} me
 */
export function refusalWords(code, facts, name, me) {
  const words = GAME[code] ?? ROOM[code];
  return words ? words({ facts: facts ?? {}, name, me }) : gettext("That does not work just now.");
}
