"""Catches: a text form that is read as something else than it was written, a parser that guesses, an
error that points at the wrong place.
"""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak import (
    Action,
    Attack,
    Card,
    Defend,
    NotationError,
    OtherVersion,
    Pass,
    Rank,
    Seat,
    Suit,
    Swap,
    Take,
    Transfer,
    encode_action,
    encode_cards,
    encode_record,
    order_of,
    parse_action,
    parse_card,
    parse_cards,
    parse_position,
    parse_record,
    parse_rules,
    replay,
)
from durak.cards import DECKS
from durak.ruleset import PRESETS, Rules
from tests.rules.games import Game, games

many = settings(max_examples=100)

# Cards


def test_every_card_has_one_text_and_one_object() -> None:
    for card in DECKS[52]:
        assert parse_card(str(card)) is card
        assert Card(card.rank, card.suit) is card
    assert len({str(card) for card in DECKS[52]}) == 52


def test_ten_is_read_in_two_ways_and_written_in_one() -> None:
    assert parse_card("10H") is parse_card("TH")
    assert str(parse_card("10H")) == "TH"


@pytest.mark.parametrize(
    "text", ["", "H", "9", "9h", "1H", "0H", "9X", "9HH", " 9H", "10", "11H", "TTH", "H9"]
)
def test_no_card(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_card(text)
    assert caught.value.place == 0


def test_lists_of_cards() -> None:
    assert parse_cards("-") == ()
    assert encode_cards(()) == "-"
    assert encode_cards(parse_cards("9H,6S")) == "9H,6S"
    for text, place in (("", 0), ("9H,", 3), ("9H,,6S", 3), ("9H, 6S", 3), ("9H,-", 3)):
        with pytest.raises(NotationError) as caught:
            parse_cards(text)
        assert caught.value.place == place


# Actions

SEVEN_H, NINE_H = Card(Rank.SEVEN, Suit.HEARTS), Card(Rank.NINE, Suit.HEARTS)
SEVEN_S, SEVEN_D = Card(Rank.SEVEN, Suit.SPADES), Card(Rank.SEVEN, Suit.DIAMONDS)
ONE = Seat(1)

ACTIONS: list[tuple[str, Action]] = [
    ("0:A:7H", Attack(Seat(0), (SEVEN_H,))),
    ("0:A:7S,7H", Attack(Seat(0), (SEVEN_S, SEVEN_H))),
    ("1:D:7H/9H", Defend(ONE, SEVEN_H, NINE_H)),
    ("1:T:7S", Transfer(ONE, SEVEN_S)),
    ("1:S:7D", Transfer(ONE, SEVEN_D, show=True)),
    ("1:take", Take(ONE)),
    ("2:pass", Pass(Seat(2))),
    ("0:swap", Swap(Seat(0))),
]


def test_actions() -> None:
    for text, action in ACTIONS:
        assert encode_action(action) == text
        assert parse_action(text) == action


def test_an_attack_is_a_set() -> None:
    assert parse_action("0:A:7H,7S") == parse_action("0:A:7S,7H")
    assert encode_action(Attack(Seat(0), (SEVEN_H, SEVEN_S))) == "0:A:7S,7H"
    assert encode_action(parse_action("0:A:7H,7S,7H")) == "0:A:7S,7H,7H"
    with pytest.raises(ValueError, match="has a card"):
        Attack(Seat(0), ())


def test_actions_have_a_total_order() -> None:
    actions = [action for _, action in ACTIONS]
    keys = [order_of(action) for action in actions]
    assert len(set(keys)) == len(keys)
    in_order = [encode_action(action) for action in sorted(actions, key=order_of)]
    assert in_order == ["0:A:7S,7H", "0:A:7H", "0:swap", "1:D:7H/9H", "1:T:7S", "1:S:7D", "1:take", "2:pass"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        *(
            ("", 0),
            ("0", 1),
            ("x:take", 0),
            ("6:take", 0),
            ("-1:take", 0),
            ("00:take", 0),
            ("\u0661:take", 0),
        ),
        *(("0:Take", 2), ("0:take:", 2), ("0:take ", 2), ("0:B:7H", 2), ("0:A", 2), ("0:A:7H:8H", 2)),
        *(("0:A:", 4), ("0:A:-", 4), ("0:A:7H,7X", 7), ("0:A:7H,", 7)),
        *(("1:D:7H", 6), ("1:D:7H/", 7), ("1:D:7X/9H", 4), ("1:D:7H/9X", 7), ("1:D:7H/9H/TH", 7)),
        *(("1:T:7H,7S", 4), ("1:S:-", 4)),
    ],
)
def test_no_action(text: str, place: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert (caught.value.text, caught.value.place) == (text, place)


@many
@given(game=games)
def test_actions_are_read_as_they_were_written(game: Game) -> None:
    for action in game.record.actions:
        assert parse_action(encode_action(action)) == action


def fault_of(parse: Callable[[str], object], text: str) -> NotationError | None:
    """Return the fault that a parser finds, None if it finds none."""
    try:
        parse(text)
    except NotationError as fault:
        return fault
    return None


@settings(many, max_examples=400)
@given(text=st.text(st.sampled_from("0126SHDCTA79KQ:/,|=- aekprst"), max_size=20))
def test_parsers_raise_nothing_else(text: str) -> None:
    for parse in (parse_card, parse_cards, parse_action, parse_position, parse_record, parse_rules):
        fault = fault_of(parse, text)
        assert fault is None or (fault.text == text and 0 <= fault.place <= len(text))


# Records


@many
@given(game=games)
def test_a_record_plays_the_game_again(game: Game) -> None:
    text = encode_record(game.record)
    assert "\n" not in text
    record = parse_record(text)
    assert record == game.record
    assert encode_record(record) == text
    again = list(replay(record))
    assert again == game.states
    assert [(state.ply, state.table_ply) for state in again] == [
        (state.ply, state.table_ply) for state in game.states
    ]


SECRET = "00" * 32


def test_a_record_in_full() -> None:
    text = f"transfer 1 {SECRET} 416e6e,42656e 2 - 0:A:6S 1:D:6S/7S"
    record = parse_record(text)
    assert (record.rules, record.version, record.secret) == (PRESETS["transfer"], 1, bytes(32))
    assert (record.salts, record.seats, record.leader) == ((b"Ann", b"Ben"), 2, None)
    assert len(list(replay(record))) == 3
    assert encode_record(record) == text
    coded = parse_record(f"D52T2L0 1 {SECRET} -,- 2 0 0:swap 1:S:7D")
    rules = Rules(deck=52, transfer="show", attack_limit=None)
    assert (coded.rules, coded.leader, encode_action(coded.actions[1])) == (rules, 0, "1:S:7D")
    assert encode_record(coded) == f"D52T2L0 1 {SECRET} -,- 2 0 0:swap 1:S:7D"
    assert encode_record(parse_record(f"T1 1 {SECRET} -,- 2 -")) == f"transfer 1 {SECRET} -,- 2 -"
    other = parse_record(f"classic 1 {SECRET} -,00 2 1")
    assert (other.salts, other.leader, other.actions) == ((b"", bytes(1)), 1, ())


@pytest.mark.parametrize(
    ("text", "pointed"),
    [
        ("", "^"),
        (f"chess 1 {SECRET} -,- 2 -", "^"),
        (f"D24Q1 1 {SECRET} -,- 2 -", "D24^"),
        (f"T2D24 1 {SECRET} -,- 2 -", "T2^"),
        (f"T0 1 {SECRET} -,- 2 -", "T^"),
        (f"classic x {SECRET} -,- 2 -", "classic ^"),
        (f"classic 0 {SECRET} -,- 2 -", "classic ^"),
        ("classic 1 00ff -,- 2 -", "classic 1 ^"),
        (f"classic 1 {SECRET[:-2]}FF -,- 2 -", "classic 1 ^"),
        (f"classic 1 {SECRET} -,- 2", f"classic 1 {SECRET} -,- 2^"),
        (f"classic 1 {SECRET} - 2 -", f"classic 1 {SECRET} ^"),
        (f"classic 1 {SECRET} -,0 2 -", f"classic 1 {SECRET} -,^"),
        (f"classic 1 {SECRET} -, 2 -", f"classic 1 {SECRET} -,^"),
        (f"classic 1 {SECRET} -,- 7 -", f"classic 1 {SECRET} -,- ^"),
        (f"classic 1 {SECRET} -,- 2 2", f"classic 1 {SECRET} -,- 2 ^"),
        (f"classic 1 {SECRET} -,- 2 - 0:A:6X", f"classic 1 {SECRET} -,- 2 - 0:A:^"),
        (f"classic 1 {SECRET} -,- 2 - ", f"classic 1 {SECRET} -,- 2 - ^"),
    ],
)
def test_no_record(text: str, pointed: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_record(text)
    assert (caught.value.text, caught.value.place) == (text, pointed.index("^"))


def test_a_record_of_another_version_is_not_played() -> None:
    record = parse_record(f"classic 2 {SECRET} -,- 2 -")
    with pytest.raises(OtherVersion):
        next(replay(record))
