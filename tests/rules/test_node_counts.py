"""Catches: an action too many or too few, anywhere within some actions of a position, where no case
thought of it; and an order of legal actions that changed, which would change every seeded game and bot.
"""

from collections import Counter

import pytest

from durak import (
    PRESETS,
    Action,
    Pass,
    Seat,
    State,
    Take,
    advance,
    encode_action,
    legal_actions,
    parse_position,
)
from tests.rules import perft
from tests.rules.perft import FILE, Pin, count, count_by_first, count_ends, difference, encode_pin, parse_pins

PINS = list(parse_pins(FILE.read_text("utf-8")))
COUNTED = [pin for pin in PINS if pin.counts]
WALKED = [pin for pin in PINS if pin.ends]


@pytest.mark.parametrize("pin", COUNTED, ids=lambda pin: pin.position[:60])
def test_so_many_ways_lead_on(pin: Pin) -> None:
    check(pin)


def check(pin: Pin) -> None:
    """Compare the counts of a pin, the shortest first; where one is different, say what makes it so."""
    state = parse_position(pin.position)
    for length, expected in enumerate(pin.counts, start=1):
        found = count(state, length)
        if found != expected:
            pytest.fail(f"{found} ways of {length} actions, not {expected}\n{breakdown(pin, length)}")
    assert count_by_first(state, len(pin.counts)) == pin.first


def breakdown(pin: Pin, length: int) -> str:
    """Return which first actions make the difference, and where the reference says otherwise."""
    state = parse_position(pin.position)
    lines = [pin.position]
    if length == len(pin.counts):
        by_first = count_by_first(state, length)
        lines += [
            f"{action}: {by_first.get(action, 0)}, not {pin.first.get(action, 0)}"
            for action in dict.fromkeys((*pin.first, *by_first))
            if by_first.get(action) != pin.first.get(action)
        ]
    found = difference(state, length)
    return "\n".join((*lines, found or "The reference counts the same, so the rules have changed."))


@pytest.mark.parametrize("pin", WALKED, ids=lambda pin: pin.position[:60])
def test_whole_trees_end_as_they_are_written(pin: Pin) -> None:
    found = count_ends(parse_position(pin.position))
    if found != pin.ends:
        pytest.fail(f"{dict(found)}, not {pin.ends}\n{difference(parse_position(pin.position), None)}")
    assert sum(number for end, number in pin.ends.items() if end != "nodes") < pin.ends["nodes"]


def test_every_preset_and_every_kind_of_action_is_counted() -> None:
    rules = [parse_position(pin.position).rules for pin in COUNTED]
    assert {preset: rules.count(preset) >= 3 for preset in PRESETS.values()} == dict.fromkeys(
        PRESETS.values(), True
    )
    kinds: Counter[str] = Counter()
    for pin in COUNTED:
        add_kinds(parse_position(pin.position), 5, kinds)
    assert min(kinds[kind] for kind in ("A", "D", "T", "S", "take", "pass", "swap")) >= 5
    assert {end.split()[0] for pin in WALKED for end in pin.ends} == {"nodes", "durak", "winner", "draw"}


def add_kinds(state: State, depth: int, kinds: Counter[str]) -> None:
    """Note the kinds of actions within so many actions; of each kind only one is followed."""
    following: dict[str, Action] = {}
    for action in perft.actions_of(state):
        kind = encode_action(action).split(":")[1]
        kinds[kind] += 1
        following[kind] = action
    if depth > 1:
        for action in following.values():
            add_kinds(advance(state, action), depth - 1, kinds)


def test_the_file_is_as_it_would_be_written() -> None:
    assert "\n\n".join(map(encode_pin, PINS)) + "\n" == FILE.read_text("utf-8")


