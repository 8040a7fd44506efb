/** In which order the own cards lie. Pure: what came when is followed from view to view. */

import { RANKS, sortHand } from "./select.js";

/** @import { Card, Game, Happening } from "../types.js" */
/** @import { Prefs } from "../prefs.js" */

/**
 * @typedef {object} Line  an order that outlives views
 * @property {Card[]} cards  every card that was in the hand since the deal; what comes back stands last again
 * @property {Card[]} hand  the hand of the newest view
 * @property {number} bout
 */

/** @type {Line} */
export const NO_LINE = { cards: [], hand: [], bout: 0 };

/** By rank, trumps last: what is stronger lies further to the right. @param {Card[]} cards @param {string} trump */
export function sortByRank(cards, trump) {
  /** @param {Card} card */
  const key = (card) => (card[1] === trump ? 100 : 0) + RANKS.indexOf(card[0]);
  // Within a rank the suits keep the order that they have elsewhere.
  return sortHand(cards, trump).sort((a, b) => key(a) - key(b));
}

/**
 * What is new in the hand goes to the end of the line, as the story tells it came. A new deal begins a new line.
 * @param {Line} line @param {Game} game @param {Happening[]} happened @returns {Line}
 */
export function follow(line, game, happened) {
  const { hand, bout, trump } = game;
  const begins = bout < line.bout || happened.some((one) => one.kind === "deal");
  const known = begins ? NO_LINE : line;
  const fresh = hand.filter((card) => !known.cards.includes(card) || !known.hand.includes(card));
  const told = happened.flatMap((one) => arrivals(one, game)).filter((card) => fresh.includes(card));
  const came = new Set([...told, ...sortHand(fresh, trump)]);
  return { cards: [...known.cards.filter((card) => !came.has(card)), ...came], hand, bout };
}

/** The cards that came to the viewer. @param {Happening} one @param {Game} game @returns {Card[]} */
function arrivals(one, { viewer, trump }) {
  if (one.kind === "swap") return one.seat === viewer ? [one.turned_up] : [];
  if (one.kind !== "taken" && one.kind !== "refill") return [];
  if (one.seat !== viewer) return [];
  const cards = one.cards.flatMap((card) => (card ? [card] : []));
  return one.kind === "taken" ? sortHand(cards, trump) : cards;
}

/** Cards in the order of a line; what it does not know comes last. @param {Card[]} cards @param {Card[]} line @param {string} trump */
export function sortByLine(cards, line, trump) {
  /** @param {Card} card */
  const key = (card) => (line.includes(card) ? line.indexOf(card) : line.length);
  return sortHand(cards, trump).sort((a, b) => key(a) - key(b));
}

/**
 * @param {Card[]} hand @param {string} trump @param {Prefs["order"]} order
 * @param {{drawn: Line, laid: Line}} lines
 */
export function arrange(hand, trump, order, { drawn, laid }) {
  if (order === "rank") return sortByRank(hand, trump);
  if (order === "suit") return sortHand(hand, trump);
  return sortByLine(hand, (order === "drawn" ? drawn : laid).cards, trump);
}

/** A card put to another place among those that lie there. @param {Card[]} cards @param {Card} card @param {number} to */
export function moved(cards, card, to) {
  const others = cards.filter((other) => other !== card);
  return [...others.slice(0, to), card, ...others.slice(to)];
}
