"""Catches a checker that is content with anything: each kind of corruption, one at a time, must be found."""

import copy
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import durak
from durak import Action, Seat, State
from durak.cardset import cards_in
from tests.faults import retelling
from tests.faults.checker import violations
from tests.faults.ledger import Entry, read_ledger
from tests.faults.of_logs import Told, of_log
from tests.faults.truth import ROOM, Truth, the_truth
from tests.faults.violation import count_by_kind
from tests.faults.witness import Asked, Heard, Stretch


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Truth:
    return the_truth(tmp_path_factory.mktemp("truth"))


@pytest.fixture
def truth(played: Truth) -> Truth:
    return Truth(copy.copy(played.ledger), copy.deepcopy(played.witnesses))


def found(truth: Truth) -> dict[str, int]:
    return count_by_kind(violations(truth.ledger, truth.witnesses))


def entries(truth: Truth) -> list[Entry]:
    return list(truth.ledger.entries[ROOM])


def put(truth: Truth, rows: list[Entry], newest: int | None = None) -> None:
    """Let the log have these rows."""
    versions = {ROOM: rows[-1].version if newest is None else newest}
    truth.ledger = replace(truth.ledger, entries={ROOM: tuple(rows)}, versions=versions)


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


# Promises


def last_asked(truth: Truth) -> Asked:
    """Return the newest command of anybody."""
    return max((one for witness in truth.witnesses for one in witness.asked.values()), key=truth.version_of)


def test_an_answered_command_that_is_gone_is_found(truth: Truth) -> None:
    newest = truth.version_of(last_asked(truth))
    put(truth, [row for row in entries(truth) if row.version < newest])
    assert found(truth)["lost"] == 1


def test_an_action_that_was_not_asked_for_is_found(truth: Truth) -> None:
    one = next(one for one in truth.witnesses[0].asked.values() if one.action is not None)
    one.action = f"{one.action}x"
    assert found(truth)["lost"] == 1


def test_a_command_that_was_done_twice_is_found(truth: Truth) -> None:
    rows, asked = entries(truth), last_asked(truth)
    (row,) = (row for row in rows if row.version == truth.version_of(asked) and row.part == 0)
    put(truth, [*rows, replace(row, version=rows[-1].version + 1)])
    assert found(truth)["twice"] == 1


def test_a_refused_command_that_was_done_is_found(truth: Truth) -> None:
    asked = last_asked(truth)
    asked.oks, asked.refusals = 0, ["stale"]
    assert found(truth) == {"refused": 1}


def test_an_unanswered_command_may_be_there_or_not(truth: Truth) -> None:
    last_asked(truth).oks = 0
    truth.witnesses[0].asked["never"] = Asked("never", "leave", sends=3, refusals=["busy"])
    assert found(truth) == {}


def test_a_command_of_nobodys_asking_is_found(truth: Truth) -> None:
    truth.witnesses[1].asked.popitem()
    assert found(truth) == {"unasked": 1}


# Views


def change_view(truth: Truth, witness: int, number: int, change: Callable[[dict[str, Any]], None]) -> None:
    """Let a witness have seen something else as view `number` of those with a game."""
    views = truth.witnesses[witness].stretches[0].views
    index = [i for i, heard in enumerate(views) if json.loads(heard.text)["game"]][number]
    view = json.loads(views[index].text)
    change(view)
    views[index] = Heard(views[index].at, json.dumps(view))


def hand_of(truth: Truth, seat: int, number: int) -> list[str]:
    views = truth.witnesses[seat].stretches[0].views
    games = [game for heard in views if (game := json.loads(heard.text)["game"])]
    return list(games[number]["hand"])


@pytest.mark.parametrize("seen_by", [0, 2])
def test_a_card_of_somebody_else_is_found_wherever_it_stands(truth: Truth, seen_by: int) -> None:
    others = hand_of(truth, 1, 0)[0]
    told = {"kind": "refill", "seat": 1, "count": 1, "cards": [others]}
    change_view(truth, seen_by, 0, lambda view: view["happened"].append(told))
    assert found(truth) == {"leak": 1}


def test_a_card_of_the_stock_is_found(truth: Truth) -> None:
    told: dict[Any, Told] = {}
    list(of_log(truth.ledger, ROOM, told))
    state = next(moment.state for moment in told[ROOM].moments if moment.state is not None)
    change_view(truth, 0, 0, lambda view: view["game"].update(next=f"0:A:{state.stock[3].text}"))
    assert found(truth) == {"leak": 1}


def test_what_was_seen_before_is_no_leak(truth: Truth) -> None:
    own = hand_of(truth, 0, 0)
    change_view(truth, 0, -1, lambda view: view["happened"].append({"cards": own}))
    assert found(truth) == {}


@pytest.mark.parametrize(
    "change",
    [
        lambda view: view["game"]["hand"].pop(),
        lambda view: view["game"]["counts"].reverse() or view["game"]["counts"].append(1),
        lambda view: view["game"].update(viewer=1),
        lambda view: view["game"].update(table_ply=99),
        lambda view: view["game"]["table"].clear() or view["game"].update(stock=1),
        lambda view: view.update(game=None),
        lambda view: view.update(v=view["v"] + 1000),
    ],
)
def test_a_view_that_was_not_so_is_found(truth: Truth, change: Callable[[dict[str, Any]], None]) -> None:
    change_view(truth, 0, 3, change)
    assert found(truth)["hand"] == 1


def test_a_browser_that_was_left_behind_is_found(truth: Truth) -> None:
    del truth.witnesses[0].stretches[0].views[-2:]
    assert found(truth) == {"stale": 1}


def test_a_browser_that_was_told_late_is_found(truth: Truth) -> None:
    views = truth.witnesses[1].stretches[0].views
    del views[3:12]
    assert found(truth) == {"stale": 1}


def test_a_connection_that_somebody_spoilt_promises_nothing(truth: Truth) -> None:
    for witness in truth.witnesses:
        stretch = witness.stretches[0]
        stretch.sound_until = stretch.views[20].at
        del stretch.views[21:]
    assert found(truth) == {}


def test_a_hello_without_an_answer_is_found(truth: Truth) -> None:
    began_at = truth.witnesses[0].stretches[0].began_at
    truth.witnesses[0].stretches.append(Stretch(began_at, began_at + 60))
    truth.witnesses[1].stretches.append(Stretch(began_at, began_at + 1))
    assert found(truth) == {"stale": 1}


def test_a_view_after_a_newer_one_is_found(truth: Truth) -> None:
    views = truth.witnesses[0].stretches[0].views
    views[5], views[9] = Heard(views[5].at, views[9].text), Heard(views[9].at, views[5].text)
    assert found(truth) == {"stale": 1}


def test_seats_of_former_games_are_nobodys(truth: Truth) -> None:
    """Who has left the table keeps the hand that he had in its last game."""
    told: dict[Any, Told] = {}
    list(of_log(truth.ledger, ROOM, told))
    last = told[ROOM].moments[-1]
    assert [last.seat_of(sitter) for sitter in last.sitters] == [Seat(0), Seat(1)]
