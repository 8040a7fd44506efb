/** Advice in words: a move, what speaks for it, and the chance of being the durak after it. Pure. */

import { gettext, ngettext } from "../i18n.js";
import { isOffered, parseAction } from "./select.js";
import { buttonWords, cardName, rankPlural, theCards } from "./words.js";

/** @import { ActionText, Advised, Facts, Phase, Refusal, Seat } from "../types.js" */
/** @import { State } from "./reduce.js" */

/** More are not read while others wait. */
const SHOWN = 3;

/** The advice for the table on the screen; none while a move of ours is under way. @param {State} state @returns {Advised[]} */
export function standingAdvice({ advice, v, game, pending }) {
  if (!advice || !game || v < advice.v || pending.length) return [];
  return advice.moves.every(({ action }) => isOffered(game, action)) ? advice.moves.slice(0, SHOWN) : [];
}

/** @param {ActionText} action @param {Phase} phase */
export function moveWords(action, phase) {
  const { kind, cards, attack } = parseAction(action);
  switch (kind) {
    case "attack":
      return gettext("Play {cards}", { cards: theCards(cards) });
    case "cover":
      return gettext("Beat {attack} with {card}", {
        attack: theCards([attack ?? ""]),
        card: theCards(cards),
      });
    case "transfer":
      return gettext("Transfer with {card}", { card: theCards(cards) });
    case "show":
      return gettext("Show {card}", { card: theCards(cards) });
    default:
      return buttonWords(kind, phase);
  }
}

/**
 * @typedef {object} Asked
 * @property {Facts} facts
 * @property {(seat: Seat) => string} name
 */

/** @type {Record<string, (asked: Asked) => string>} */
const WORDS = {
  only_move: () => gettext("Nothing else is possible."),
  wins: () => gettext("After this you cannot become the durak."),
  draws: () => gettext("This makes sure of a draw."),
  only_saving: () => gettext("Everything else loses for sure."),
  loses: () => gettext("If the others make no mistake, this loses."),
  cannot_beat: ({ facts, name }) =>
    gettext("{name} has nothing to beat the {card} with.", values(facts, name)),
  must_beat_with_trump: ({ facts, name }) =>
    gettext("{name} can beat the {card} only with a trump.", values(facts, name)),
  known_to_hold: ({ facts, name }) =>
    gettext("{name} is known to hold the {card}, which would beat your lowest card.", values(facts, name)),
  gets_rid: ({ facts }) =>
    gettext("You have several {ranks}: the others can follow.", { ranks: rankPlural(facts.rank) }),
  low_card: () => gettext("Your lowest card that is no trump."),
  keeps_trump: () => gettext("It saves your trumps."),
  throws_more: ({ facts, name }) => gettext("{name} has to take it, too.", { name: name(facts.seat) }),
  presses_on: ({ facts, name }) => gettext("{name} has one more card to beat.", { name: name(facts.seat) }),
  no_new_rank: () => gettext("It brings no new rank: the others can add less."),
  keeps_pair: ({ facts }) => gettext("It keeps your {ranks} together.", { ranks: rankPlural(facts.rank) }),
  cheapest_cover: () => gettext("The cheapest card that beats it."),
  passes_on: ({ facts, name }) => gettext("Now {name} has to beat it.", { name: name(facts.seat) }),
  shows_trump: () => gettext("It costs nothing: the trump stays in your hand."),
  swaps: () => gettext("You get a better trump."),
  cannot_beat_all: () => gettext("You cannot beat everything."),
  take_cheap: ({ facts: { count: n } }) =>
    ngettext("To take {n} card costs less than trumps.", "To take {n} cards costs less than trumps.", n),
  take_strong: () => gettext("There is a trump to be had."),
  saves_strength: () => gettext("What you could add is worth more in your hand."),
  estimate: () => gettext("As far as games played on from here can tell."),
};

export const REASONS = Object.keys(WORDS);

/** @param {Facts} facts @param {(seat: Seat) => string} name */
function values(facts, name) {
  return { name: name(facts.seat), card: cardName(facts.card) };
}

/** @param {Refusal} reason @param {(seat: Seat) => string} name */
export function reasonWords({ code, facts }, name) {
  return (WORDS[code] ?? WORDS.estimate)({ facts, name });
}

/** What is known for sure needs no chance. */
const SURE = ["wins", "draws", "only_saving", "loses"];

/** @param {Advised} move */
export function chanceWords({ durak, reason }) {
  if (SURE.includes(reason.code)) return "";
  // Nothing that is only estimated is sure.
  const n = Math.min(99, Math.max(1, Math.round(durak * 100)));
  return ngettext("Durak in {n} of 100 games.", "Durak in {n} of 100 games.", n);
}
