/**
 * Passes for the owner of the page when nothing can be added. The pause is drawn without a look at the hand, so that
 * nobody can read from it who had a choice.
 */

import { isIdle } from "./state/select.js";

/** @import { Game } from "./types.js" */

const LEAST_MS = 800;
const SPREAD_MS = 1400;

/**
 * @param {(game: Game) => void} pass
 * @param {() => number} [random]
 */
export function createAutoPass(pass, random = Math.random) {
  let aimed = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @param {Game | null} game @param {boolean} on */
  return (game, on) => {
    const now = game && on && isIdle(game) ? `${game.bout}:${game.table_ply}` : "";
    if (now === aimed) return;
    aimed = now;
    clearTimeout(timer);
    if (game && now) timer = setTimeout(() => pass(game), LEAST_MS + random() * SPREAD_MS);
  };
}
