"""Catches: a text form that is read as something else than it was written, a parser that guesses, an
error that points at the wrong place.
"""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
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
    encode_position,
    encode_record,
    encode_rules,
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

many = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))

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


# Positions

CANONICAL = [
    (
        "trump=H stock=9D,6H hands=7S,8C,KD|9S,AC,6D|7D,TC,QH main=0 def=1 bout=2",
        "trump=H stock=9D,6H hands=7S,8C,KD|6D,9S,AC|7D,TC,QH main=0 def=1",
    ),
    (
        "rules=transfer trump=H stock=- hands=KC|8H,9S|- table=8S/- main=0 def=1 base=2 out=2",
        "rules=transfer trump=H hands=KC|8H,9S|- table=8S/- main=0 def=1 out=2",
    ),
    (
        "rules=transfer trump=H hands=-|KC,AC|8H,9S,TS|- table=7S/-,7D/-,7C/- main=1 def=2 second=3 bout=9 "
        "joined=0,1,3 emptied=0,3 chain=1",
        "rules=transfer trump=H hands=-|KC,AC|8H,9S,TS|- table=7S/-,7D/-,7C/- main=1 def=2 second=3 bout=9 "
        "joined=0,1,3 emptied=0,3 chain=1",
    ),
    (  # every field at its default
        "rules=classic trump=H stock=- hands=KC,QC|9S table=8S/TS main=0 def=1 second=- base=2 bout=2 "
        "discarded=yes taking=no passed=- joined=0 emptied=- chain=0 shown=- out=- known=-",
        "trump=H hands=QC,KC|9S table=8S/TS main=0 def=1",
    ),
    (  # no field at its default
        "known=-|9H,TC|JC def=1 main=0 taking=yes chain=1 shown=9H table=9S/-,9C/-,9D/- joined=2,0,1 bout=3 "
        "discarded=no passed=0 trump=H hands=KC|10C,9H,AC,AD|JC second=- rules=transfer",
        "rules=transfer trump=H hands=KC|9H,TC,AD,AC|JC table=9S/-,9C/-,9D/- main=0 def=1 second=- bout=3 "
        "discarded=no taking=yes passed=0 joined=2,0,1 chain=1 shown=9H known=-|9H,TC|JC",
    ),
    ("trump=H hands=KC|- main=0 def=1 known=-|- out=1", "trump=H hands=KC|- main=0 def=1 out=1"),
    ("trump=H hands=KC|9C main=0 def=1 bout=1", "trump=H hands=KC|9C main=0 def=1 bout=1"),
    (
        "trump=H hands=KC|9C main=0 def=1 bout=1 discarded=yes",
        "trump=H hands=KC|9C main=0 def=1 bout=1 discarded=yes",
    ),
    (  # (built): no cards while there is a stock
        "trump=H stock=6H hands=KC|9C|- main=0 def=1 emptied=2",
        "trump=H stock=6H hands=KC|9C|- main=0 def=1",
    ),
]


@pytest.mark.parametrize(("text", "canonical"), CANONICAL)
def test_canonical_form(text: str, canonical: str) -> None:
    assert encode_position(parse_position(text)) == canonical
    assert encode_position(parse_position(canonical)) == canonical
    assert parse_position(canonical) == parse_position(text)


def test_defaults_follow_from_the_rest() -> None:
    state = parse_position("trump=H hands=KC|9C,TC|-|8C|- table=7S/- main=0 def=1")
    assert (state.second, state.joined, state.emptied) == (3, (0,), (2, 4))
    assert (state.bout, state.discarded, state.known) == (2, True, ((),) * 5)
    state = parse_position("trump=H hands=-|KC|9C,TC|- table=7S/- main=1 def=2")
    assert (state.second, state.emptied) == (None, (3, 0))
    assert not parse_position("trump=H hands=KC|9C main=0 def=1 bout=1").discarded


OPEN = "trump=H hands=KC,QC|9S,TS main=0 def=1"
LAID = "trump=H hands=KC,QC|9S,TS table=8S/- main=0 def=1"

