/**
 * What a coach says to somebody who plays his first game: one line to what lies there. What can be played, and what
 * cannot, comes in the view; here are only words for it. Pure.
 */

import { gettext, ngettext } from "../i18n.js";
import { parseAction, playable, uncovered } from "./select.js";
import { cheapest, isDear, isTrump, simpleMove } from "./simple.js";
import { buttonWords, cardName, playerName, suitName } from "./words.js";

/** @import { ActionText, Card, Game } from "../types.js" */
/** @import { Notes } from "./lessons.js" */

/**
 * @typedef {object} Line
 * @property {string} code  what kind of line it is
 * @property {string} text
 * @property {ActionText | null} move  what it advises
 */

/** For so many bouts the last word is heard. */
const LAST_WORD = 1;

/** @param {Game} game @param {Notes} notes @returns {Line | null} */
export function coachLine(game, notes) {
  const { viewer, phase } = game;
  if (viewer === null || phase === "over") return null;
  if (game.out.includes(viewer)) return line("out", outWords());
  const { closed, dry, met } = notes;
  if (closed !== null && game.bout <= closed + LAST_WORD) return line("closing", closing());
  const move = closed === null ? simpleMove(game, met) : null;
  if (move) return advice(game, notes, move);
  if (dry === game.bout) return line("dry", dryWords());
  return closed === null ? waiting(game, notes) : null;
}

/** @param {string} code @param {string} text @param {ActionText | null} [move] @returns {Line} */
function line(code, text, move = null) {
  return { code, text, move };
}

/** To whom something is up. @param {Game} game @param {Notes} notes @param {ActionText} move */
function advice(game, notes, move) {
  const { kind, card } = parseAction(move);
  switch (kind) {
    case "attack":
      return game.phase === "open"
        ? line("open", openWords(game, card ?? ""), move)
        : line("add", addWords(game, notes, card ?? ""), move);
    case "pass":
      return playable(game).length
        ? line("keep", keepWords(game), move)
        : line("nothing", gettext("No card of yours has a rank that lies there, so you add nothing."), move);
    case "transfer":
      return line("transfer", transferWords(game, card ?? ""), move);
    case "cover":
      return line("cover", coverWords(game, notes, move), move);
    default:
      return line("take", takeWords(game, notes), move);
  }
}

/** @param {Game} game @param {Card} card */
function openWords(game, card) {
  const values = { name: playerName(game, game.defender), card: cardName(card) };
  if (isTrump(game, card)) return gettext("You attack {name}. Only trumps are left: lay the {card}.", values);
  return gettext("You attack {name}. Lay a low card that is no trump: the {card}, say.", values);
}

/** @param {Game} game @param {Notes} notes @param {Card} card */
function addWords(game, { met }, card) {
  const values = {
    name: playerName(game, game.defender),
    card: cardName(card),
    done: buttonWords("pass", game.phase),
  };
  if (met.includes("throw_in")) return gettext("You may add the {card}, too, or press {done}.", values);
  if (game.phase === "taking")
    return gettext("{name} takes. You may add any card whose rank lies there: the {card}, say.", values);
  return gettext(
    "{name} has beaten it. You may add any card whose rank lies there: the {card}, say.",
    values,
  );
}

/** @param {Game} game */
function keepWords(game) {
  const values = { card: cardName(cheapest(game)[0]), done: buttonWords("pass", game.phase) };
  return gettext("You could add the {card}, but so good a card is better kept: press {done}.", values);
}

/** @param {Game} game @param {Card} card */
function transferWords(game, card) {
  const values = { name: playerName(game, game.transfer_to ?? game.main), card: cardName(card) };
  return gettext("Your {card} is of the same rank. Lay it beside, and {name} has to beat it all.", values);
}

/** @param {Game} game @param {Notes} notes @param {ActionText} move */
function coverWords(game, { met }, move) {
  const { attack, card } = parseAction(move);
  const open = uncovered(game).length;
  const values = {
    attack: cardName(attack ?? ""),
    card: cardName(card ?? ""),
    suit: suitName(game.trump),
  };
  if (met.includes("cover")) return gettext("The {card} is the cheapest that beats the {attack}.", values);
  if (open > 1)
    return ngettext(
      "{n} card to beat, with a higher one of its suit or a trump: the {attack} with the {card}, say.",
      "{n} cards to beat, each with a higher one of its suit or a trump: the {attack} with the {card}, say.",
      open,
      values,
    );
  if (isTrump(game, attack ?? ""))
    return gettext("The {attack} is a trump. Only a higher trump beats it: the {card}, say.", values);
  return gettext(
    "Beat the {attack} with a higher card of its suit or with a trump ({suit}): the {card}, say.",
    values,
  );
}

/** @param {Game} game @param {Notes} notes */
function takeWords(game, { met }) {
  const [attack, ...others] = uncovered(game);
  const values = { attack: cardName(attack), take: buttonWords("take", game.phase) };
  if (isDear(game))
    return gettext("You could, but only with a trump that is better kept: press {take}.", values);
  if (met.includes("take")) return gettext("You cannot beat that: press {take}.", values);
  if (others.length)
    return gettext("You cannot beat all of them. Press {take}, and the cards come to your hand.", values);
  return gettext("No card of yours beats the {attack}. Press {take}, and it comes to your hand.", values);
}

/** Who has to wait hears what goes on. @param {Game} game @param {Notes} notes */
function waiting(game, notes) {
  const { phase, viewer, defender } = game;
  if (phase === "open") return line("next", nextWords(game, notes));
  if (viewer === defender) {
    if (phase === "taking")
      return line("taking", gettext("You take. The others may still add cards whose rank lies there."));
    return line(
      "beaten",
      gettext("All beaten! If nobody adds a card, these leave the game, and you attack."),
    );
  }
  const values = { name: playerName(game, defender), attack: cardName(uncovered(game)[0] ?? "") };
  if (phase === "taking")
    return line("takes", gettext("{name} takes, and will miss the next attack.", values));
  if (phase === "throw")
    return line("beats", gettext("All is beaten. If nobody adds a card, {name} attacks next.", values));
  if (playable(game).length)
    return line(
      "wait",
      gettext(
        "{name} has to beat the {attack}. After that you may add cards of the ranks that lie there.",
        values,
      ),
    );
  return line("defends", gettext("{name} has to beat the {attack}, or take it.", values));
}

/** Who attacks now, and why. @param {Game} game @param {Notes} notes */
function nextWords(game, { ended }) {
  const values = { name: playerName(game, game.main), suit: suitName(game.trump) };
  if (!ended)
    return gettext("{name} begins. Trumps are {suit}: they beat every card of another suit.", values);
  if (ended.how === "beaten_off")
    return gettext("All was beaten and has left the game. {name} attacks.", values);
  if (ended.seat === game.viewer) return gettext("Whoever takes may not attack next: {name} does.", values);
  const taker = { ...values, taker: playerName(game, ended.seat) };
  return gettext("{taker} took and may not attack next: {name} does.", taker);
}

function outWords() {
  return gettext(
    "You have no card left, and there is none to draw: you are safe. The last one is the durak.",
  );
}

function dryWords() {
  return gettext(
    "Nothing is left to draw. Now get rid of your cards: the last one to hold any is the durak.",
  );
}

function closing() {
  return gettext("Beaten, taken, added, passed on: now you know it all. These cards were chosen for that.");
}
