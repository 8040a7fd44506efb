/** Questions to a view. Pure, and without rules: what is legal, and why not, comes in the view. */

/** @import { ActionText, Card, Game, Happening, Pair, Pending, Seat, TableStep, Target } from "../types.js" */

/** Ranks from the lowest; the order of suits in a hand, black and red by turns. */
export const RANKS = "23456789TJQKA";
const SUITS = "SDCH";

/** @typedef {"attack" | "cover" | "transfer" | "show" | "take" | "pass" | "swap"} ActionKind */

/** @type {Record<string, ActionKind>} */
const LETTERS = { A: "attack", D: "cover", T: "transfer", S: "show" };

/**
 * "1:D:7S/9S" taken apart: the cards that leave the hand, of which the first is mostly the only one, and the card that
 * is covered.
 * @param {ActionText} text
 * @returns {{seat: Seat, kind: ActionKind, card: Card | null, cards: Card[], attack: Card | null}}
 */
export function parseAction(text) {
  const [seat, letter, named] = text.split(":");
  if (named === undefined) {
    const kind = /** @type {ActionKind} */ (letter);
    return { seat: Number(seat), kind, card: null, cards: [], attack: null };
  }
  const kind = LETTERS[letter];
  const [attack, own] = kind === "cover" ? named.split("/") : [null, named];
  const cards = own.split(",");
  return { seat: Number(seat), kind, card: cards[0], cards, attack };
}

/** What an own card can do now. @param {Game} game @param {Card} card @returns {Target[]} */
export function targets(game, card) {
  return (game.legal[card] ?? []).map((action) => {
    const { kind, attack } = parseAction(action);
    return { kind: /** @type {Target["kind"]} */ (kind), attack, action };
  });
}

/** The actions behind a button. @param {Game} game @param {string} button @returns {ActionText | null} */
export function buttonAction(game, button) {
  return game.legal[button]?.[0] ?? null;
}

const ROOM_STEPS = ["clock", "stand_in", "back", "joined", "took_back", "said"];

/** Whether a step of the story moves cards. @param {Happening} step @returns {step is TableStep} */
export function isOfTable(step) {
  return !ROOM_STEPS.includes(step.kind);
}

/** The table in one bout, as a name for it. @param {Game} game */
export function tableOf({ bout, table_ply }) {
  return `${bout}:${table_ply}`;
}

/** Whether a view offers an action. @param {Game} game @param {ActionText} action */
export function isOffered(game, action) {
  return game.sets.includes(action) || Object.values(game.legal).some((ways) => ways.includes(action));
}

/** @param {Game} game */
export function playable(game) {
  return game.hand.filter((card) => (game.legal[card] ?? []).length > 0);
}

/** Whether the table waits for me and there is something that I can do. @param {Game | null} game */
export function isMine(game) {
  if (!game || game.viewer === null || !game.waiting.includes(game.viewer)) return false;
  return Object.values(game.legal).some((actions) => actions.length > 0);
}

/** By suit, trumps last, each from the lowest. @param {Card[]} cards @param {string} trump */
export function sortHand(cards, trump) {
  /** @param {Card} card */
  const key = (card) => (card[1] === trump ? 100 : SUITS.indexOf(card[1]) * 20) + RANKS.indexOf(card[0]);
  return [...cards].sort((a, b) => key(a) - key(b));
}

/** The ranks on the table, from the lowest. @param {Game} game */
export function ranksOnTable(game) {
  const ranks = new Set(game.table.flat().flatMap((card) => (card ? [card[0]] : [])));
  return [...RANKS].filter((rank) => ranks.has(rank));
}

/** @param {Game} game @returns {Card[]} */
export function uncovered(game) {
  return game.table.filter(([, cover]) => !cover).map(([attack]) => attack);
}

/** The other seats as they sit: my left neighbour first, then clockwise; all of them for a spectator. @param {Game} game */
export function seatsAround(game) {
  const n = game.counts.length;
  const me = game.viewer;
  if (me === null) return game.counts.map((_, seat) => seat);
  return game.counts.slice(1).map((_, i) => (me + 1 + i) % n);
}

/** @typedef {"attacker" | "defender" | "thrower" | "done" | "out" | ""} Role */

/** @param {Game} game @param {Seat} seat @returns {Role} */
export function roleOf(game, seat) {
  if (game.out.includes(seat)) return "out";
  if (game.phase === "over") return "";
  if (seat === game.defender) return "defender";
  if (seat === game.main) return isDone(game) ? "done" : "attacker";
  // While the main attacker comes first nobody else may add.
  if (game.phase === "open" || game.priority !== null) return "";
  return game.throwers.includes(seat) ? "thrower" : "";
}

