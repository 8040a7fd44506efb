/** The keys. Cards are never typed; single letters can be switched off. */

import { focused } from "../dom.js";
import { gettext } from "../i18n.js";
import { playable, sortHand } from "../state/select.js";
import { cardNames, partsOf } from "../state/words.js";
import { tableLines } from "./mirror.js";

/** @import { Game, Status } from "../types.js" */
/** @import { Intents } from "./intents.js" */
/** @import { Table } from "./render.js" */

/**
 * @typedef {object} Keys
 * @property {() => Game | null} game
 * @property {() => Status | null} status
 * @property {() => boolean} letters  single letters are on
 * @property {(text: string) => void} say
 * @property {() => void} mute
 * @property {() => void} help
 */

/**
 * What to do with a key that was pressed.
 * @param {Table} table @param {Intents} intents @param {Keys} keys @returns {(event: KeyboardEvent) => void}
 */
export function createKeyboard(table, intents, keys) {
  const typed = letterActions(table, intents, keys);
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
    const done = event.key === "Escape" ? () => intents.cancel() : (walk(table, event.key) ?? null);
    const letter = keys.letters() ? typed[event.key.toLowerCase()] : undefined;
    const act = done ?? letter;
    if (!act || !keys.game()) return;
    if (event.key !== "Escape") event.preventDefault();
    act();
  };
}

/** Keys belong to whoever writes, and to an open dialog. @param {EventTarget | null} target */
function isElsewhere(target) {
  return (
    target instanceof Element && Boolean(target.closest("input, textarea, select, dialog, [contenteditable]"))
  );
}

/** @param {Table} table @param {Intents} intents @param {Keys} keys @returns {Record<string, () => void>} */
function letterActions(table, intents, keys) {
  const hint = () => {
    const game = keys.game();
    const cards = game ? sortHand(playable(game), game.trump) : [];
    const text = cards.length
      ? gettext("You can play {cards}.", { cards: cardNames(cards) })
      : gettext("You cannot play a card now.");
    keys.say(text);
  };
  return {
    d: () => intents.press("pass"),
    t: () => intents.press("take"),
    x: () => intents.transfer(),
    n: () => focusNext(table),
    s: () => keys.say(spokenTable(keys)),
    c: () => keys.say(spokenHand(keys.game())),
    h: hint,
    m: () => keys.mute(),
    "?": () => keys.help(),
  };
}

/** @param {Keys} keys */
function spokenTable({ game, status }) {
  const view = game();
  const now = status();
  const lines = now ? [now.text, now.detail].map((line) => partsOf(line).join("")) : [];
  return [...lines, ...(view ? tableLines(view) : [])].filter(Boolean).join(". ");
}

/** @param {Game | null} game */
function spokenHand(game) {
  if (!game?.hand.length) return gettext("You hold no cards.");
  return gettext("You hold {cards}.", { cards: cardNames(sortHand(game.hand, game.trump)) });
}

/** The next card that can be played, after the focused one. @param {Table} table */
function focusNext(table) {
  const hand = table.hand();
  const at = hand.findIndex((node) => node === focused());
  const legal = hand.filter((node) => node.dataset.legal === "yes");
  give(hand, legal.find((node) => hand.indexOf(node) > at) ?? legal[0]);
}

/** @param {HTMLButtonElement[]} hand @param {HTMLButtonElement | undefined} node */
function give(hand, node) {
  if (!node) return;
  for (const other of hand) other.tabIndex = other === node ? 0 : -1;
  node.focus();
}

/** Arrows, Home and End within the hand, or among the targets of a waiting card. @param {Table} table @param {string} key */
function walk(table, key) {
  const chosen = /** @type {HTMLButtonElement[]} */ ([
    ...table.root.querySelectorAll("[data-target], .slot[data-asked]"),
  ]);
  const here = focused();
  const amongTargets = chosen.some((node) => node === here);
  const row = amongTargets ? chosen : table.hand();
  const at = row.findIndex((node) => node === here);
  if (at < 0) return undefined;
  const per = amongTargets ? row.length : (table.metrics?.per ?? row.length);
  const last = row.length - 1;
  /** @type {Record<string, number>} */
  const goals = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at ? at - 1 : last, Home: 0, End: last };
  if (at + per <= last) goals.ArrowDown = at + per;
  if (at - per >= 0) goals.ArrowUp = at - per;
  const goal = goals[key];
  if (goal === undefined) return undefined;
  return () => (amongTargets ? row[goal].focus() : give(row, row[goal]));
}
