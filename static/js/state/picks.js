/** Opening a bout with several cards: which of them go together stands in the view's sets. Pure. */

import { parseAction } from "./select.js";

/** @import { ActionText, Card, Game } from "../types.js" */

/** The sets as cards. @param {Game} game @returns {Card[][]} */
export function sets(game) {
  return game.sets.map((action) => parseAction(action).cards);
}

/** The cards that can be picked beside those that are. @param {Game} game @param {Card[]} picked */
export function pickable(game, picked) {
  return new Set(
    sets(game)
      .filter((set) => picked.every((card) => set.includes(card)))
      .flat(),
  );
}

/**
 * What is picked after a tap: a first one picks all that go with the card, trumps only where nothing else does; the
 * next ones leave out or add; a card of another rank begins anew.
 * @param {Game} game @param {Card[]} picked @param {Card} card @returns {Card[]}
 */
export function picksAfter(game, picked, card) {
  if (picked.includes(card)) return picked.filter((one) => one !== card);
  if (picked.length && pickable(game, picked).has(card)) return [...picked, card];
  const mine = sets(game).filter((set) => set.includes(card));
  const plain = mine.filter((set) => set.every((one) => one[1] !== game.trump));
  return (plain.length ? plain : mine).sort((a, b) => b.length - a.length)[0] ?? picked;
}

/** What playing the picked cards is: a set, or one card alone. @param {Game} game @param {Card[]} picked @returns {ActionText | null} */
export function pickedAction(game, picked) {
  if (picked.length === 1) return game.legal[picked[0]]?.[0] ?? null;
  const same = (/** @type {Card[]} */ set) =>
    set.length === picked.length && set.every((card) => picked.includes(card));
  return game.sets[sets(game).findIndex(same)] ?? null;
}
