/**
 * A simple move that a beginner does well with, and understands: low cards first, trumps last, and what has not been
 * tried yet before all. Known from the view's offers alone. Pure.
 */

import { couldCoverAll } from "./careful.js";
import { RANKS, buttonAction, isMine, playable, targets, uncovered } from "./select.js";

/** @import { ActionText, Card, Game } from "../types.js" */
/** @import { Lesson } from "./lessons.js" */

/** The highest card to give away for nothing, once that has been tried. */
const SPARE = "T";
/** From this trump on, one is better kept while there are cards to draw. */
const DEAR = "Q";

/** @param {Game} game @param {readonly Lesson[]} met @returns {ActionText | null}  null: nothing to do, or better to wait */
export function simpleMove(game, met) {
  if (!isMine(game)) return null;
  if (game.viewer === game.defender) return defence(game, met);
  // Who waits sees with what the defender beats, and more ranks lie there.
  if (game.phase === "defence") return null;
  const [first] = cheapest(game);
  if (game.phase === "open") return first ? targets(game, first)[0].action : null;
  const most = met.includes("throw_in") ? SPARE : "A";
  const spared = first && !isTrump(game, first) && RANKS.indexOf(first[0]) <= RANKS.indexOf(most);
  return spared ? targets(game, first)[0].action : buttonAction(game, "pass");
}

/** The own cards that can be played, the one that costs least first. @param {Game} game */
export function cheapest(game) {
  const cost = (/** @type {Card} */ card) =>
    RANKS.indexOf(card[0]) + (isTrump(game, card) ? RANKS.length : 0);
  return playable(game).sort((a, b) => cost(a) - cost(b));
}

/** @param {Game} game @param {Card} card */
export function isTrump({ trump }, card) {
  return card[1] === trump;
}

/** Whether the uncovered cards could be beaten, if only with trumps that are better kept. @param {Game} game */
export function isDear(game) {
  return couldCoverAll(game) && !couldCoverAll(sparing(game));
}

/** @param {Game} game @param {readonly Lesson[]} met */
function defence(game, met) {
  const ways = offers(game);
  const passing = ways.find(({ kind }) => kind === "transfer");
  const could = couldCoverAll(sparing(game));
  if (passing && (!could || !passing.trump || !met.includes("transfer"))) return passing.action;
  return (could && cover(sparing(game))) || buttonAction(game, "take");
}

/** What the own cards can do, the one that costs least first. @param {Game} game */
function offers(game) {
  return cheapest(game).flatMap((card) =>
    targets(game, card).map((target) => ({ ...target, card, trump: isTrump(game, card) })),
  );
}

/** The view without what is better kept. @param {Game} game @returns {Game} */
function sparing(game) {
  const isKept = (/** @type {Card} */ card) =>
    game.stock > 0 && isTrump(game, card) && RANKS.indexOf(card[0]) >= RANKS.indexOf(DEAR);
  return without(game, game.hand.filter(isKept));
}

/** @param {Game} game @param {Card[]} cards @returns {Game} */
function without(game, cards) {
  const legal = Object.entries(game.legal).filter(([name]) => !cards.includes(name));
  return { ...game, legal: Object.fromEntries(legal) };
}

/** The first cover of a way to beat all, with as cheap a card as leaves the others beatable. @param {Game} game */
function cover(game) {
  const ways = offers(game).filter(({ kind }) => kind === "cover");
  const of = (/** @type {Card} */ attack) => ways.filter((one) => one.attack === attack);
  // The hardest to beat first: the fewest cards can.
  const [hardest, ...others] = uncovered(game).sort((a, b) => of(a).length - of(b).length);
  const table = game.table.filter(([attack]) => attack !== hardest);
  const leaves = (/** @type {Card} */ card) =>
    !others.length || couldCoverAll(without({ ...game, table }, [card]));
  return of(hardest).find(({ card }) => leaves(card))?.action ?? null;
}
