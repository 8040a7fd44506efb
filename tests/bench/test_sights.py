"""Catches sights that are counted too early, too late or not at all: then no delay would ever be seen."""

from random import Random
from typing import Any

from tests.bench.party import Party
from tests.bench.person import Habits
from tests.bench.sights import Sights
from tests.bench.site import Visitor
from tests.bench.tab import Manners, Tab
from tests.faults.witness import Asked


def party_of_two() -> tuple[Party, Tab, Tab]:
    party = Party("127.0.0.1", 1, Random(1), Manners(), Habits(thinks=(0, 0)))
    visitor = Visitor("127.0.0.1", 1, "10.0.0.1")
    mover, other = (Tab(visitor, "room", Random(1), Manners()) for _ in range(2))
    mover.view = other.view = view(1, 0)
    party.watchers = [mover, other]
    return party, mover, other


def view(bout: int, table_ply: int) -> dict[str, Any]:
    return {"game": {"bout": bout, "table_ply": table_ply}}


def shown(tab: Tab, bout: int, table_ply: int) -> None:
    tab.view = view(bout, table_ply)
    tab.on_view(tab)


def test_a_move_is_seen_when_the_others_view_is_beyond_it() -> None:
    party, mover, other = party_of_two()
    sights, asked = Sights(party), Asked("1", "play", "0:A:7S")
    mover.on_ask(mover, asked)
    shown(mover, 1, 1)
    shown(other, 1, 0)
    mover.on_answer(asked, 0.1, True)
    assert len(sights.sights()) == 1, "it is on its way"
    (late,) = sights.sights()
    (later,) = sights.sights()
    assert later.seconds > late.seconds
    shown(other, 1, 1)
    (seen,) = sights.sights()
    assert sights.sights() == [seen]


def test_what_was_refused_or_shows_nothing_is_no_sight() -> None:
    party, mover, other = party_of_two()
    sights = Sights(party)
    for number, (action, ok) in enumerate((("0:A:7S", False), ("0:pass", True), ("0:take", True))):
        asked = Asked(str(number), "play", action)
        mover.on_ask(mover, asked)
        shown(other, 1, 1 + number)
        mover.on_answer(asked, 0.1, ok)
    assert sights.sights() == []
    assert (len(sights.answers), sights.refused) == (3, 1)


def test_a_new_game_is_beyond_the_old_one() -> None:
    party, mover, other = party_of_two()
    sights, asked = Sights(party), Asked("1", "play", "0:D:7S/8S")
    mover.view = view(9, 3)
    mover.on_ask(mover, asked)
    mover.on_answer(asked, 0.1, True)
    shown(other, 1, 0)
    (seen,) = sights.sights()
    assert sights.sights() == [seen]
