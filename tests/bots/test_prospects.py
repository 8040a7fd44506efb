"""Catches a prospect that is not what the engine makes of the move: cards, draws, roles, or the end."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from random import Random

import pytest

from durak.actions import Action, Attack, Defend, Seat, Transfer
from durak.apply import advance
from durak.bots import features
from durak.bots.bits import Bits, lanes
from durak.bots.features import Afterstate, Stage, encode, turned
from durak.bots.prospects import EVEN, LOST, WON, prospects, table_of
from durak.cards import Card, Suit, parse_card
from durak.deal import new_game
from durak.draft import Phase
from durak.legal import public_waiting
from durak.ruleset import PRESETS, Rules
from durak.state import State
from durak.view import View, memory_view

GAMES = 12
SERVED = ["classic", "transfer", "deutsch", "pengalihan", "durak_online"]


def decisions(rules: Rules, seed: int) -> Iterator[tuple[State, View]]:
    """Every position of a game in which somebody has a move with a prospect, played by chance."""
    rng = Random(seed)
    state = new_game(rules, rng.randbytes(32), [b""] * 2, 2)
    while state.outcome is None:
        view = memory_view(state, min(public_waiting(state)))
        yield state, view
        # Takes seldom, or nobody ever runs out of cards.
        moves = sorted(prospects(view), key=str)
        cards = [move for move in moves if isinstance(move, Attack | Defend | Transfer)]
        state = advance(state, rng.choice(cards if cards and rng.random() < 0.8 else moves))


@pytest.mark.parametrize("preset", SERVED)
def test_a_prospect_is_what_the_engine_makes_of_the_move(preset: str) -> None:
    stages, ends = set(), set()
    for seed in range(GAMES):
        for state, view in decisions(PRESETS[preset], seed):
            for action, prospect in prospects(view).items():
                after = advance(state, action)
                if isinstance(prospect, float):
                    assert prospect == worth(after, action.seat)
                    ends.add(prospect)
                else:
                    assert after.outcome is None
                    stages.add(prospect.stage)
                    check(prospect, state, after, action.seat)
    assert {WON, LOST} <= ends
    assert stages >= set(Stage) - {Stage.COVERED_SOME}
    assert (Stage.COVERED_SOME in stages) == (PRESETS[preset].transfer == "on")


def worth(after: State, seat: Seat) -> float:
    outcome = after.outcome
    assert outcome is not None
    if outcome.kind == "draw":
        return EVEN
    return WON if (seat in outcome.seats) == (outcome.kind == "winner") else LOST


def check(prospect: Afterstate, before: State, after: State, me: Seat) -> None:
    bits = lanes(36, after.trump).bits
    them = Seat(1 - me)
    mine, theirs = bits(after.hands[me]), bits(after.hands[them])
    drawn = mine & ~prospect.mine
    assert not prospect.mine & ~mine
    assert drawn.bit_count() == prospect.draws
    assert not drawn & ~bits(before.stock[:-1])
    assert (prospect.my_size, prospect.their_size) == (mine.bit_count(), theirs.bit_count())
    assert prospect.theirs == bits(after.known[them])
    assert prospect.exposed == bits(after.known[me])
    assert prospect.unseen == (theirs & ~prospect.theirs) | bits(after.stock[:-1]) | drawn
    assert prospect.stock == len(after.stock)
    assert prospect.turned_up == bits(after.stock[-1:])
    assert prospect.table == bits(card for pair in after.table for card in (pair.attack, pair.cover) if card)
    assert prospect.uncovered == bits(after.uncovered)
    assert prospect.room == (min(after.room, 6) if after.table else 0)
    assert prospect.is_fresh == (bool(after.table) and not after.covered)
    assert prospect.stage == stage_of(after, me)


def stage_of(after: State, me: Seat) -> Stage:
    attacking = after.main == me
    match after.phase:
        case Phase.OPEN:
            return Stage.LEADING if attacking else Stage.ATTACKED_NEXT
        case Phase.TAKING:
            return Stage.FED if attacking else Stage.TAKING
        case Phase.THROW:
            return Stage.COVERED
        case _:
            return Stage.ATTACKED if attacking else Stage.COVERED_SOME


def test_last_hands_that_run_out_together_are_worth_what_the_rules_say() -> None:
    """Rarely met by chance: the attacker's last card is covered by the defender's last."""
    for rules, expected in (
        (Rules(), EVEN),
        (Rules(draw=False), LOST),
        (Rules(end="first_out"), WON),
    ):
        state, cover = last_cards(rules)
        view = memory_view(state, cover.seat)
        assert prospects(view)[cover] == worth(advance(state, cover), cover.seat) == expected


def last_cards(rules: Rules) -> tuple[State, Action]:
    """One card each and no stock: the defender can cover."""
    state = new_game(rules, bytes(32), [b""] * 2, 2)
    trump = state.trump
    low, high = [card for card in lanes(36, trump).cards if card.suit is trump][:2]
    hands = ((low,), (high,))
    main, defender = Seat(0), Seat(1)
    state = state.changed(
        hands=hands, stock=(), main=main, defender=defender, second=None, bout=9, discarded=True, known=hands
    )
    return advance(state, Attack(main, (low,))), Defend(defender, low, high)


def test_only_one_of_two_seats_is_told() -> None:
    alone = new_game(Rules(), bytes(32), [b""] * 2, 2)
    three = new_game(Rules(), bytes(32), [b""] * 3, 3)
    for view in (memory_view(alone, None), memory_view(three, three.main)):
        with pytest.raises(ValueError, match="one of two seats"):
            table_of(view)


def test_features_know_no_more_than_the_view() -> None:
    """A view is all they are made from; here the same position with hidden cards exchanged."""
    state = new_game(Rules(), bytes(32), [b""] * 2, 2)
    main, them = state.main, Seat(1 - state.main)
    hands, stock = list(state.hands), list(state.stock)
    hands[them], stock[:6] = tuple(stock[:6]), list(hands[them])
    other = state.changed(hands=tuple(hands), stock=tuple(stock))
    assert told(state, main) == told(other, main)
    assert told(state, main) != told(replace_trump(state), main)


def told(state: State, seat: Seat) -> dict[Action, Bits | float]:
    after = prospects(memory_view(state, seat))
    return {move: it if isinstance(it, float) else encode(it) for move, it in after.items()}


def replace_trump(state: State) -> State:
    """The same with another card turned up, which everybody sees."""
    stock = state.stock
    last = next(at for at, card in enumerate(stock) if card.suit is state.trump)
    assert last < len(stock) - 1
    swapped = [*stock[:last], stock[-1], *stock[last + 1 : -1], stock[last]]
    return state.changed(stock=tuple(swapped))


def test_no_two_groups_of_features_share_a_bit() -> None:
    groups = sorted(WIDTHS.items())
    for (start, width), (following, _) in pairwise([*groups, (features.WIDTH, 0)]):
        assert start + width <= following
        assert start // 64 == (start + width - 1) // 64


def test_nothing_is_set_outside_the_groups() -> None:
    inside = sum(((1 << width) - 1) << start for start, width in WIDTHS.items())
    found = 0
    for _, view in decisions(Rules(transfer="on"), 3):
        for prospect in prospects(view).values():
            if isinstance(prospect, Afterstate):
                found |= encode(prospect)
    assert not found & ~inside
    assert all(found >> start & (1 << width) - 1 for start, width in WIDTHS.items())


WIDTHS = {
    features.MINE: 36,
    features.TABLE_RANKS: 9,
    features.TURNED_UP: 9,
    features.ROOM: 6,
    features.FRESH: 1,
    features.THEIRS: 36,
    features.STOCK: 25,
    features.UNSEEN: 36,
    features.MY_SIZE: 13,
    features.THEIR_SIZE: 13,
    features.TABLE: 36,
    features.HIDDEN: 7,
    features.DRAWS: 6,
    features.STAGE: 7,
    features.MY_TRUMPS: 7,
    features.OPEN: 36,
    features.OTHER_TRUMPS: 10,
    features.PAIRS: 9,
    features.TRIPLES: 9,
    features.EXPOSED: 36,
    features.UNCOVERABLE: 27,
    features.MASTERS: 27,
    features.DEAD_RANKS: 9,
    features.THREATENED: 27,
}


def test_turned_features_are_those_of_the_turned_deal() -> None:
    """Plain suits in each other's place, and the same moves."""
    trump = Suit.SPADES
    plain = [suit for suit in Suit if suit is not trump]
    following = {trump: trump, **dict(zip(plain, [*plain[1:], plain[0]], strict=True))}

    def turn(cards: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(Card(card.rank, following[card.suit]) for card in cards)

    rng = Random(2)
    cards = [card for card in lanes(36, trump).cards if card.suit is trump or card.rank > 7]
    state = new_game(Rules(transfer="on"), bytes(32), [b""] * 2, 2)
    for _ in range(40):
        rng.shuffle(cards)
        hands, known, stock = (cards[:5], cards[5:12]), (cards[:2], cards[5:8]), (*cards[12:15], cards[-1])
        if cards[-1].suit is not trump:
            continue
        here = state.changed(trump=trump, hands=hands, known=known, stock=stock, bout=4, discarded=True)
        there = state.changed(
            trump=trump,
            hands=tuple(map(turn, hands)),
            known=tuple(map(turn, known)),
            stock=turn(stock),
            bout=4,
            discarded=True,
        )
        found, expected = told(here, here.main).values(), told(there, there.main).values()
        assert sorted(turned(it) for it in found if isinstance(it, int)) == sorted(expected)


def test_the_reckoned_features_of_a_known_position() -> None:
    """I hold 6S 6D 9S, AC and the lowest trump; they are known to hold 7S; TS and AH are unseen."""
    order = lanes(36, Suit.HEARTS)
    mine = order.bits(map(parse_card, ("6S", "6D", "9S", "AC", "6H")))
    theirs, unseen = (order.bits(map(parse_card, cards)) for cards in (["7S"], ["TS", "AH"]))
    after = Afterstate(
        mine=mine,
        exposed=0,
        theirs=theirs,
        unseen=unseen,
        table=0,
        uncovered=0,
        turned_up=0,
        stock=0,
        my_size=5,
        their_size=3,
        draws=0,
        room=0,
        stage=Stage.LEADING,
        is_fresh=False,
    )
    told = encode(after)

    def cards(start: int) -> set[str]:
        return {card.text for card in order.cards_in(told >> start & (1 << WIDTHS[start]) - 1)}

    assert cards(features.UNCOVERABLE) == {"TS"}
    assert cards(features.MASTERS) == {"6D", "AC"}
    assert cards(features.THREATENED) == {"6S"}
    assert told >> features.PAIRS & 0x1FF == 1
    assert told >> features.TRIPLES & 0x1FF == 1
    ranks = "6789TJQKA"
    dead = {rank for place, rank in enumerate(ranks) if told >> features.DEAD_RANKS + place & 1}
    assert dead == set(ranks) - {"7", "T", "A"}
    assert told >> features.MY_TRUMPS & 0x7F == 1 << 1
    assert told >> features.OTHER_TRUMPS & 0x3FF == 1 << 1
    assert told >> features.HIDDEN & 0x7F == 1 << 2
