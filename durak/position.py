"""Positions as text (notation.md): the whole state of a game on one line, at any moment of a bout.

`parse_position` accepts whatever could be set up on a table, even where no play leads there, and refuses what
is no position at all; the error's place is where the fault stands in the text.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from durak.actions import Seat
from durak.cards import DECKS, Cards, encode_cards, parse_suit
from durak.cardset import beaters, set_of
from durak.draft import Pair, Phase
from durak.position_fields import (
    NO_CARDS,
    NO_PAIRS,
    NO_SEATS,
    Fields,
    FreshCards,
    parse_flag,
    parse_hands,
    parse_known,
    parse_passed,
    parse_seat_of,
    parse_seat_or_none,
    parse_seats,
    parse_set,
    parse_stock,
    parse_table,
)
from durak.rules_code import encode_rules, parse_rules
from durak.ruleset import PRESETS, most_seats
from durak.seatset import clockwise, find_second, holders_of
from durak.state import State
from durak.text import parse_number


def encode_position(state: State) -> str:
    """Return the canonical text, which leaves defaults out."""
    return " ".join(f"{name}={text}" for name, text in _written(state))


def _written(state: State) -> Iterator[tuple[str, str]]:
    """Yield the fields that must be written, in their order."""
    hands, main, defender = state.hands, state.main, state.defender
    texts = (
        ("rules", encode_rules(state.rules), "classic"),
        ("trump", state.trump.value, None),
        ("stock", encode_cards(state.stock), "-"),
        ("hands", _encode_sets(hands), None),
        ("table", ",".join(map(_encode_pair, state.table)) or "-", "-"),
        ("main", str(main), None),
        ("def", str(defender), None),
        ("second", _encode_seat(state.second), _encode_seat(_usual_second(hands, main, defender))),
        ("bout", str(state.bout), "2"),
        ("discarded", _encode_flag(state.discarded), _encode_flag(state.bout > 1)),
        ("taking", _encode_flag(state.taking), "no"),
        ("passed", _encode_seats(sorted(state.passed)), "-"),
        ("joined", _encode_seats(state.joined), _encode_seats(_usual_joined(state.table, main))),
        ("emptied", _encode_seats(state.emptied), _encode_seats(_empty_handed(hands, state.out, main))),
        ("chain", str(state.chain), "0"),
        ("shown", encode_cards(state.shown), "-"),
        ("out", _encode_seats(state.out), "-"),
        ("known", _encode_sets(state.known) if any(state.known) else "-", "-"),
    )
    return ((name, text) for name, text, default in texts if text != default)


def _encode_sets(sets: Iterable[Cards]) -> str:
    return "|".join(map(encode_cards, sets))


def _encode_pair(pair: Pair) -> str:
    return f"{pair.attack}/{pair.cover or '-'}"


def _encode_seat(seat: Seat | None) -> str:
    return "-" if seat is None else str(seat)


def _encode_seats(seats: Iterable[Seat]) -> str:
    return ",".join(map(str, seats)) or "-"


def _encode_flag(flag: bool) -> str:
    return "yes" if flag else "no"


# Defaults that follow from the rest of the position


def _usual_second(hands: Sequence[Cards], main: Seat, defender: Seat) -> Seat | None:
    return find_second(holders_of(list(map(set_of, hands))), len(hands), main, defender)


def _usual_joined(table: Sequence[Pair], main: Seat) -> tuple[Seat, ...]:
    return (main,) if table else ()


def _empty_handed(hands: Sequence[Cards], out: Sequence[Seat], main: Seat) -> tuple[Seat, ...]:
    """The seats without cards that are not out, clockwise from the main attacker."""
    seats = (main, *clockwise(main, len(hands)))
    return tuple(seat for seat in seats if not hands[seat] and seat not in out)


# Reading


def parse_position(text: str) -> State:
    """Return the state of a position text. Raises NotationError."""
    source = Fields(text)
    rules = source.read("rules", parse_rules, PRESETS["classic"])
    trump = source.must("trump", parse_suit)
    fresh = FreshCards(DECKS[rules.deck])
    covers = beaters(rules.deck, trump, rules.low_trump_beats_ace)
    hands = source.must("hands", partial(parse_hands, fresh=fresh, most=most_seats(rules)))
    stock = source.read("stock", partial(parse_stock, fresh=fresh, trump=trump), NO_CARDS)
    table = source.read(
        "table",
        partial(parse_table, fresh=fresh, covers=covers),
        NO_PAIRS,
    )
    a_seat, some_seats = partial(parse_seat_of, seats=len(hands)), partial(parse_seats, seats=len(hands))
    main, defender = source.must("main", a_seat), source.must("def", a_seat)
    second = partial(parse_seat_or_none, seats=len(hands))
    bout = source.read("bout", partial(parse_number, least=1), 2)
    out = source.read("out", some_seats, NO_SEATS)
    state = State.of(
        rules=rules,
        trump=trump,
        hands=hands,
        stock=stock,
        table=table,
        main=main,
        defender=defender,
        second=source.read("second", second, _usual_second(hands, main, defender)),
        bout=bout,
        discarded=source.read("discarded", parse_flag, bout > 1),
        taking=source.read("taking", parse_flag, False),
        passed=source.read("passed", partial(parse_passed, seats=len(hands)), NO_SEATS),
        joined=source.read("joined", some_seats, _usual_joined(table, main)),
        emptied=source.read("emptied", some_seats, _empty_handed(hands, out, main)),
        chain=source.read("chain", parse_number, 0),
        shown=source.read("shown", partial(parse_set, deck=rules.deck), NO_CARDS),
        out=out,
        known=source.read("known", partial(parse_known, hands=hands), (NO_CARDS,) * len(hands)),
    )
    for name, reason in _faults(state, source.read("base", parse_number, state.base)):
        raise source.fault(name, reason)
    return state


# What makes it no position: each fault is a field and the reason


def _faults(state: State, base: int) -> Iterator[tuple[str, str]]:
    if base != state.base:
        yield "base", f"the defender's hand and the covered pairs make {state.base}"
    yield from _faulty_seats(state)
    yield from _faulty_bout(state)
    yield from _faulty_table(state) if state.table else _faulty_opening(state)


def _faulty_seats(state: State) -> Iterator[tuple[str, str]]:
    if state.defender == state.main:
        yield "def", "the main attacker cannot be the defender"
    if state.second in (state.main, state.defender):
        yield "second", "the second thrower is neither main attacker nor defender"
    if state.out and (state.stock or any(state.hand_sets[seat] for seat in state.out)):
        yield "out", "nobody who holds cards is out, and nobody at all while there is a stock"
    if sorted(state.emptied) != sorted(_empty_handed(state.hands, state.out, state.main)):
        yield "emptied", "expected just the seats without cards that are not out"


def _faulty_bout(state: State) -> Iterator[tuple[str, str]]:
    if state.taking and not state.uncovered:
        yield "taking", "nothing is uncovered"
    may_pass = state.throwers if state.phase in (Phase.THROW, Phase.TAKING) else ()
    if not state.passed.issubset(may_pass):
        yield "passed", "a seat that may not pass now"
    if any(card.suit is not state.trump for card in state.shown):
        yield "shown", "a plain card"


def _faulty_opening(state: State) -> Iterator[tuple[str, str]]:
    for name, value in (("joined", state.joined), ("chain", state.chain), ("shown", state.shown)):
        if value:
            yield name, "the table is empty"
    if state.phase is Phase.OPEN:
        for name, seat in (("main", state.main), ("def", state.defender)):
            if not state.hand_sets[seat]:
                yield name, "a seat without cards cannot begin a bout"


def _faulty_table(state: State) -> Iterator[tuple[str, str]]:
    if state.room < 0:
        yield "table", f"more attack cards than the {state.cap} that this bout can see"
    if not state.joined:
        yield "joined", "somebody laid the cards on the table"
    if state.main in state.out:
        yield "out", "the main attacker is not out"
    if state.is_closed:
        yield "table", "this bout would have closed"
