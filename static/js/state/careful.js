/**
 * Which moves cost more than they must, for players who want to be asked: taking what could all be beaten, and a trump
 * where another card would do. Known from the view's offers alone. Pure.
 */

import { parseAction, uncovered } from "./select.js";

/** @import { ActionText, Card, Game } from "../types.js" */

/** Why an action is asked twice; empty if it is not. @param {Game} game @param {ActionText} action @returns {"take" | "trump" | ""} */
export function costOf(game, action) {
  const { kind, cards, attack } = parseAction(action);
  if (kind === "take") return couldCoverAll(game) ? "take" : "";
  if (kind === "show" || !cards.some((card) => card[1] === game.trump)) return "";
  const others = Object.values(game.legal)
    .flat()
    .map(parseAction)
    .filter((one) => one.kind === kind && one.attack === attack && one.card && one.card[1] !== game.trump);
  return others.length ? "trump" : "";
}

/** Whether each attack card that is not beaten could get a cover of its own. @param {Game} game */
export function couldCoverAll(game) {
  const attacks = uncovered(game);
  /** @type {Map<Card, Card>} */
  const covers = new Map();
  /** @param {Card} attack @param {Set<Card>} tried @returns {boolean} */
  const find = (attack, tried) =>
    Object.entries(game.legal).some(([card, ways]) => {
      if (tried.has(card) || !ways.some((text) => parseAction(text).attack === attack)) return false;
      tried.add(card);
      const taken = covers.get(card);
      if (taken && !find(taken, tried)) return false;
      covers.set(card, attack);
      return true;
    });
  return attacks.length > 0 && attacks.every((attack) => find(attack, new Set()));
}