def test_a_difference_is_broken_down_to_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that forbids to take while two cards are uncovered differs where that first comes up."""
    pin = next(pin for pin in COUNTED if "rules=transfer" in pin.position and "bout=1" in pin.position)

    def forbidding(state: State, seat: Seat) -> tuple[Action, ...]:
        actions = legal_actions(state, seat)
        if len(state.uncovered) < 2:
            return actions
        return tuple(action for action in actions if not isinstance(action, Take))

    monkeypatch.setattr(perft, "legal_actions", forbidding)
    with pytest.raises(pytest.fail.Exception) as caught:
        check(pin)
    assert "only the engine: -" in str(caught.value)
    assert "only the reference: 1:take" in str(caught.value)
    assert "after 0:A:" in str(caught.value)


def test_a_difference_at_full_length_names_the_first_actions() -> None:
    pin = next(pin for pin in COUNTED if "bout=1" in pin.position)
    first = dict(pin.first)
    action = next(iter(first))
    first[action] += 1
    other = Pin(pin.position, (*pin.counts[:-1], pin.counts[-1] + 1), first)
    with pytest.raises(pytest.fail.Exception) as caught:
        check(other)
    assert f"\n{action}: {first[action] - 1}, not {first[action]}\n" in str(caught.value)
    assert "the rules have changed" in str(caught.value)


ORDERS = {
    # Opening: set after set, each before those that it begins; the swap last.
    "rules=V1 trump=H stock=9D,KH hands=6H,8S,8D,8C,AS|9S,9H,9C main=0 def=1": (
        "0:A:6H 0:A:8S 0:A:8S,8D 0:A:8S,8D,8C 0:A:8S,8C 0:A:8D 0:A:8D,8C 0:A:8C 0:A:AS 0:swap"
    ),
    "rules=pagat trump=H stock=9D,KH hands=6H,8S,8D,8C,AS|9S,9H main=0 def=1": (
        "0:A:6H 0:A:8S 0:A:8D 0:A:8C 0:A:AS"
    ),
    # No more at once than the defender can beat.
    "trump=H hands=8S,8D,8C|9S,9H|KS main=0 def=1": "0:A:8S 0:A:8S,8D 0:A:8S,8C 0:A:8D 0:A:8D,8C 0:A:8C",
    # Defending: by attack card in deck order, whatever came first; then transfers, shown last; then take.
    "rules=T2 trump=H hands=KS|7H,7D,8C,TS,TD,QH|KC,KD,AC,QS table=7S/-,7C/- main=0 def=1": (
        "1:D:7S/7H 1:D:7S/TS 1:D:7S/QH 1:D:7C/7H 1:D:7C/8C 1:D:7C/QH 1:T:7H 1:S:7H 1:T:7D 1:take"
    ),
    "trump=H hands=KS|7H,8C,TD,QH|KC,AC table=9D/QD,TC/-,9C/- main=0 def=1": (
        "1:D:9C/7H 1:D:9C/QH 1:D:TC/7H 1:D:TC/QH 1:take"
    ),
    # Seat by seat: throwing in, then pass.
    "trump=H hands=7D,9S,KS|QH,AC|7C,9D,TS table=7S/9H main=0 def=1": (
        "0:A:7D 0:A:9S 0:pass 2:A:7C 2:A:9D 2:pass"
    ),
    "trump=H hands=7D,9S,KS|QH,AC,AD|7C,9D,TS table=7S/-,9C/- taking=yes passed=2 main=0 def=1": (
        "0:A:7D 0:A:9S 0:pass 2:A:7C 2:A:9D"
    ),
}


@pytest.mark.parametrize("position", ORDERS)
def test_legal_actions_stand_in_this_order(position: str) -> None:
    state = parse_position(position)
    assert " ".join(map(encode_action, perft.actions_of(state))) == ORDERS[position]


def test_a_pass_is_listed_last() -> None:
    for pin in COUNTED:
        state = parse_position(pin.position)
        for seat in map(Seat, range(state.seats)):
            assert not any(isinstance(action, Pass) for action in legal_actions(state, seat)[:-1])
