// A small card game for boardgame.io, about as much work a move as Durak's: 36 cards of which nobody sees the
// hands of the others, a stock to draw from, a table that fills and is swept, one card a turn.
const { INVALID_MOVE } = require("boardgame.io/core");

const RANKS = ["6", "7", "8", "9", "T", "J", "Q", "K", "A"];
const CARDS = ["S", "H", "D", "C"].flatMap((suit) => RANKS.map((rank) => rank + suit));
const HAND = 6;
const TABLE = 12;

function deal(random, players) {
  const stock = random.Shuffle(CARDS);
  const hands = {};
  for (let seat = 0; seat < players; seat++) hands[seat] = stock.splice(0, HAND);
  return { trump: stock[0], stock, hands, table: [], swept: 0 };
}

function play({ G, ctx, random, playerID }, card) {
  const hand = G.hands[playerID];
  const at = hand.indexOf(card);
  if (at < 0) return INVALID_MOVE;
  hand.splice(at, 1);
  if (G.stock.length > 0) hand.push(G.stock.pop());
  if (G.table.length === TABLE) {
    G.swept += G.table.length;
    G.table = [];
  }
  G.table.push({ card, by: playerID });
  if (Object.values(G.hands).every((cards) => cards.length === 0))
    Object.assign(G, deal(random, ctx.numPlayers));
}

/** What a bot does: whoever sends it for one need not know its cards. */
function playFirst(context) {
  return play(context, context.G.hands[context.playerID][0]);
}

module.exports = {
  name: "hands",
  minPlayers: 4,
  maxPlayers: 4,
  // Undo would keep a copy of each turn.
  disableUndo: true,
  setup: ({ ctx, random }) => deal(random, ctx.numPlayers),
  moves: { play, playFirst },
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: ({ G, playerID }) => ({
    trump: G.trump,
    table: G.table,
    swept: G.swept,
    stock: G.stock.length,
    counts: Object.fromEntries(Object.entries(G.hands).map(([seat, hand]) => [seat, hand.length])),
    hand: playerID === null ? [] : G.hands[playerID],
  }),
};
