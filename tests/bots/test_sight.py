"""Catches: a bot that sees what it must not, overlooks what lies open, or deals the hidden cards so that the
game could not be the one it sits in.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from durak import Seat, State, encode_position, memory_view, outcome, parse_position
from durak.bots.game import Game
from durak.bots.sight import Sight, deal, sight_of
from durak.seatset import seat_set
from durak.view import View
from tests.bots.in_bits import game_of, stock_of
from tests.bots.test_playout import FIELDS, random_games
from tests.rules.redeal import dealt_anew

GUESSED = {"hands", "passed", "joined"}


def moments(count: int, seed: int) -> Iterator[tuple[State, View]]:
    """Yield so many states of random games, each with the view of one of its seats."""
    rng, found = Random(seed), 0
    for game in random_games(seed):
        for state in rng.sample(game.states, min(3, len(game.states))):
            if outcome(state) is None:
                yield state, memory_view(state, Seat(rng.randrange(state.seats)))
                found += 1
        if found >= count:
            return


def made_true(state: State, sight: Sight, game: Game) -> State:
    """Return the state with the hands and the stock of a game that was dealt."""
    hands = tuple(sight.lanes.cards_in(hand) for hand in game.hands)
    return state.changed(hands=hands, stock=stock_of(game, sight.lanes))


def check_deals(count: int, seed: int) -> None:
    """Deal what so many views leave open, and look at the deal from the same seat."""
    rng = Random(seed)
    for state, view in moments(count, seed):
        sight = sight_of(view)
        game, true = deal(sight, rng), game_of(state)
        assert view.viewer is not None
        assert memory_view(made_true(state, sight, game), view.viewer) == view, encode_position(state)
        for name in FIELDS:
            if name not in GUESSED:
                assert getattr(game, name) == getattr(true, name), f"{name} in {encode_position(state)}"
        public = {view.viewer, state.main} if state.rules.throw_priority != "free" else {view.viewer}
        assert game.passed == true.passed & seat_set(public), encode_position(state)
        assert sight.game.hands == list(sight.known), "a deal changes nothing in the sight"


def check_secrecy(count: int, seed: int) -> None:
    """Exchange what so many viewers cannot see; they see the same."""
    rng = Random(seed)
    for state, view in moments(count, seed):
        other = dealt_anew(state, view.viewer, rng, view.beaten_off or ())
        sight, same = sight_of(view), sight_of(memory_view(other, view.viewer))
        assert deal(sight, Random(seed)).hands == deal(same, Random(seed)).hands
        assert (sight.unseen, sight.hidden, sight.known) == (same.unseen, same.hidden, same.known)


def test_what_is_dealt_could_be_the_game() -> None:
    check_deals(600, seed=1)


def test_hidden_cards_make_no_difference() -> None:
    check_secrecy(300, seed=2)


POSITION = (
    "trump=D stock=7H,TS,9D hands=KH,QC,AD|8S,9H,TC,KS,6D|8H,8D main=0 def=1 table=7S/-,7C/8C"
    " known=-|8S,9H|8D"
)


def seen(position: str, seat: int) -> Sight:
    return sight_of(memory_view(parse_position(position), Seat(seat)))


def test_what_is_seen() -> None:
    sight = seen(POSITION, 0)
    bits = sight.lanes.bits
    state = parse_position(POSITION)
    assert sight.known[0] == bits(state.hands[0])
    assert sight.known[1:] == (bits(state.known[1]), bits(state.known[2]))
    assert sight.hidden == (0, 3, 1)
    assert sight.stock == 3
    assert [card.text for card in sight.lanes.cards_in(sight.turned_up)] == ["9D"]
    unseen = {card.text for card in sight.lanes.cards_in(sum(sight.unseen))}
    assert unseen == {"TC", "KS", "6D", "8H", "7H", "TS"}


def test_a_spectator_has_nothing_to_think_about() -> None:
    with pytest.raises(ValueError, match="spectator"):
        sight_of(memory_view(parse_position(POSITION), None))


def test_every_hidden_place_gets_every_unseen_card_alike() -> None:
    sight, rng, deals = seen(POSITION, 0), Random(3), 1200
    in_hand: Counter[int] = Counter()
    first: Counter[int] = Counter()
    for _ in range(deals):
        game = deal(sight, rng)
        in_hand.update(card for card in sight.unseen if game.hands[1] & card)
        first[game.stock[1]] += 1
    assert set(in_hand) == set(first) == set(sight.unseen)
    assert all(abs(count / deals - 3 / 6) < 0.08 for count in in_hand.values())
    assert all(abs(count / deals - 1 / 6) < 0.06 for count in first.values())


def test_who_forgets_takes_more_for_unseen() -> None:
    rng = Random(4)
    for state, view in moments(200, seed=4):
        forgetful = replace(view, beaten_off=(), known=tuple(() for _ in view.known))
        sight, sharp = sight_of(forgetful), sight_of(view)
        gone = sight.lanes.bits(view.beaten_off or ())
        assert sum(sight.unseen) & gone == gone
        assert sum(sight.hidden) >= sum(sharp.hidden)
        game = deal(sight, rng)
        assert [hand.bit_count() for hand in game.hands] == list(view.counts)
        assert game.left == view.stock
        placed = [*game.hands, game.stock[-1], game.table]
        assert sum(placed) <= game.setup.deck.whole, "no card stands twice"
        assert sum(cards.bit_count() for cards in placed) == state.rules.deck - view.discard


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("rules=deutsch trump=D stock=7H,9D hands=KH,QC|8S,9H|8H,8D main=0 def=1 table=7S/-", (0,)),
        (
            "rules=deutsch_weitergeben trump=D stock=7H,9D hands=KH,QC|8S,9H|8H,8D,AC main=0 def=1"
            " table=7S/-,7C/- chain=1 joined=2,0",
            (2, 0),
        ),
        ("trump=D stock=7H,9D hands=KH,QC|8S,9H|8H,8D main=0 def=1 table=7S/-", ()),
        ("rules=deutsch trump=D stock=7H,9D hands=KH,QC|8S,9H|8H,8D main=0 def=1", ()),
    ],
)
def test_who_opened_and_transferred_is_seen_where_it_matters(text: str, joined: tuple[int, ...]) -> None:
    assert seen(text, 1).game.joined == joined
