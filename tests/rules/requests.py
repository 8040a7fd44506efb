"""What a seat could ask for, sensible or not."""

from collections.abc import Iterator
from itertools import chain, combinations, groupby, product
from random import Random

from durak import Action, Attack, Defend, Pass, Seat, State, Swap, Take, Transfer
from durak.cards import DECKS, Cards

ALL_CARDS = DECKS[52]
"""Also those that a smaller deck has not got: somebody may ask for them."""


def every_request(seat: Seat, rng: Random) -> Iterator[Action]:
    """Yield all that there is to ask for; of the attacks with unlike or doubled cards only some."""
    yield from (Attack(seat, cards) for cards in chain(equal_sets(), odd_sets(rng)))
    yield from (Defend(seat, attack, card) for attack, card in product(ALL_CARDS, ALL_CARDS))
    yield from (Transfer(seat, card, show) for card in ALL_CARDS for show in (False, True))
    yield from (Take(seat), Pass(seat), Swap(seat))


def equal_sets() -> Iterator[Cards]:
    """Yield every set of cards of one rank."""
    for _, cards in groupby(ALL_CARDS, key=lambda card: card.rank):
        equals = tuple(cards)
        for count in range(1, len(equals) + 1):
            yield from combinations(equals, count)


def odd_sets(rng: Random) -> Iterator[Cards]:
    """Yield sets that no attack can have: a card twice, or unlike ones."""
    for card in ALL_CARDS:
        other, third = rng.sample(ALL_CARDS, 2)
        yield from ((card, card), (card, other), (card, other, third), (card, other, card))


def conceivable(state: State, seat: Seat, rng: Random) -> list[Action]:
    """Return some of what a seat could ask for: every kind of action, with own and foreign cards."""
    hand = state.hands[seat]
    deck = DECKS[state.rules.deck]
    cards = [*hand, *rng.sample(deck, 3)]
    targets = [*(pair.attack for pair in state.table), rng.choice(deck)]
    sets: list[Cards] = [(card,) for card in cards]
    sets += [pair for pair in combinations(hand, 2) if pair[0].rank == pair[1].rank or rng.random() < 0.1]
    sets += [(*pair, rng.choice(deck)) for pair in combinations(hand[:3], 2)]
    return [
        *(Attack(seat, chosen) for chosen in sets),
        *(Defend(seat, attack, card) for attack in targets for card in cards),
        *(Transfer(seat, card, show) for card in cards for show in (False, True)),
        *(Take(seat), Pass(seat), Swap(seat)),
    ]
