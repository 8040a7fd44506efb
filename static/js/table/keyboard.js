/** The keys. Cards are never typed; single letters can be switched off. */

import { focused } from "../dom.js";
import { gettext } from "../i18n.js";
import { prefs } from "../prefs.js";
import { sets } from "../state/picks.js";
import { playable } from "../state/select.js";
import { cardName, cardNames, partsOf, theCards } from "../state/words.js";
import { tableLines } from "./mirror.js";

/** @import { Game, Status } from "../types.js" */
/** @import { ButtonName } from "./actbar.js" */
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
 * @property {() => void} log
 * @property {() => boolean} advise  asks for advice; says whether that can be
 * @property {() => void} forget  takes advice away
 * @property {() => void} restore  lets every card go to its place
 * @property {() => boolean} drop  lets go of what the pointer holds; says whether it held anything
 */

/**
 * What to do with a key that was pressed.
 * @param {Table} table @param {Intents} intents @param {Keys} keys @returns {(event: KeyboardEvent) => void}
 */
export function createKeyboard(table, intents, keys) {
  const typed = letterActions(table, intents, keys);
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
    // A key that is held down repeats itself; the next card was not meant.
    if (event.repeat && !event.key.startsWith("Arrow")) {
      if (isOnTable(table, event.target)) event.preventDefault();
      return;
    }
    const done =
      event.key === "Escape"
        ? () => void (keys.drop() || (intents.cancel(), keys.forget()))
        : ((event.shiftKey ? lay(table, keys, event.key) : undefined) ?? walk(table, event.key));
    const letter = keys.letters() ? typed[event.key.toLowerCase()] : undefined;
    const act = done ?? letter;
    if (!act || !keys.game()) return;
    if (event.key !== "Escape") event.preventDefault();
    act();
  };
}

/** @param {Table} table @param {EventTarget | null} target */
function isOnTable(table, target) {
  return target instanceof Element && (table.box.contains(target) || table.act.contains(target));
}

/** Keys belong to whoever writes, and to an open dialog. @param {EventTarget | null} target */
function isElsewhere(target) {
  return (
    target instanceof Element && Boolean(target.closest("input, textarea, select, dialog, [contenteditable]"))
  );
}

/** @param {Table} table @param {Intents} intents @param {Keys} keys @returns {Record<string, () => void>} */
function letterActions(table, intents, keys) {
  /** @param {ButtonName} name */
  const press = (name) => {
    if (!table.actbar.isDeaf(name)) intents.press(name);
  };
  return {
    d: () => press("pass"),
    t: () => press("take"),
    x: () => intents.transfer(),
    n: () => focusNext(table, keys),
    s: () => keys.say(spokenTable(keys)),
    c: () => keys.say(spokenHand(keys.game(), table)),
    h: () => keys.advise() || keys.say(spokenHint(keys.game(), table)),
    l: () => keys.log(),
    m: () => keys.mute(),
    "?": () => keys.help(),
  };
}

/** What can be done now. @param {Game | null} game @param {Table} table */
function spokenHint(game, { fan }) {
  if (!game) return "";
  const cards = fan.sort(playable(game), game.trump);
  const lines = [
    cards.length
      ? gettext("You can play {cards}.", { cards: cardNames(cards) })
      : gettext("You cannot play a card now."),
  ];
  const [set, ...others] = sets(game);
  if (others.length)
    lines.push(gettext("Several cards of one rank can be played together, by their button."));
  else if (set) lines.push(gettext("A button plays {cards} together.", { cards: theCards(set) }));
  if (game.legal.take) lines.push(gettext("You can take: T."));
  if (game.legal.pass) lines.push(gettext("You can be done: D."));
  if (game.legal.swap) lines.push(gettext("You can swap, by a button."));
  return lines.join(" ");
}

/** @param {Keys} keys */
function spokenTable({ game, status }) {
  const view = game();
  const now = status();
  const lines = now ? [now.text, now.detail].map((line) => partsOf(line).join("")) : [];
  return [...lines, ...(view ? tableLines(view) : [])].filter(Boolean).join(". ");
}

/** @param {Game | null} game @param {Table} table */
function spokenHand(game, { fan }) {
  if (!game?.hand.length) return gettext("You hold no cards.");
  return gettext("You hold {cards}.", { cards: cardNames(fan.sort(game.hand, game.trump)) });
}

/** The next card that can be played, after the focused one. @param {Table} table @param {Keys} keys */
function focusNext(table, keys) {
  const hand = table.hand();
  const at = hand.findIndex((node) => node === focused());
  const legal = hand.filter((node) => node.dataset.legal === "yes");
  if (!legal.length) return keys.say(gettext("You cannot play a card now."));
  give(hand, legal.find((node) => hand.indexOf(node) > at) ?? legal[0]);
}

/** @param {HTMLButtonElement[]} hand @param {HTMLButtonElement | undefined} node */
function give(hand, node) {
  if (!node) return;
  for (const other of hand) other.tabIndex = other === node ? 0 : -1;
  node.focus();
}

/**
 * With Shift an arrow lays the focused card one place further, where the player lays the hand himself.
 * @param {Table} table @param {Keys} keys @param {string} key
 */
function lay(table, keys, key) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const here = table.hand().find((node) => node === focused());
  if (!by || !here || prefs.order !== "hand") return undefined;
  return () => {
    const { fan } = table;
    const card = here.dataset.card ?? "";
    if (!fan.move(card, fan.shown.indexOf(card) + by)) return;
    keys.restore();
    here.focus({ preventScroll: true });
    const place = { n: fan.shown.indexOf(card) + 1, all: fan.shown.length };
    keys.say(gettext("{card}: place {n} of {all}.", { card: cardName(card), ...place }));
  };
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