REFUSED = [
    # the fields
    ("", "^"),
    (f"{OPEN}  bout=3", "{OPEN} ^"),
    (f" {OPEN}", "^"),
    (f"{OPEN} ", "{OPEN} ^"),
    (f"{OPEN} bouts=3", "{OPEN} ^"),
    (f"{OPEN} bout", "{OPEN} ^"),
    (f"{OPEN} def=1", "{OPEN} ^"),
    ("hands=KC|9S main=0 def=1", "hands=KC|9S main=0 def=1^"),
    (f"rules=chess {OPEN}", "rules=^"),
    ("trump=X hands=KC|9S main=0 def=1", "trump=^"),
    (f"{OPEN} bout=0", "{OPEN} bout=^"),
    (f"{OPEN} bout=02", "{OPEN} bout=^"),
    (f"{OPEN} bout=" + 5000 * "9", "{OPEN} bout=^"),
    (f"{OPEN} discarded=maybe", "{OPEN} discarded=^"),
    (f"{OPEN} chain=-1", "{OPEN} chain=^"),
    # seats
    ("trump=H hands=KC,QC|9S main=0 def=2", "trump=H hands=KC,QC|9S main=0 def=^"),
    ("trump=H hands=KC,QC|9S main=2 def=1", "trump=H hands=KC,QC|9S main=^"),
    ("trump=H hands=KC,QC|9S main=1 def=1", "trump=H hands=KC,QC|9S main=1 def=^"),
    (f"{OPEN} second=2", "{OPEN} second=^"),
    (f"{OPEN} second=0", "{OPEN} second=^"),
    (f"{OPEN} second=1", "{OPEN} second=^"),
    ("trump=H hands=KC main=0 def=1", "trump=H hands=^"),
    ("trump=H hands=6S|7S|8S|9S|TS|JS|QS main=0 def=1", "trump=H hands=^"),
    # cards
    ("trump=H hands=KC,QC|9S,2S main=0 def=1", "trump=H hands=KC,QC|9S,^"),
    ("trump=H hands=KC,QC|9S,KC main=0 def=1", "trump=H hands=KC,QC|9S,^"),
    ("trump=H hands=KC,QC|9S,9S main=0 def=1", "trump=H hands=KC,QC|9S,^"),
    ("trump=H hands=KC,QC||9S main=0 def=1", "trump=H hands=KC,QC|^"),
    (f"stock=KC,6H {OPEN}", "stock=^"),
    (f"stock=6H,7D {OPEN}", "stock=6H,^"),
    # the table
    (f"table=KC/- {OPEN}", "table=^"),
    (f"table=8S/7S {OPEN}", "table=8S/^"),
    (f"table=8S/8D {OPEN}", "table=8S/^"),
    (f"table=8S {OPEN}", "table=^"),
    (f"table=8S/-, {OPEN}", "table=8S/-,^"),
    (f"table=8S/-,8D/-,8C/- {OPEN}", "table=^"),
    (
        "trump=H hands=KC|TC,JC bout=1 table=6S/7S,6D/7D,6C/7C,7H/8H,8S/9S,9C/- main=0 def=1",
        "trump=H hands=KC|TC,JC bout=1 table=^",
    ),
    (f"{LAID} base=3", "{LAID} base=^"),
    (f"{OPEN} taking=yes", "{OPEN} taking=^"),
    (
        "trump=H hands=KC|9S table=8S/TS main=0 def=1 taking=yes",
        "trump=H hands=KC|9S table=8S/TS main=0 def=1 taking=^",
    ),
    # passed
    (f"{OPEN} passed=0", "{OPEN} passed=^"),
    (f"{LAID} passed=0", "{LAID} passed=^"),
    (f"{LAID} taking=yes passed=1", "{LAID} taking=yes passed=^"),
    (
        "trump=H hands=KC|9S,JC|-|QC table=8S/TS main=0 def=1 passed=2",
        "trump=H hands=KC|9S,JC|-|QC table=8S/TS main=0 def=1 passed=^",
    ),
    (
        "trump=H hands=KC|9S,JC|AC|QC table=8S/TS main=0 def=1 passed=3,2",
        "trump=H hands=KC|9S,JC|AC|QC table=8S/TS main=0 def=1 passed=^",
    ),
    # out, emptied
    (f"{OPEN} out=1", "{OPEN} out=^"),
    (
        "stock=6H trump=H hands=KC|9S|- main=0 def=1 out=2",
        "stock=6H trump=H hands=KC|9S|- main=0 def=1 out=^",
    ),
    (
        "trump=H hands=-|9S,JC|KC table=8S/- main=0 def=1 out=0",
        "trump=H hands=-|9S,JC|KC table=8S/- main=0 def=1 out=^",
    ),
    ("trump=H hands=KC|9S|-|- main=0 def=1 out=2,2", "trump=H hands=KC|9S|-|- main=0 def=1 out=2,^"),
    (f"{LAID} emptied=0", "{LAID} emptied=^"),
    (
        "trump=H hands=KC|9S,JC|- table=8S/- main=0 def=1 emptied=-",
        "trump=H hands=KC|9S,JC|- table=8S/- main=0 def=1 emptied=^",
    ),
    (
        "trump=H hands=KC|9S,JC|- table=8S/- main=0 def=1 out=2 emptied=2",
        "trump=H hands=KC|9S,JC|- table=8S/- main=0 def=1 out=2 emptied=^",
    ),
    # joined, chain, shown, known
    (f"{LAID} joined=-", "{LAID} joined=^"),
    (f"{LAID} joined=0,0", "{LAID} joined=0,^"),
    (f"{OPEN} joined=0", "{OPEN} joined=^"),
    (f"{OPEN} chain=1", "{OPEN} chain=^"),
    (f"{OPEN} shown=6H", "{OPEN} shown=^"),
    (f"{LAID} shown=6D", "{LAID} shown=^"),
    (f"{LAID} shown=6H,6H", "{LAID} shown=6H,^"),
    (f"{LAID} known=9S|-", "{LAID} known=^"),
    (f"{LAID} known=KC", "{LAID} known=^"),
    (f"{LAID} known=KC,KC|-", "{LAID} known=KC,^"),
    # no moment of a game
    ("trump=H hands=-|9S|KC main=0 def=1", "trump=H hands=-|9S|KC main=^"),
    ("trump=H hands=9S|-|KC main=0 def=1", "trump=H hands=9S|-|KC main=0 def=^"),
    ("stock=6H trump=H hands=9S|- main=0 def=1", "stock=6H trump=H hands=9S|- main=0 def=^"),
    ("trump=H hands=KC|- table=8S/TS main=0 def=1", "trump=H hands=KC|- table=^"),
    ("trump=H hands=-|KC table=8S/TS main=0 def=1", "trump=H hands=-|KC table=^"),
    ("trump=H hands=KC|9S,JC|AC table=8S/TS main=0 def=1 passed=0,2", "trump=H hands=KC|9S,JC|AC table=^"),
    ("trump=H hands=KC|9S table=8S/- main=0 def=1 taking=yes", "trump=H hands=KC|9S table=^"),
]


@pytest.mark.parametrize(("text", "pointed"), REFUSED)
def test_no_position(text: str, pointed: str) -> None:
    place = pointed.format(OPEN=OPEN, LAID=LAID).index("^")
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert (caught.value.text, caught.value.place) == (text, place), caught.value.reason


@settings(many, max_examples=40)
@given(game=games)
def test_positions_are_read_as_they_were_written(game: Game) -> None:
    for state in game.states:
        text = encode_position(state)
        assert parse_position(text) == state
        assert encode_position(parse_position(text)) == text
        assert len(text) < 2_000


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


# Rules and records


def test_rules() -> None:
    for name, rules in PRESETS.items():
        assert encode_rules(rules) == name
        assert parse_rules(name) == rules
    with pytest.raises(ValueError, match="no name"):
        encode_rules(Rules(deck=24, first_cap=None))


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
    other = parse_record(f"classic 1 {SECRET} -,00 2 1")
    assert (other.salts, other.leader, other.actions) == ((b"", bytes(1)), 1, ())


@pytest.mark.parametrize(
    ("text", "pointed"),
    [
        ("", "^"),
        (f"chess 1 {SECRET} -,- 2 -", "^"),
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
