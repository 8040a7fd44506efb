/** The status line: whose turn it is, and what for. Pure. */

import { allOf, gettext, ngettext, oneOf } from "../i18n.js";
import { isMine, playable, ranksOnTable, targets, transferKinds, uncovered } from "./select.js";
import { cardCount, cardName, marked, playerName, rankPlural } from "./words.js";

/** @import { ActionText, Card, Game, Outcome, Seat, Status } from "../types.js" */

/**
 * @typedef {(
 *   {kind: "beaten_off"} | {kind: "taken", seat: Seat, count: number} | {kind: "deal"} |
 *   {kind: "show", seat: Seat, card: Card, to: Seat} | {kind: "swap", seat: Seat, card: Card, turned_up: Card}
 * )} Note  what a film shows
 */

/** @param {string} text @param {string} [detail] @param {Status["icon"]} [icon] @returns {Status} */
function say(text, detail = "", icon = "") {
  return { text, detail, icon };
}

/**
 * @typedef {object} Screen  what the page adds to a view
 * @property {Card | null} [choosing]
 * @property {Card[] | null} [picked]
 * @property {ActionText | null} [asking]
 * @property {Note | null} [note]
 * @property {boolean} [idle]  a pass is on its way by itself
 * @property {boolean} [passedFor]  the page has passed for its owner
 */

/** @param {Game} game @param {Screen} [screen] @returns {Status} */
export function statusLine(game, screen = {}) {
  const {
    choosing = null,
    picked = null,
    asking = null,
    note = null,
    idle = false,
    passedFor = false,
  } = screen;
  /** @param {Seat} seat */
  const name = (seat) => marked(playerName(game, seat));
  if (note) return noteLine(game, note, name);
  if (game.phase === "over") return say(outcomeLine(game.outcome, game.viewer, name));
  if (asking) return askLine(game, asking);
  if (choosing) return chooseLine(game, choosing);
  if (picked) return pickLine(picked);
  if (game.viewer === null) return watchLine(game, name);
  if (game.out.includes(game.viewer))
    return say(gettext("You are out and safe"), waitLine(game, name), "out");
  if (game.phase === "open") return openLine(game, name);
  if (game.viewer === game.defender) return defenderLine(game, name);
  if (passedFor && game.why.pass?.code === "already_passed")
    return say(gettext("Passed for you"), gettext("You had nothing to add"), "wait");
  return throwerLine(game, name, idle);
}

/** @typedef {(seat: Seat) => string} Namer */

/** @param {Game} game @param {Note} note @param {Namer} name */
function noteLine(game, note, name) {
  if (note.kind === "beaten_off")
    return say(gettext("All beaten"), gettext("The cards go to the discard pile."));
  if (note.kind === "deal") return say(gettext("Dealing the cards"));
  if (note.kind === "show" || note.kind === "swap") return sleightLine(game, note, name);
  const cards = cardCount(note.count);
  if (note.seat === game.viewer) return say(gettext("You take {cards}", { cards }));
  return say(gettext("{name} takes {cards}", { name: name(note.seat), cards }));
}

/** @param {Game} game @param {Extract<Note, {kind: "show" | "swap"}>} note @param {Namer} name */
function sleightLine({ viewer }, note, name) {
  const values = { name: name(note.seat), card: cardName(note.card) };
  if (note.kind === "show") {
    const mine = note.seat === viewer;
    const to = { name: name(note.to) };
    return say(
      mine ? gettext("You show the {card}", values) : gettext("{name} shows the {card}", values),
      note.to === viewer ? gettext("The attack goes to you") : gettext("The attack goes to {name}", to),
    );
  }
  const detail = gettext("for the {card}", { card: cardName(note.turned_up) });
  if (note.seat === viewer) return say(gettext("You swap the {card}", values), detail);
  return say(gettext("{name} swaps the {card}", values), detail);
}

/** After a deal of the whole deck: which card gave trumps, and who holds it. @param {Game} game */
export function lastDealtLine(game) {
  const seat = game.counts.length - 1;
  const values = { card: cardName(game.last_dealt ?? ""), name: playerName(game, seat) };
  if (seat === game.viewer) return gettext("The last card dealt, your {card}, is trump.", values);
  return gettext("The last card dealt, the {card}, is trump; {name} holds it.", values);
}

/** @param {Game} game @param {Namer} name */
function waitLine(game, name) {
  const others = game.waiting.filter((seat) => seat !== game.viewer);
  return others.length ? gettext("Waiting for {names}", { names: allOf(others.map(name)) }) : "";
}

/** @param {Game} game @param {Card} card */
function chooseLine(game, card) {
  const kinds = targets(game, card).map((target) => target.kind);
  const passes = kinds.some((kind) => kind === "transfer" || kind === "show");
  const text = passes ? gettext("Beat or transfer?") : gettext("Beat which card?");
  const name = cardName(card);
  // The places may be too small for a word: then their signs have to be known.
  const detail = kinds.includes("show")
    ? gettext("Eye: you show it and keep it")
    : gettext("{card}: tap where it glows", { card: name[0].toUpperCase() + name.slice(1) });
  return say(text, detail, "defend");
}

/** A costly move waits to be meant; a second tap says so. @param {Game} game @param {ActionText} action */
function askLine(game, action) {
  if (action === game.legal.take?.[0]) return say(gettext("Really take?"), gettext("You can beat all"));
  return say(gettext("Play a trump?"), gettext("Another card would do"));
}

