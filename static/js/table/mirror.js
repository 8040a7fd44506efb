/** The table as a list of sentences, for those who hear it. */

import { el, setText } from "../dom.js";
import { gettext, ngettext } from "../i18n.js";
import { cardName, suitName } from "../state/words.js";

/** @import { Game } from "../types.js" */

/** Keeps a list the same as the table. @param {HTMLElement} list @param {Game} game */
export function mirror(list, game) {
  const lines = tableLines(game);
  lines.forEach((line, i) => setText(list.children[i] ?? list.appendChild(el("li")), line));
  while (list.children.length > lines.length) list.lastElementChild?.remove();
}

/** @param {Game} game @returns {string[]} */
export function tableLines(game) {
  const pairs = game.table.map(([attack, cover]) => {
    const names = { attack: cardName(attack), cover: cover ? cardName(cover) : "" };
    return cover ? gettext("{attack}: beaten by {cover}", names) : gettext("{attack}: not beaten", names);
  });
  if (!pairs.length) pairs.push(gettext("No card lies on the table."));
  const stock = ngettext("{n} card in the stock.", "{n} cards in the stock.", game.stock);
  return [...pairs, gettext("Trump: {suit}.", { suit: suitName(game.trump) }) + " " + stock];
}
