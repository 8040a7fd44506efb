/**
 * What the story has told of the running game, kept from view to view. It knows nothing that no view has told this
 * viewer, and says where it has been away. Pure.
 */

import { tableOf } from "./select.js";

/** @import { Game, Happening } from "../types.js" */
/** @import { At } from "./story.js" */

/**
 * @typedef {object} Told  what one view told
 * @property {number} bout  in which it began
 * @property {Happening[] | null} happened  null: this page was not there, and knows again from here on
 * @property {Game} game  the view it led to, without what could be done in it
 * @property {At} at  the table before
 * @property {boolean} passedFor  the page has passed there for its owner
 *
 * @typedef {readonly Told[]} Log  from the oldest
 */

/** More views than any game has. */
const MOST = 2000;

/**
 * @param {{log: Log, game: Game | null, passedAt: string}} state  before the view
 * @param {Game | null} game
 * @param {Happening[] | null} happened  null: the view came alone
 * @returns {Log}
 */
export function withStory({ log, game: before, passedAt }, game, happened) {
  if (!game) return [];
  const undone = happened?.some((one) => one.kind === "took_back");
  const fresh =
    !before || (game.bout < before.bout && !undone) || happened?.some((one) => one.kind === "deal");
  const kept = fresh ? [] : log;
  // Whoever sees a fresh deal has missed nothing.
  const dealt = fresh && game.bout === 1 && game.table_ply === 0 && !happened?.length;
  const deal = { kind: /** @type {const} */ ("deal"), main: game.main, defender: game.defender };
  const told = dealt ? [deal] : happened;
  if (told && !told.length) return kept;
  // The same table again, after a short absence: nothing was missed.
  if (!told && before && !fresh && isSame(before, game)) return kept;
  const bout = fresh || !before ? game.bout : before.bout;
  const laid = fresh || !before ? 0 : before.table.length;
  const at = { laid, defender: (before ?? game).defender };
  const passedFor = before !== null && passedAt === tableOf(before);
  const view = { ...game, legal: {}, why: {}, sets: [] };
  return [...kept.slice(-MOST), { bout, happened: told, game: view, at, passedFor }];
}

/** @param {Game} before @param {Game} game */
function isSame(before, game) {
  return tableOf(before) === tableOf(game) && before.phase === game.phase;
}
