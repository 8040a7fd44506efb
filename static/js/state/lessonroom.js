/** The room that a lesson is played in: there is none, but the table asks who sits at it. */

/** @import { Chair, Game, Room } from "../types.js" */

/** @type {Chair} */
const CHAIR = {
  kind: "bot",
  name: null,
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
};

/** @param {Game} game @returns {Room} */
export function lessonRoom(game) {
  return {
    id: "",
    phase: "playing",
    rules: game.rules,
    most_chairs: 6,
    bots: "casual",
    seen_cards: false,
    solo: true,
    taught: false,
    games: 0,
    turn_seconds: null,
    watch: "all",
    public: false,
    chat: false,
    advice: false,
    pace: "normal",
    countdown_ms: null,
    queue: [],
    may_watch: true,
    chairs: game.sitters.map(({ name, avatar, level }, seat) => {
      const you = seat === game.viewer;
      return { ...CHAIR, kind: you ? "player" : "bot", name, avatar, level, you };
    }),
    you: {
      guest: false,
      name: null,
      avatar: 0,
      chair: game.viewer,
      host: false,
      queued: false,
      claim: null,
      tag: null,
      held: null,
      can_undo: false,
      next: null,
      account: null,
    },
  };
}
