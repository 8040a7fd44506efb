"""Catches a checker that is content with anything: each kind of corruption, one at a time, must be found."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import durak
from durak import Action, State
from durak.cardset import cards_in
from tests.faults import retelling
from tests.faults.checker import violations
from tests.faults.ledger import read_ledger
from tests.faults.of_logs import Told, of_log
from tests.faults.truth import ROOM, Truth, entries, found, put, the_truth
from tests.faults.violation import count_by_kind
from web.rooms.damage import Entry


def index_of(rows: list[Entry], kind: str, number: int = 0) -> int:
    found = [index for index, row in enumerate(rows) if f'"kind":"{kind}"' in row.body]
    return found[number]


def with_body(row: Entry, **changes: Any) -> Entry:
    return replace(row, body=json.dumps(json.loads(row.body) | changes))


def test_the_truth_is_found_true(truth: Truth) -> None:
    assert found(truth) == {}
    told: dict[Any, Told] = {}
    assert list(of_log(truth.ledger, ROOM, told)) == []
    assert len(told[ROOM].ends) == len(truth.ledger.records) == 1
    assert sum(len(witness.asked) for witness in truth.witnesses) > 40


# The log


def lose_a_version(rows: list[Entry]) -> list[Entry]:
    return [row for row in rows if row.version != 10]


def lose_a_part(rows: list[Entry]) -> list[Entry]:
    several = next(row.version for row in rows if row.part == 1)
    return [row for row in rows if (row.version, row.part) != (several, 0)]


def name_a_command_twice(rows: list[Entry]) -> list[Entry]:
    several = next(row for row in rows if row.part == 1)
    return [replace(row, command_id="another") if row is several else row for row in rows]


def skip_a_part(rows: list[Entry]) -> list[Entry]:
    return [replace(row, part=2 * row.part) for row in rows]


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lose_a_version, "version 11 stands where 10 should"),
        (lose_a_part, "has not all its parts"),
        (skip_a_part, "has not all its parts"),
        (name_a_command_twice, "has not one command"),
    ],
)
def test_a_gap_in_the_log_is_found(
    truth: Truth, spoil: Callable[[list[Entry]], list[Entry]], why: str
) -> None:
    put(truth, spoil(entries(truth)))
    (wrong,) = (one for one in violations(truth.ledger, truth.witnesses) if one.kind == "versions")
    assert why in wrong.what


def test_a_room_that_is_ahead_of_its_log_is_found(truth: Truth) -> None:
    put(truth, entries(truth), truth.ledger.versions[ROOM] + 1)
    assert found(truth)["versions"] == 1


def play_twice(rows: list[Entry]) -> list[Entry]:
    first, second = rows[index_of(rows, "ActionTaken", 5)], index_of(rows, "ActionTaken", 6)
    again = replace(rows[second], body=first.body, command_id=f"{first.command_id}-again")
    return [again if i == second else row for i, row in enumerate(rows)]


def play_in_another_order(rows: list[Entry]) -> list[Entry]:
    one, other = index_of(rows, "ActionTaken", 8), index_of(rows, "ActionTaken", 9)
    swapped = {one: rows[other], other: rows[one]}
    return [
        replace(row, body=swapped[i].body, command_id=swapped[i].command_id) if i in swapped else row
        for i, row in enumerate(rows)
    ]


def play_by_somebody_else(rows: list[Entry]) -> list[Entry]:
    played = [i for i, row in enumerate(rows) if '"kind":"ActionTaken"' in row.body]
    names = {(rows[i].command_id or "").partition(":")[0] for i in played}
    one, other = sorted(names)
    spoilt = next(i for i in played if (rows[i].command_id or "").startswith(one))
    return [replace(row, command_id=f"{other}:x") if i == spoilt else row for i, row in enumerate(rows)]


def play_by_the_server(rows: list[Entry]) -> list[Entry]:
    spoilt = index_of(rows, "ActionTaken", 3)
    return [replace(row, command_id="due:1") if i == spoilt else row for i, row in enumerate(rows)]


def play_what_is_no_action(rows: list[Entry]) -> list[Entry]:
    spoilt = index_of(rows, "ActionTaken", 3)
    return [with_body(row, action="0:A:1X") if i == spoilt else row for i, row in enumerate(rows)]


def deal_twice(rows: list[Entry]) -> list[Entry]:
    dealt, spoilt = index_of(rows, "GameStarted"), index_of(rows, "ActionTaken", 2)
    return [replace(row, body=rows[dealt].body) if i == spoilt else row for i, row in enumerate(rows)]


def deal_other_cards(rows: list[Entry]) -> list[Entry]:
    dealt = index_of(rows, "GameStarted")
    return [with_body(row, secret="00" * 32) if i == dealt else row for i, row in enumerate(rows)]


def sit_in_one_chair(rows: list[Entry]) -> list[Entry]:
    sat = index_of(rows, "ChairTaken", 1)
    return [with_body(row, chair=0) if i == sat else row for i, row in enumerate(rows)]


def sit_in_two_chairs(rows: list[Entry]) -> list[Entry]:
    first, sat = index_of(rows, "ChairTaken"), index_of(rows, "ChairTaken", 1)
    player = json.loads(rows[first].body)["player"]
    return [with_body(row, player=player) if i == sat else row for i, row in enumerate(rows)]


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (play_twice, "an action that the rules refuse"),
        (play_in_another_order, "an action that the rules refuse"),
        (play_by_somebody_else, "which is not his"),
        (play_by_the_server, "whose player is there"),
        (play_what_is_no_action, "NotationError"),
        (deal_twice, "a game is dealt while one is played"),
        (deal_other_cards, "a deal does not keep its commitment"),
        (sit_in_one_chair, "chair 0 is taken twice"),
        (sit_in_two_chairs, "a player sits in two chairs"),
    ],
)
def test_what_cannot_have_happened_is_found(
    truth: Truth, spoil: Callable[[list[Entry]], list[Entry]], why: str
) -> None:
    put(truth, spoil(entries(truth)))
    (wrong,) = (one for one in violations(truth.ledger, truth.witnesses) if one.kind == "illegal")
    assert why in wrong.what


def two_of_a_card(state: State) -> State:
    """The engine at fault: the first hand has a card of the second, too."""
    first, second, *others = state.hand_sets
    hands = (first | second & -second, second, *others)
    return state.changed(hands=tuple(map(cards_in, hands)))


def a_card_too_few(state: State) -> State:
    """The engine at fault: a card is gone, and comes back by the next action."""
    first, *others = state.hand_sets
    return state.changed(hands=tuple(map(cards_in, (first & (first - 1), *others))))


def test_a_card_in_two_places_is_found(truth: Truth, monkeypatch: pytest.MonkeyPatch) -> None:
    apply = durak.apply
    monkeypatch.setattr(retelling, "apply", lambda state, action: two_of_a_card(apply(state, action)))
    assert found(truth)["cards"] == 1


def test_a_card_that_comes_back_is_found(truth: Truth, monkeypatch: pytest.MonkeyPatch) -> None:
    apply = durak.apply
    whole: list[State] = []

    def forgets_once(state: State, action: Action) -> State:
        whole.append(apply(whole[-1] if whole else state, action))
        return a_card_too_few(whole[-1]) if len(whole) == 1 else whole[-1]

    monkeypatch.setattr(retelling, "apply", forgets_once)
    monkeypatch.setattr(retelling, "refusal", lambda *_: None)
    assert found(truth)["cards"] == 1


def test_a_record_that_is_missing_or_tells_another_game_is_found(truth: Truth) -> None:
    kept = truth.ledger.records
    ((place, record),) = kept.items()
    shorter = record.rsplit(" ", 1)[0]
    for records in ({}, {place: shorter}, {place: "nonsense"}, {**kept, (ROOM, 5): record}):
        truth.ledger = replace(truth.ledger, records=records)
        assert found(truth)["record"] == 1


def test_what_sqlite_finds_is_told(tmp_path: Path) -> None:
    the_truth(tmp_path)
    file = tmp_path / "durak.db"
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA foreign_keys = OFF")
        database.execute("INSERT INTO events VALUES ('nowhere', 1, 0, 'x', '{}')")
        database.commit()
    ledger = read_ledger(file)
    assert count_by_kind(violations(ledger, [])).keys() >= {"file", "versions"}
