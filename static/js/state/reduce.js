/**
 * The state of a room page and the only function that changes it. Pure: no clock, no document, no rules of the game.
 */

import { withStory } from "./log.js";
import { isOffered, parseAction, tableOf } from "./select.js";

/** @import { ActionText, Advised, Card, Facts, Game, Happening, NetStatus, Pending, Room, Said, ViewMessage } from "../types.js" */
/** @import { Log } from "./log.js" */

/**
 * @typedef {object} Story  what led to the view on the screen; empty when the view came alone
 * @property {Game | null} before
 * @property {Happening[]} happened
 *
 * @typedef {object} State
 * @property {number} v  0: nothing seen yet
 * @property {number} at  when the view was heard: what its clocks count from
 * @property {Room | null} room
 * @property {Game | null} game
 * @property {Story} story
 * @property {Pending[]} pending
 * @property {Card | null} choosing  an own card with several meanings that waits for one
 * @property {Card[] | null} picked  own cards that are to open a bout together; null: nothing is being picked
 * @property {ActionText | null} asking  a costly action that waits to be meant
 * @property {{v: number, moves: Advised[]} | null} advice  what was advised for view `v`; it goes with its table
 * @property {string} passedAt  the table at which the page has passed for its owner
 * @property {Log} log  what the story has told of this game
 * @property {readonly Said[]} said  what people said, from the oldest
 * @property {NetStatus} net
 * @property {{id: string, code: string, facts: Facts} | null} refused  the last refusal that is to be told
 *
 * @typedef {(
 *   {type: "view", message: ViewMessage, first: boolean, at?: number} |
 *   {type: "play", id: string, action: ActionText} |
 *   {type: "ok", id: string} |
 *   {type: "refused", id: string, code: string, facts: Facts} |
 *   {type: "dropped", id: string} |
 *   {type: "net", status: NetStatus} |
 *   {type: "choose", card: Card} |
 *   {type: "pick", cards: Card[]} |
 *   {type: "ask", action: ActionText} |
 *   {type: "advice", advice: State["advice"]} |
 *   {type: "passed"} |
 *   {type: "cancel"} |
 *   {type: "forget"}
 * )} StateEvent
 */

/** @type {State} */
export const INITIAL = {
  v: 0,
  at: 0,
  room: null,
  game: null,
  story: { before: null, happened: [] },
  pending: [],
  choosing: null,
  picked: null,
  asking: null,
  advice: null,
  passedAt: "",
  log: [],
  said: [],
  net: "connecting",
  refused: null,
};

/** No question is open. */
const UNASKED = { choosing: null, picked: null, asking: null };

/** As much talk as anybody reads again. */
const MOST_SAID = 60;

/** Codes that only tell that the table was faster: the newer view says it all. */
const QUIET = ["stale"];

/** @param {State} state @param {StateEvent} event @returns {State} */
export function reduce(state, event) {
  switch (event.type) {
    case "view":
      return withView(state, event.message, event.first, event.at ?? 0);
    case "play":
      return withPlay(state, event.id, event.action);
    case "ok":
      return {
        ...state,
        pending: state.pending.map((one) => (one.id === event.id ? { ...one, done: true } : one)),
      };
    case "refused":
      return {
        ...withoutPending(state, event.id),
        refused: QUIET.includes(event.code)
          ? state.refused
          : { id: event.id, code: event.code, facts: event.facts },
      };
    case "dropped":
      return withoutPending(state, event.id);
    case "net":
      return state.net === event.status ? state : { ...state, net: event.status };
    case "choose":
      return { ...state, ...UNASKED, choosing: event.card };
    case "pick":
      return { ...state, ...UNASKED, picked: event.cards };
    case "ask":
      return { ...state, ...UNASKED, asking: event.action };
    case "passed":
      return state.game ? { ...state, passedAt: tableOf(state.game) } : state;
    case "advice":
      return { ...state, advice: event.advice };
    case "cancel":
      return state.choosing || state.picked || state.asking ? { ...state, ...UNASKED } : state;
    case "forget":
      // Another identity is another viewer, whose views are counted anew.
      return { ...state, v: 0, pending: [] };
  }
}

/** @param {State} state @param {string} id @returns {State} */
function withoutPending(state, id) {
  return { ...state, pending: state.pending.filter((one) => one.id !== id) };
}

/** @param {State} state @param {string} id @param {ActionText} action @returns {State} */
function withPlay(state, id, action) {
  if (!state.game) return state;
  const { bout, table_ply } = state.game;
  return {
    ...state,
    ...UNASKED,
    pending: [...state.pending, { id, action, bout, table_ply, done: false }],
  };
}

/**
 * A view that is not newer is dropped, except the first of a connection: that one is the truth even where a server
 * has begun to count anew.
 * @param {State} state @param {ViewMessage} message @param {boolean} first @param {number} at @returns {State}
 */
function withView(state, message, first, at) {
  if (!first && message.v <= state.v) return state;
  const { room, game } = message;
  const follows = message.after === state.v && state.v > 0;
  return {
    ...state,
    v: message.v,
    at,
    room,
    game,
    story: { before: state.game, happened: follows ? message.happened : [] },
    pending: state.pending.filter((one) => isStillPending(one, game)),
    choosing: state.choosing && game && (game.legal[state.choosing] ?? []).length > 1 ? state.choosing : null,
    picked: game?.sets.length && game.bout === state.game?.bout ? state.picked : null,
    asking: state.asking && game && isOffered(game, state.asking) ? state.asking : null,
    advice: isStillAdvised(state, game) ? state.advice : null,
    log: withStory(state, game, follows ? message.happened : null),
    said: withSaid(state.said, room, follows ? message.happened : []),
  };
}

/** Whether advice is for this view or one to come: a table that has changed needs other advice. @param {State} state @param {Game | null} game */
function isStillAdvised({ advice, v, game: before }, game) {
  return advice && game && (v < advice.v || (before && tableOf(before) === tableOf(game)));
}

/** @param {readonly Said[]} said @param {Room} room @param {Happening[]} happened */
function withSaid(said, room, happened) {
  if (room.said) return room.said;
  const news = happened.flatMap((one) => (one.kind === "said" ? [one] : []));
  return news.length ? [...said, ...news].slice(-MOST_SAID) : said;
}

/** Whether a view does not show the effect of an action of ours yet. @param {Pending} pending @param {Game | null} game */
function isStillPending(pending, game) {
  if (!game || game.bout !== pending.bout || game.phase === "over") return false;
  const { kind, cards } = parseAction(pending.action);
  if (kind !== "show" && !cards.every((card) => game.hand.includes(card))) return false;
  return !(pending.done && (kind === "pass" || game.table_ply > pending.table_ply));
}
