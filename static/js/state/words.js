/** Names in words: cards, suits, ranks, players. (Presets and levels get theirs from the templates.) Pure. */

import { allOf, gettext, ngettext, oneOf } from "../i18n.js";

/** @import { Card, Facts, Game, Phase, Seat } from "../types.js" */

/** @param {string} suit */
export function suitName(suit) {
  switch (suit) {
    case "S":
      return gettext("spades");
    case "H":
      return gettext("hearts");
    case "D":
      return gettext("diamonds");
    default:
      return gettext("clubs");
  }
}

/** @param {string} rank */
export function rankName(rank) {
  switch (rank) {
    // Numbers have a word where they stand in cases.
    case "2":
      return gettext("2");
    case "3":
      return gettext("3");
    case "4":
      return gettext("4");
    case "5":
      return gettext("5");
    case "6":
      return gettext("6");
    case "7":
      return gettext("7");
    case "8":
      return gettext("8");
    case "9":
      return gettext("9");
    case "T":
      return gettext("10");
    case "J":
      return gettext("jack");
    case "Q":
      return gettext("queen");
    case "K":
      return gettext("king");
    default:
      return gettext("ace");
  }
}

/** Cards of a rank, whatever suit: "sevens". @param {string} rank */
export function rankPlural(rank) {
  switch (rank) {
    case "2":
      return gettext("twos");
    case "3":
      return gettext("threes");
    case "4":
      return gettext("fours");
    case "5":
      return gettext("fives");
    case "6":
      return gettext("sixes");
    case "7":
      return gettext("sevens");
    case "8":
      return gettext("eights");
    case "9":
      return gettext("nines");
    case "T":
      return gettext("tens");
    case "J":
      return gettext("jacks");
    case "Q":
      return gettext("queens");
    case "K":
      return gettext("kings");
    default:
      return gettext("aces");
  }
}

/** The letter in a card's corner. @param {string} rank */
export function rankIndex(rank) {
  switch (rank) {
    case "T":
      return "10";
    case "J":
      return gettext("J");
    case "Q":
      return gettext("Q");
    case "K":
      return gettext("K");
    case "A":
      return gettext("A");
    default:
      return rank;
  }
}

/** @param {Card} card */
export function cardName(card) {
  const rank = { rank: rankName(card[0]) };
  switch (card[1]) {
    case "S":
      return gettext("{rank} of spades", rank);
    case "H":
      return gettext("{rank} of hearts", rank);
    case "D":
      return gettext("{rank} of diamonds", rank);
    default:
      return gettext("{rank} of clubs", rank);
  }
}

/** @param {Card[]} cards */
export function cardNames(cards) {
  return allOf(cards.map(cardName));
}

/** "the 7 of clubs and the 9 of clubs", within a sentence. @param {Card[]} cards */
export function theCards(cards) {
  return allOf(cards.map((card) => gettext("the {card}", { card: cardName(card) })));
}

/** @param {Game | null} game @param {Seat} seat */
export function playerName(game, seat) {
  return game?.sitters[seat]?.name ?? gettext("Player {n}", { n: seat + 1 });
}

/** Unicode's brackets around a text of unknown direction; here they also say what may be shortened. */
const ISOLATE = /[\u2068\u2069]/;

/** A name within a sentence, marked so that a narrow line can shorten the name instead of the sentence. @param {string} name */
export function marked(name) {
  return `\u2068${name}\u2069`;
}

/** A sentence with marked names taken apart: text and names by turns, beginning with text. @param {string} text */
export function partsOf(text) {
  return text.split(ISOLATE);
}

/** To whoever comes when nothing is free. */
/** "1 card", "5 cards". @param {number} n */
export function cardCount(n) {
  return ngettext("{n} card", "{n} cards", n);
}

/** "7, 10 or Q". @param {string[]} ranks */
export function rankChoice(ranks) {
  return oneOf(ranks.map(rankIndex));
}

/** What a button says that lays no card: take, swap, or being done. @param {"take" | "swap" | "pass"} name @param {Phase} phase */
export function buttonWords(name, phase) {
  switch (name) {
    case "take":
      return gettext("Take");
    case "swap":
      return gettext("Swap");
    default:
      return phase === "taking" ? gettext("Pass") : gettext("Done");
  }
}
