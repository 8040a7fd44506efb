/** Views for tests, made by hand after the protocol; every test says only what matters to it. */

/** @import { Chair, Game, Room, ViewMessage, You } from "../../static/js/types.js" */

/** Seat 0 defends against 7C, with 7S covered; three at the table, trump hearts. @param {Partial<Game>} [changes] @returns {Game} */
export function game(changes = {}) {
  return {
    rules: "transfer",
    viewer: 0,
    phase: "defence",
    bout: 3,
    table_ply: 17,
    trump: "H",
    turned_up: "9H",
    last_dealt: null,
    stock: 14,
    discard: 10,
    counts: [3, 4, 7],
    hand: ["6D", "9C", "JH"],
    table: [
      ["7S", "TS"],
      ["7C", null],
    ],
    main: 2,
    defender: 0,
    second: 1,
    throwers: [1, 2],
    priority: null,
    transfer_to: 1,
    cap: 3,
    room: 1,
    waiting: [0],
    out: [],
    shown: [],
    chain: 0,
    sets: [],
    legal: { "9C": ["0:D:7C/9C"], JH: ["0:D:7C/JH"], take: ["0:take"] },
    why: { "6D": { code: "does_not_beat", facts: { attack: "7C", card: "6D", trump: "H" } } },
    outcome: null,
    sitters: ["Fox", "Boris", "Anna"].map((name, i) => ({
      name,
      bot: false,
      level: null,
      avatar: i,
      own: 0,
      stood_in: 0,
      hints: null,
    })),
    ...changes,
  };
}

/** A person at his page. @param {Partial<Chair>} [changes] @returns {Chair} */
export function chair(changes = {}) {
  return {
    kind: "player",
    name: "Anna",
    avatar: 0,
    level: null,
    host: false,
    you: false,
    away: false,
    held: null,
    ms_left: null,
    of_ms: null,
    askable_in_ms: null,
    claimed_by: null,
    warned: false,
    tally: { games: 0, durak: 0, draws: 0 },
    tag: null,
    ...changes,
  };
}

/** @param {Partial<Room>} [changes] @returns {Room} */
export function room(changes = {}) {
  const chairs = ["Fox", "Boris", "Anna"].map((name, i) =>
    chair({ name, avatar: i, host: i === 0, you: i === 0, tag: `00000000000${i}` }),
  );
  /** @type {You} */
  const you = {
    guest: true,
    name: "Fox",
    avatar: 0,
    chair: 0,
    host: true,
    queued: false,
    claim: null,
    tag: "000000000000",
    held: null,
    can_undo: false,
    next: null,
    account: null,
  };
  return {
    id: "k3",
    phase: "playing",
    rules: "transfer",
    most_chairs: 6,
    bots: "careful",
    seen_cards: false,
    solo: false,
    games: 0,
    turn_seconds: null,
    watch: "all",
    public: false,
    chat: false,
    advice: false,
    pace: "normal",
    taught: false,
    countdown_ms: null,
    queue: [],
    may_watch: true,
    chairs,
    you,
    ...changes,
  };
}

/** @param {number} v @param {Partial<ViewMessage>} [changes] @returns {ViewMessage} */
export function view(v, changes = {}) {
  return { t: "view", v, after: v - 1, room: room(), game: game(), happened: [], ...changes };
}
