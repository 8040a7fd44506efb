"""Catches: a rival that is not the one of the study, so that whoever beats it has shown nothing.

Values of the net are those that the study's own program gave, by numpy, for the same positions.
"""

from random import Random

import pytest

from durak import PRESETS, Seat, encode_action, legal_actions, memory_view, outcome, parse_position
from durak.apply import advance
from durak.arena.deals import Deal
from durak.arena.match import Match, play_deal
from durak.bots import BOTS, Bot
from durak.state import State
from tests.bench.rivals.duel import GIVE_UP, Duel, duel
from tests.bench.rivals.endgame import Endgame, TooDeep
from tests.bench.rivals.flat import FlatMonteCarlo, dealt
from tests.bench.rivals.greedy import Greedy
from tests.bench.rivals.playout import Bout, loss_of_attacker
from tests.bench.rivals.study_net import StudyNet, logit, ones_after

STOCK = "6C,7H,KC,8S,6S,KD,QS,AH,JC,TS,TD,JS,9C,7S,7C,JD,QC,8H,AS,8D,6H,QD,KH,JH"
THROW = f"trump=H stock={STOCK} hands=8C,TH,QH,AD,AC|6D,9S,9H,TC,KS table=7D/9D main=1 def=0 bout=5"
COVER = f"trump=H stock={STOCK} hands=8C,TH,QH,AD,AC|6D,9H,TC,KS table=7D/9D,9S/- main=1 def=0 bout=5"
LATE = (
    "trump=H hands=7C,8S,JS,JC,QH,QD,QC,AH|6H,8H,JH,KH,AS table=TD/- main=1 def=0 bout=5 known=JS,JC,QD,QC|JH"
)
LEAD = "trump=H hands=8S,JS,JC,QH,QC,AH|8H,JH,KH,AS main=1 def=0 bout=5 known=JS,JC,QC|JH"
ADD = (
    "trump=H stock=JC,KH,6S,8H,7S,AC,KC,9C,9H hands=TH,TD,TC,JH,QH|7H,7C,QD,QC,AS,AH,AD table=TS/- "
    "main=0 def=1 bout=5 taking=yes known=TH|7H,7C,QD,QC,AD"
)


def seen(position: str, seat: int) -> Duel:
    return duel(memory_view(parse_position(position), Seat(seat)))


@pytest.mark.parametrize(
    ("position", "seat", "values"),
    [
        (THROW, 1, {"9S": -0.0353, "9H": -0.1493, "-": -0.2079}),
        (COVER, 0, {"TH": 0.0864, "QH": 0.0537, "-": -0.0961}),
        (LATE, 0, {"QD": -3.5511, "QH": -4.5231, "AH": -4.9006, "-": -4.6683}),
        (LEAD, 1, {"AS": 4.1353, "8H": 1.3073, "JH": 1.3283, "KH": 1.6521}),
        (ADD, 0, {"TD": 0.0448, "TC": -0.0356, "TH": -0.4593, "-": -0.0066}),
    ],
)
def test_the_net_says_what_it_said_in_the_study(position: str, seat: int, values: dict[str, float]) -> None:
    view = seen(position, seat)
    found = {
        "-" if move == GIVE_UP else view.order.cards[move].text: logit(ones_after(view, move))
        for move in view.moves
    }
    assert found == pytest.approx(values, abs=1e-4)


def chosen(bot: Bot, position: str, seat: int) -> str:
    return encode_action(bot.choose(memory_view(parse_position(position), Seat(seat)), Random(0)))


@pytest.mark.parametrize(
    ("position", "seat", "action"),
    [
        (THROW, 1, "1:A:9S"),
        (COVER, 0, "0:D:9S/TH"),
        (LATE, 0, "0:D:TD/QD"),
        (ADD, 0, "0:A:TD"),
        # no trump is thrown in while there is a stock, and all of them later
        ("trump=H stock=7C,6H hands=8H,KS|TC,9D main=0 def=1 table=8C/9C", 0, "0:pass"),
        ("trump=H hands=8H,KS|TC,9D main=0 def=1 table=8C/9C", 0, "0:A:8H"),
        ("trump=H hands=8H,KS|9C,9D main=0 def=1", 0, "0:A:KS"),
        # of several cards the one with the fewest covers is answered first
        ("trump=H hands=KS|9S,TS,8C main=0 def=1 table=7C/-,7S/-", 1, "1:D:7C/8C"),
        ("trump=H hands=KS|9S,TS,8C main=0 def=1 table=7C/-,AS/-", 1, "1:take"),
    ],
)
def test_greedy_plays_the_lowest_card(position: str, seat: int, action: str) -> None:
    assert chosen(Greedy(), position, seat) == action


# The endgame


