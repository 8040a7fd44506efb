"""Chance in a random game: what is played, what is asked for in vain, and which cards vanish."""

from collections.abc import Mapping
from copy import deepcopy
from random import Random

from tests.rules.reference.cards import deck_of, in_order
from tests.rules.reference.game import Game, clockwise, find_second
from tests.rules.reference.play import is_bout_over

WEIGHTS = {"A": 2.0, "D": 3.0, "T": 8.0, "S": 40.0, "take": 1.0, "pass": 2.0, "swap": 40.0}
"""How likely each kind of action is: the rare ones more."""

TAKES = (0.02, 0.3, 1.0)
"""How likely a take is, by game: where nobody likes to, the last hands run out together now and then."""


def weights(rng: Random) -> Mapping[str, float]:
    """Return how likely each kind of action is in one game."""
    eager = rng.choice((1, 100))
    return WEIGHTS | {"take": rng.choice(TAKES), "T": WEIGHTS["T"] * eager, "S": WEIGHTS["S"] * eager}


def chosen(rng: Random, offers: list[list[str]], likely: Mapping[str, float]) -> str:
    """Choose a seat, then one of its actions."""
    offer = rng.choice(offers)
    return rng.choices(offer, [likely[kind_of(action)] for action in offer])[0]


def kind_of(action: str) -> str:
    """Return the letter or word of an action's text: A, D, T, S, take, pass, swap."""
    return action.split(":")[1]


def conceivable(game: Game, rng: Random) -> str:
    """Return the text of an action, sensible or not, with own and other cards."""
    again = [card for card in game.hands[game.defender] if card in game.shown]
    if again and rng.random() < 0.7:
        return f"{game.defender}:S:{again[0]}"
    seat = rng.choice((game.main, game.defender, rng.randrange(len(game.hands))))
    deed = rng.choice(("A", "A", "D", "D", "T", "S", "T", "S", "take", "pass", "swap"))
    is_off = {"T": game.rules["transfer"] == "off", "S": game.rules["transfer"] != "show"}
    if is_off.get(deed) and rng.random() < 0.9:
        deed = "D"
    laid = [card for pair in game.table for card in pair if card != "-"]
    deck, own = deck_of(game.rules["deck"]), game.hands[seat]
    like = [card for card in own if card[0] in {other[0] for other in laid}]
    cards = [rng.choice(rng.choice([cards for cards in (own, own, like, deck) if cards]))]
    if deed == "A":
        others = [card for card in own if card[0] == cards[0][0]] + rng.sample(deck, 2)
        cards = in_order(cards + rng.sample(others, rng.choice((0, 0, 1, 2))))
    if deed == "D":
        return f"{seat}:D:{rng.choice(laid + laid + deck[:1])}/{cards[0]}"
    return f"{seat}:{deed}:{','.join(cards)}" if deed in ("A", "T", "S") else f"{seat}:{deed}"


def let_cards_vanish(game: Game, rng: Random) -> Game:
    """Return the game with fewer cards: a position that no play leads to, but that a reader accepts.

    So there are hands below six, and empty ones, while there is a stock. Cards stay where their loss would
    end the bout.
    """
    fewer = deepcopy(game)
    for seat, hand in enumerate(game.hands):
        if seat != game.defender or not game.table:
            fewer.hands[seat] = rng.sample(hand, min(len(hand), rng.choice((0, 1, 2, 3, 6, 9))))
        fewer.known[seat] = [card for card in game.known[seat] if card in fewer.hands[seat]]
    if len(game.stock) > 1:
        fewer.stock = rng.sample(game.stock[:-1], rng.randrange(len(game.stock))) + game.stock[-1:]
    if not game.table:
        fewer.discarded = rng.random() < 0.5
        fewer.second = find_second(fewer)
    empty = [seat for seat in clockwise(game, game.main) if not fewer.hands[seat]]
    fewer.emptied = [seat for seat in empty if seat not in game.out]
    needed = game.passed if game.table else [game.main, game.defender]
    return game if is_bout_over(fewer) or set(needed) & set(empty) else fewer
