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
 * @property {Sitter[]} sitters  who sits, or sat, in which seat of this game
 * @property {Card[]} [beaten_off]  what was beaten off; only where the room shows it
 *
 * @typedef {object} Sitter
 * @property {string | null} name
 * @property {boolean} bot
 * @property {number} avatar
 * @property {string | null} level  a bot's; a person has none
 * @property {number} own  cards and takes of the person; passes are not counted
 * @property {number} stood_in  those of a bot in his stead
 * @property {number | null} hints  how often he was advised; told when the game is over
 *
 * @typedef {"away" | "clocks" | "asked" | "stepped_away"} Held  why a bot plays for somebody
 *
 * @typedef {object} Chair
 * @property {"player" | "bot" | "empty"} kind
 * @property {string | null} name
 * @property {number} avatar
 * @property {string | null} level  of the bot that sits here, or would
 * @property {boolean} host
 * @property {boolean} you
 * @property {boolean} away  his connection is lost
 * @property {Held | null} held
 * @property {number | null} ms_left  until the clock or the grace does something to this seat; null: nothing runs
 * @property {number | null} of_ms
 * @property {number | null} askable_in_ms  until the others may ask a bot in; null: they may not
 * @property {string | null} claimed_by  who takes this bot's chair over at the next bout
 * @property {boolean} warned  one of his clocks has run out
 * @property {{games: number, durak: number, draws: number}} tally  of this room
 * @property {string | null} tag  whom to mute or block, without saying who he is elsewhere
 *
 * @typedef {object} You
 * @property {boolean} guest
 * @property {string | null} name
 * @property {number} avatar
 * @property {number | null} chair
 * @property {boolean} host
 * @property {boolean} queued  for a chair
 * @property {number | null} claim  the bot's chair that is mine at the next bout
 * @property {string | null} tag
 * @property {Held | null} held
 * @property {boolean} can_undo
 * @property {"ready" | "called" | null} next  whether a bot waits for me to let it move
 * @property {Account | null} account  what the bot did for me, until I do something myself
 *
 * @typedef {{attack: number, defend: number, transfer: number, take: number}} Account
 *
 * @typedef {"slow" | "normal" | "fast" | "once" | "tap"} Pace
 *
 * @typedef {object} Room
 * @property {string} id
 * @property {"waiting" | "playing" | "over"} phase
 * @property {string} rules  a preset's name, else a rules code
 * @property {number} most_chairs  how many the deck has cards for
 * @property {string} bots
 * @property {boolean} seen_cards  people too are told what all have seen go to a hand
 * @property {boolean} solo  one person, alone among bots
 * @property {number} games
 * @property {number | null} turn_seconds  null: no clock
 * @property {"all" | "none"} watch
 * @property {boolean} public  listed in the lobby
 * @property {boolean} chat
 * @property {boolean} advice  whoever plays may ask for advice
 * @property {Pace} pace  how long bots pause
 * @property {boolean} taught  made for somebody who has never played
 * @property {number | null} countdown_ms  until the cards are dealt by themselves
 * @property {{name: string, avatar: number}[]} queue
 * @property {boolean} may_watch
 * @property {Chair[]} chairs
 * @property {You} you
 * @property {Said[]} [said]  what was said last; in the first view of a connection
 *
 * @typedef {object} Said  one word to all at the table
 * @property {"said"} kind
 * @property {string} name
 * @property {string} tag
 * @property {number | null} chair
 * @property {"reaction" | "phrase" | "text"} say
 * @property {string} what
 *
 * @typedef {(
 *   {kind: "clock", seat: Seat} |
 *   {kind: "stand_in", seat: Seat, why: Held} |
 *   {kind: "back", seat: Seat} |
 *   {kind: "joined", seat: Seat, name: string} |
 *   {kind: "took_back"} |
 *   Said
 * )} RoomStep  what happened around the cards
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
 * )} TableStep
 * @typedef {TableStep | RoomStep} Happening
 *
 * @typedef {{t: "view", v: number, after: number | null, room: Room, game: Game | null, happened: Happening[]}} ViewMessage
 * @typedef {{t: "ok", id: string}} OkMessage
 * @typedef {{t: "refused", id: string, code: string, facts: Facts}} RefusedMessage
 * @typedef {{action: ActionText, durak: number, reason: Refusal}} Advised  a move, the chance of being the durak after it, and what speaks for it
 * @typedef {{t: "advice", id: string, v: number, moves: Advised[]}} AdviceMessage  for the view `v`, the best move first
 * @typedef {{t: "pong", v: number}} PongMessage
 * @typedef {{t: "bye", code: string}} ByeMessage
 * @typedef {ViewMessage | OkMessage | RefusedMessage | AdviceMessage | PongMessage | ByeMessage} ServerMessage
 *
 * @typedef {{t: "play", id: string, action: ActionText, bout: number, table_ply: number}} PlayCommand
 * @typedef {{t: "sit", id: string, chair: number | null}} SitCommand
 * @typedef {{t: "leave", id: string}} LeaveCommand
 * @typedef {object} OptionsCommand  what is left out stays
 * @property {"options"} t
 * @property {string} id
 * @property {string} [rules]
 * @property {number} [chairs]
 * @property {string} [bots]
 * @property {boolean} [seen_cards]
 * @property {number} [turn_seconds]  0 takes the clock off
 * @property {"all" | "none"} [watch]
 * @property {boolean} [public]
 * @property {boolean} [chat]
 * @property {boolean} [advice]
 * @property {Pace} [pace]
 *
 * @typedef {{t: "start" | "step_away" | "come_back" | "next" | "undo" | "give_up" | "advise", id: string}} PlainCommand
 * @typedef {{t: "ask_bot" | "hand_over", id: string, chair: number}} ChairCommand
 * @typedef {{t: "level", id: string, chair: number, level: string | null}} LevelCommand
 * @typedef {{t: "move_chair", id: string, from_chair: number, to_chair: number}} MoveCommand
 * @typedef {{t: "remove", id: string, chair: number, may_watch: boolean}} RemoveCommand
 * @typedef {{t: "say", id: string, kind: Said["say"], what: string}} SayCommand
 * @typedef {(
 *   PlayCommand | SitCommand | LeaveCommand | OptionsCommand | PlainCommand | ChairCommand | LevelCommand |
 *   MoveCommand | RemoveCommand | SayCommand
 * )} Command
 *
 * @typedef {(
 *   "connecting" | "open" | "lost" | "restart" | "busy" | "gone" | "denied" | "replaced" | "removed" | "moved"
 * )} NetStatus
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
 * @property {(watcher: (state: import("./state/reduce.js").State, before: import("./state/reduce.js").State) => void) => () => void} watch  gives what ends it
 * @property {(command: Command) => void} send
 * @property {(why: Refusal) => void} tell  says why something was refused
 * @property {() => Promise<boolean>} reconnect  by a new connection, for another viewer; says whether it came to be
 *
 * @typedef {object} Status  the words beside the buttons, names marked
 * @property {string} text
 * @property {string} detail
 * @property {"attack" | "defend" | "add" | "wait" | "out" | ""} icon
 */

export {};