def value_for(state: State, seat: int) -> int:
    """Return what the best play of both is worth to the seat, by the engine and without a memory."""
    ended = outcome(state)
    if ended is not None:
        return 0 if ended.kind == "draw" else -1 if ended.seats == (seat,) else 1
    mover = state.main if not state.uncovered or state.taking else state.defender
    values = [value_for(advance(state, action), seat) for action in legal_actions(state, mover)]
    return max(values) if mover == seat else min(values)


def test_endgames_are_worth_what_all_ways_to_play_them_say() -> None:
    dice, values = Random(8), []
    for number in range(60):
        cards = dice.sample(Deal(0, number).dealt(PRESETS["classic"], 2).stock, 6)
        texts = sorted(card.text for card in cards)
        cut = dice.randint(2, 4)
        hands = f"{','.join(texts[:cut])}|{','.join(texts[cut:])}"
        state = parse_position(f"trump=H hands={hands} main=0 def=1 bout=9")
        move, value = Endgame(10_000).best(duel(memory_view(state, Seat(0))))
        assert value == value_for(state, 0), hands
        action = next(
            action
            for action in legal_actions(state, Seat(0))
            if encode_action(action) == f"0:A:{duel(memory_view(state, Seat(0))).order.cards[move].text}"
        )
        assert value_for(advance(state, action), 0) == value, hands
        values.append(value)
    assert {-1, 1} <= set(values)


def test_an_endgame_that_is_too_deep_is_given_up() -> None:
    with pytest.raises(TooDeep):
        Endgame(5).best(seen(LEAD, 1))
    assert chosen(StudyNet(), LEAD, 1) == "1:A:AS"


# Monte Carlo


def test_every_hand_that_is_dealt_could_be() -> None:
    view, dice = seen(ADD, 0), Random(1)
    for _ in range(50):
        theirs, stock = dealt(view, dice)
        assert theirs.bit_count() == 7
        assert theirs & view.known == view.known
        assert len(stock) == 9
        assert stock[-1] == view.turned_up
        everything = theirs | sum(stock)
        assert everything == view.known | view.unseen | view.turned_up
        assert everything.bit_count() == 16


@pytest.mark.parametrize(
    ("hands", "loss"),
    [
        ("KS|9S", 0.0),  # no cover: the defender takes and is left with cards
        ("9S|KS", 0.5),  # both run out together
        ("9S,TS|KS", 1.0),  # the defender covers with his last card, and has none left to give
        ("9S,9C|TS,TC", 0.5),
        ("9S,9C,KD|TS,TC", 1.0),
    ],
)
def test_games_are_played_out_as_greedy_plays(hands: str, loss: float) -> None:
    view = seen(f"trump=H hands={hands} main=0 def=1 bout=9", 0)
    bout = Bout(view.hand, view.unseen, False, 0, 0, 0, view.room)
    assert loss_of_attacker(bout, (), 0.0, Random(0).random) == loss


def test_strays_change_how_a_game_goes_now_and_then() -> None:
    view = seen("trump=H hands=6S,8C,TD,KS|7S,9C,JD,AS main=0 def=1 bout=9", 0)
    bout, dice = Bout(view.hand, view.unseen, False, 0, 0, 0, view.room), Random(0)
    assert len({loss_of_attacker(bout, (), 0.3, dice.random) for _ in range(100)}) > 1
    assert len({loss_of_attacker(bout, (), 0.0, dice.random) for _ in range(100)}) == 1


def test_flat_plays_as_many_games_as_it_was_told() -> None:
    flat = FlatMonteCarlo(playouts=90, endgame=False)
    assert chosen(flat, THROW, 1).startswith("1:")
    assert flat.played_out == 90
    assert chosen(flat, "trump=H hands=KS|9C main=0 def=1", 0) == "0:A:KS"
    assert flat.played_out == 90


# Whole games


def test_rivals_play_by_the_rules_and_are_as_strong_as_they_were() -> None:
    """Also against somebody who opens with several cards and throws in early."""
    bots: dict[str, Bot] = {
        "greedy": Greedy(),
        "study": StudyNet(),
        "flat": FlatMonteCarlo(60, endgame=False),
        **BOTS,
    }
    lost = 0.0
    for first, second in (("study", "greedy"), ("flat", "greedy"), ("flat", "random")):
        match = Match(PRESETS["classic"], (first, second), 4, 3)
        for deal in range(match.deals):
            found = play_deal(match, deal, bots, lambda: 0.0)
            assert found.faults == ()
            lost += found.tallies[first].loss
    assert lost < 8, "of 24 games"


def test_rivals_know_no_other_table() -> None:
    for preset, seats in (("classic", 3), ("blitz", 2)):
        state = Deal(0, 0).dealt(PRESETS[preset], seats)
        with pytest.raises(ValueError, match="in twos"):
            Greedy().choose(memory_view(state, state.main), Random(0))
