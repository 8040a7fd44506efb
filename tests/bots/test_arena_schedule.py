"""Catches: bots that do not meet whom they should, in seats that a table has not got."""

import pytest

from durak import PRESETS, IllegalSetup
from durak.arena.schedule import Conditions, NoMatch, ladder, tables

UNDER = Conditions(PRESETS["classic"], deals=9, seed=3)


def line_ups(names: str, seats: int) -> list[str]:
    return ["".join(match.line_up) for match in tables(names, seats, UNDER).matches]


def test_tables() -> None:
    assert line_ups("ab", 2) == ["ab"]
    assert line_ups("aa", 2) == ["aa"]
    assert line_ups("abc", 2) == ["ab", "ac", "bc"]
    assert line_ups("ab", 4) == ["abbb"]
    assert line_ups("abcb", 4) == ["abcb"]
    assert tables("abc", 2, UNDER).anchor == "c"


def test_a_ladder_goes_up_with_two_seats_and_with_four() -> None:
    found = ladder("abc", UNDER)
    assert [("".join(match.line_up), match.deals) for match in found.matches] == [
        *(("ba", 9), ("cb", 9)),
        *(("baaa", 5), ("cbbb", 5)),
    ]
    assert found.anchor == "a"


def test_who_cannot_be_seated_is_told_why() -> None:
    for names, seats in (("a", 2), ("", 2), ("abc", 4), ("aba", 2), ("aab", 2)):
        with pytest.raises(NoMatch):
            tables(names, seats, UNDER)
    for names in ("a", "aba"):
        with pytest.raises(NoMatch):
            ladder(names, UNDER)
    with pytest.raises(IllegalSetup):
        tables("ab", 5, Conditions(PRESETS["blitz"], 1, 0))