/** @param {Card[]} picked */
function pickLine(picked) {
  const [first] = picked;
  if (!first) return say(gettext("Which cards?"), gettext("of one rank"));
  const text = ngettext("Attack: {n} card", "Attack: {n} cards", picked.length);
  return say(text, rankPlural(first[0]));
}

/** @param {Game} game @param {Namer} name */
function watchLine(game, name) {
  const names = { attacker: name(game.main), defender: name(game.defender) };
  if (game.phase === "taking") return say(gettext("{defender} takes", names), waitLine(game, name), "wait");
  return say(gettext("{attacker} attacks {defender}", names), waitLine(game, name), "wait");
}

/** @param {Game} game @param {Namer} name */
function openLine(game, name) {
  if (game.viewer === game.main) {
    const defends = gettext("{name} defends", { name: name(game.defender) });
    const swap = game.legal.swap && game.turned_up;
    const detail = swap ? gettext("Swap gives you the {card}", { card: cardName(swap) }) : defends;
    return say(gettext("Your turn: attack"), detail, "attack");
  }
  const names = { name: name(game.main) };
  if (game.viewer === game.defender)
    return say(gettext("{name} attacks you", names), gettext("Get ready to defend"), "wait");
  return say(
    gettext("{name} begins", names),
    gettext("against {name}", { name: name(game.defender) }),
    "wait",
  );
}

/** @param {Game} game @param {Namer} name */
function defenderLine(game, name) {
  if (game.phase === "taking") return say(gettext("You take the cards"), mayAdd(game, name), "wait");
  const open = uncovered(game).length;
  if (!open) return say(gettext("All beaten!"), waitLine(game, name), "wait");
  // Who adds cards attacks too, so the cards on the table are nobody's in particular.
  const values = { name: name(game.main) };
  const attacked = ngettext(
    "{name} attacks, {n} card on the table",
    "{name} attacks, {n} cards on the table",
    game.table.length,
    values,
  );
  if (transferKinds(game).length) return say(gettext("Defend or transfer"), attacked, "defend");
  if (!playable(game).length && isMine(game)) return say(gettext("You have to take"), attacked, "defend");
  return say(ngettext("Defend: {n} to beat", "Defend: {n} to beat", open), attacked, "defend");
}

/** Who may still give something to take. @param {Game} game @param {Namer} name */
function mayAdd({ throwers, viewer, priority }, name) {
  const others = priority === null ? throwers.filter((seat) => seat !== viewer) : [priority];
  if (!others.length) return "";
  if (others.length === 1) return gettext("{name} may still add", { name: name(others[0]) });
  return gettext("The others may still add");
}

/** @param {Game} game @param {Namer} name @param {boolean} idle */
function throwerLine(game, name, idle) {
  const defender = name(game.defender);
  const passed = game.why.pass?.code === "already_passed";
  const can = playable(game).length > 0;
  const ranks = oneOf(ranksOnTable(game).map(rankPlural));
  const may = can ? gettext("You may add {ranks}", { ranks }) : "";
  const after = game.priority !== null && game.priority !== game.viewer ? afterLine(game, name) : "";
  if (game.phase === "defence") {
    return say(
      gettext("{name} defends", { name: defender }),
      may || after || waitLine(game, name),
      can ? "add" : "wait",
    );
  }
  const text = game.phase === "taking" ? gettext("{name} takes", { name: defender }) : gettext("All beaten");
  if (passed)
    return say(game.phase === "taking" ? text : gettext("You are done"), waitLine(game, name), "wait");
  if (after) return say(text, after, "wait");
  if (!game.legal.pass) return say(text, waitLine(game, name), "wait");
  if (can) return say(text, may, "add");
  if (game.priority === game.viewer && game.throwers.length > 1)
    return say(text, gettext("The others wait for you"), "add");
  return say(text, idle ? gettext("You have nothing to add") : gettext("Nothing to add: finish"), "wait");
}

/** Others may add once the main attacker is done. @param {Game} game @param {Namer} name */
function afterLine({ main, throwers, viewer }, name) {
  const attacker = { name: name(main) };
  if (!throwers.includes(viewer ?? -1)) return gettext("{name} may still add", attacker);
  return gettext("{name} adds first, then you", attacker);
}

/** Who is the durak, kindly. @param {Outcome | null} outcome @param {Seat | null} me @param {Namer} name */
export function outcomeLine(outcome, me, name) {
  switch (outcome?.kind) {
    case "durak":
      if (outcome.seat === me) return gettext("You are the durak this time");
      return gettext("{name} is the durak this time", { name: name(outcome.seat) });
    case "winner":
      if (outcome.seats.length === 1 && outcome.seats[0] === me) return gettext("You win!");
      return winners(outcome.seats, me, name);
    case "draw":
      return gettext("A draw: nobody is the durak");
    default:
      return gettext("The game was ended");
  }
}

/** @param {Seat[]} seats @param {Seat | null} me @param {Namer} name */
function winners(seats, me, name) {
  const you = gettext("You");
  const names = allOf(seats.map((seat) => (seat === me ? you : name(seat))));
  return ngettext("{names} wins!", "{names} win!", seats.length, { names });
}