/**
 * Whether everybody has seen the main attacker pass. Hidden passes change nothing in whom the table waits for, so if it
 * waits for others only, although he could add, his was not hidden.
 * @param {Game} game
 */
export function isDone({ phase, throwers, waiting, main }) {
  if ((phase !== "throw" && phase !== "taking") || !throwers.includes(main)) return false;
  return waiting.length > 0 && !waiting.includes(main);
}

/**
 * How a game ended, for everybody: in the order of going out, winners first where there are any. A number stands only
 * where somebody went out before others; who is left has cards instead.
 * @param {Game} game @returns {{seat: Seat, place: number | null, cards: number}[]}
 */
export function places({ out, counts, outcome }) {
  const winners = outcome?.kind === "winner" ? outcome.seats : [];
  const order = new Set([...winners, ...out, ...counts.keys()]);
  return [...order].map((seat) => {
    const gone = out.indexOf(seat) + 1;
    const place = winners.includes(seat) ? 1 : gone;
    return { seat, place: place && outcome?.kind !== "draw" ? place : null, cards: counts[seat] };
  });
}

/** The kinds of transfer that some own card allows now, each a place on the felt. @param {Game} game */
export function transferKinds(game) {
  const kinds = new Set(playable(game).flatMap((card) => targets(game, card).map((target) => target.kind)));
  return /** @type {("transfer" | "show")[]} */ (["transfer", "show"]).filter((kind) => kinds.has(kind));
}

/**
 * The view as it will look once the pending actions are accepted. Only the places of cards change, and whether I take
 * or have passed; what else they may do is not guessed: between a play and its answer nothing but another cover is
 * legal.
 * @param {Game} game @param {Pending[]} pending @returns {Game}
 */
export function withPending(game, pending) {
  return pending.reduce((view, one) => (one.bout === view.bout ? applied(view, one.action) : view), game);
}

/** @param {Game} game @param {ActionText} action @returns {Game} */
function applied(game, action) {
  const { kind, card, cards, attack, seat } = parseAction(action);
  const waits = { ...game, legal: {}, sets: [], waiting: [] };
  if (kind === "take")
    return { ...waits, phase: "taking", why: { take: { code: "already_taking", facts: {} } } };
  if (kind === "pass") {
    const waiting = game.waiting.filter((other) => other !== seat);
    return { ...waits, waiting, why: { ...game.why, pass: { code: "already_passed", facts: {} } } };
  }
  if (!card || kind === "show") return waits;
  if (!cards.every((one) => game.hand.includes(one))) return game;
  const hand = game.hand.filter((other) => !cards.includes(other));
  const counts = game.counts.map((count, i) => (i === seat ? count - cards.length : count));
  if (kind !== "cover") {
    const roles =
      kind === "transfer" && game.transfer_to !== null ? { main: seat, defender: game.transfer_to } : {};
    const phase = game.phase === "open" ? "defence" : game.phase;
    /** @type {Pair[]} */
    const laid = cards.map((one) => [one, null]);
    return { ...waits, ...roles, phase, hand, counts, table: [...game.table, ...laid] };
  }
  if (!uncovered(game).includes(attack ?? "")) return game;
  /** @type {Pair[]} */
  const table = game.table.map((pair) => (pair[0] === attack ? [pair[0], card] : pair));
  return { ...game, hand, counts, table, legal: coversLeft(game, attack) };
}

/** @param {Game} game @param {Card | null} covered */
function coversLeft(game, covered) {
  /** @type {Record<string, ActionText[]>} */
  const left = {};
  for (const [card, actions] of Object.entries(game.legal)) {
    const other = actions.filter((text) => {
      const { kind, attack } = parseAction(text);
      return kind === "cover" && attack !== covered;
    });
    if (other.length) left[card] = other;
  }
  return left;
}

/**
 * Whether to pass for the owner of this page: a pass is legal, and no own card is. Never where the others wait for
 * just this pass: all see it, and how soon it comes is his to say.
 * @param {Game | null} game
 */
export function isIdle(game) {
  if (!game || game.viewer === null || !game.waiting.includes(game.viewer)) return false;
  if (game.priority === game.viewer) return false;
  return Boolean(buttonAction(game, "pass")) && playable(game).length === 0;
}

/**
 * The buttons that belong to my part in the bout, whether they can be pressed now or only say why not.
 * @param {Game} game
 * @returns {{left: "take" | "swap" | null, right: "pass" | "set" | null}}
 */
export function buttonsOf(game) {
  const { viewer, phase } = game;
  if (viewer === null || phase === "over") return { left: null, right: null };
  if (phase === "open")
    return { left: buttonAction(game, "swap") ? "swap" : null, right: game.sets.length ? "set" : null };
  if (viewer === game.defender) return { left: "take", right: null };
  return { left: null, right: game.throwers.includes(viewer) ? "pass" : null };
}
