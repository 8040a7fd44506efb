"""Catches: a message that counts twice, or counts when nobody may play any more; a view that shows too much;
a case of the rules that nothing tests. Cases 90 to 93 of the rules.
"""

import re
from pathlib import Path

from durak import Seat, encode_view, parse_position, view_for
from tests.rules.table import after, refuses

TESTS = Path(__file__).parents[1]


def test_every_case_has_its_test() -> None:
    paths = [path for folder in ("rules", "rooms") for path in (TESTS / folder).glob("test_*.py")]
    texts = [path.read_text("utf-8") for path in paths]
    tested = {int(number) for text in texts for number in re.findall(r"def test_case_(\d\d)_", text)}
    assert set(range(1, 96)) - tested == set()


def test_case_90_the_same_throw_twice() -> None:
    state = after("trump=H hands=KC,9D|TC,JC,QC|9C main=0 def=1 table=7S/9S", "0:A:9D")
    refuses(state, "0:A:9D", "card_not_held", card="9D")


def test_case_91_a_seat_that_is_out() -> None:
    position = "trump=H hands=KC,9D|TC,JC,QC|- main=0 def=1 table=7S/9S out=2"
    for action in ("2:A:9C", "2:pass", "2:take", "2:D:7S/9C", "2:T:9C", "2:swap"):
        refuses(position, action, "seat_is_out")


def test_case_92_nothing_is_allowed_when_the_game_is_over() -> None:
    over = "trump=H hands=KC,9D|- main=0 def=1 out=1"
    for action in ("0:A:9D", "0:pass", "0:take", "0:D:7S/9D", "0:T:9D", "1:A:9D", "1:swap"):
        refuses(over, action, "game_over")


def test_case_93_what_a_view_shows() -> None:
    position = "trump=H stock=JS,QS,6H hands=KC,9D|TC,JC,QC main=0 def=1 table=7S/9S known=-|QC"
    view = encode_view(view_for(parse_position(position), Seat(0)))
    assert (view["hand"], view["counts"], view["stock"], view["discard"]) == (["9D", "KC"], [2, 3], 3, 26)
    assert (view["table"], view["trump"], view["turned_up"]) == ([["7S", "9S"]], "H", "6H")
    shown = set(re.findall(r"\b[6-9TJQKA][SHDC]\b", repr(view)))
    assert shown == {"9D", "KC", "7S", "9S", "6H", "QC"}
    assert view["legal"] == {"9D": ["0:A:9D"], "pass": ["0:pass"]}


def test_case_93_what_a_view_does_not_show() -> None:
    position = "trump=H stock=JS,QS,6H hands=KC,9D|TC,JC,QC main=0 def=1 table=9S/- known=-|QC"
    defender = view_for(parse_position(position), Seat(1))
    assert {action.seat for actions in defender.legal.values() for action in actions} == {1}
    spectator = encode_view(view_for(parse_position(position), None))
    assert (spectator["hand"], spectator["legal"], spectator["why"]) == ([], {}, {})
    shown = set(re.findall(r"\b[6-9TJQKA][SHDC]\b", repr(spectator)))
    assert shown == {"9S", "6H", "QC"}
