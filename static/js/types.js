/**
 * The shapes that travel between server and browser, and the few that modules share. They mirror
 * `web/transport/messages.py`; nothing here runs.
 *
 * @typedef {string} Card  rank then suit: "9H", "TS"
 * @typedef {number} Seat
 * @typedef {string} ActionText  "1:D:7S/9S"
 * @typedef {"open" | "defence" | "throw" | "taking" | "over"} Phase
 * @typedef {[Card, Card | null]} Pair  attack card, cover
 * @typedef {Record<string, any>} Facts
 * @typedef {{code: string, facts: Facts}} Refusal
 *
 * @typedef {{kind: "durak", seat: Seat} | {kind: "winner", seats: Seat[]} | {kind: "draw"} | {kind: "aborted"}} Outcome
 *
 * @typedef {object} Game  everything one viewer may know of a game
 * @property {string} rules  a preset's name, else a rules code
 * @property {Seat | null} viewer
 * @property {Phase} phase
 * @property {number} bout
 * @property {number} table_ply
 * @property {string} trump  a suit letter
 * @property {Card | null} turned_up
 * @property {Card | null} last_dealt  in the first bout of a deal of the whole deck: the trump shown in the last seat's hand
 * @property {number} stock
 * @property {number} discard
 * @property {number[]} counts
 * @property {Card[]} hand
 * @property {Pair[]} table
 * @property {Seat} main
 * @property {Seat} defender
 * @property {Seat | null} second
 * @property {Seat[]} throwers
 * @property {Seat | null} priority  while only the main attacker may throw in: he
 * @property {Seat | null} transfer_to
 * @property {number} cap
 * @property {number} room
 * @property {Seat[]} waiting
 * @property {Seat[]} out
 * @property {Card[]} shown
 * @property {number} chain
 * @property {Card[][]} [known]  per seat the cards that all have seen go to its hand; only where the room shows them
 * @property {ActionText[]} sets  the openings with several cards; `legal` has those with one
 * @property {Record<string, ActionText[]>} legal  per own card and button
 * @property {Record<string, Refusal>} why  likewise, for what is not legal
 * @property {Outcome | null} outcome
 * @property {{name: string | null, bot: boolean}[]} sitters  who sits, or sat, in which seat of this game
 *
 * @typedef {object} Chair
 * @property {"player" | "bot" | "empty"} kind
 * @property {string | null} name
 * @property {string | null} level
 * @property {boolean} host
 * @property {boolean} you
 *
 * @typedef {{guest: boolean, name: string | null, chair: number | null, host: boolean}} You
 *
 * @typedef {object} Room
 * @property {string} id
 * @property {"waiting" | "playing" | "over"} phase
 * @property {string} rules  a preset's name, else a rules code
 * @property {number} most_chairs  how many the deck has cards for
 * @property {string} bots
 * @property {boolean} seen_cards  people too are told what all have seen go to a hand
 * @property {boolean} solo
 * @property {number} games
 * @property {Chair[]} chairs
 * @property {You} you
 *
 * @typedef {(
 *   {kind: "deal", main: Seat, defender: Seat} |
 *   {kind: "attack", seat: Seat, cards: Card[]} |
 *   {kind: "defend", seat: Seat, attack: Card, card: Card} |
 *   {kind: "transfer", seat: Seat, card: Card, show: boolean, to: Seat} |
 *   {kind: "take", seat: Seat} |
 *   {kind: "pass", seat: Seat} |
 *   {kind: "swap", seat: Seat, card: Card, turned_up: Card} |
 *   {kind: "beaten_off", cards: Card[]} |
 *   {kind: "taken", seat: Seat, cards: Card[]} |
 *   {kind: "refill", seat: Seat, count: number, cards: (Card | null)[]} |
 *   {kind: "out", seat: Seat, place: number} |
 *   {kind: "bout", bout: number, main: Seat, defender: Seat} |
 *   {kind: "over", outcome: Outcome}
 * )} Happening
 *
 * @typedef {{t: "view", v: number, after: number | null, room: Room, game: Game | null, happened: Happening[]}} ViewMessage
 * @typedef {{t: "ok", id: string}} OkMessage
 * @typedef {{t: "refused", id: string, code: string, facts: Facts}} RefusedMessage
 * @typedef {{t: "pong", v: number}} PongMessage
 * @typedef {{t: "bye", code: string}} ByeMessage
 * @typedef {ViewMessage | OkMessage | RefusedMessage | PongMessage | ByeMessage} ServerMessage
 *
 * @typedef {{t: "play", id: string, action: ActionText, bout: number, table_ply: number}} PlayCommand
 * @typedef {{t: "sit", id: string, chair: number | null}} SitCommand
 * @typedef {{t: "leave", id: string}} LeaveCommand
 * @typedef {{t: "options", id: string, rules?: string, chairs?: number, bots?: string, seen_cards?: boolean}} OptionsCommand
 * @typedef {{t: "start", id: string}} StartCommand
 * @typedef {PlayCommand | SitCommand | LeaveCommand | OptionsCommand | StartCommand} Command
 *
 * @typedef {"connecting" | "open" | "lost" | "gone" | "denied" | "replaced"} NetStatus
 *
 * @typedef {object} Target  one thing that a card can do now
 * @property {"attack" | "cover" | "transfer" | "show"} kind
 * @property {Card | null} attack  the card it would cover
 * @property {ActionText} action
 *
 * @typedef {object} Pending  an action of ours that the server has not answered, or whose view has not come
 * @property {string} id
 * @property {ActionText} action
 * @property {number} bout
 * @property {number} table_ply
 * @property {boolean} done  answered with ok
 *
 * @typedef {object} Desk  what the parts of a room page share
 * @property {() => import("./state/reduce.js").State} state
 * @property {(event: import("./state/reduce.js").StateEvent) => void} dispatch
 * @property {(watcher: (state: import("./state/reduce.js").State, before: import("./state/reduce.js").State) => void) => void} watch
 * @property {(command: Command) => void} send
 * @property {(why: Refusal) => void} tell  says why something was refused
 * @property {() => void} reconnect
 *
 * @typedef {object} Status  the words beside the buttons, names marked
 * @property {string} text
 * @property {string} detail
 * @property {"attack" | "defend" | "add" | "wait" | "out" | ""} icon
 */

export {};
