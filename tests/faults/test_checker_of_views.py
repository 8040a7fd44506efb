"""Catches a checker that believes what browsers were told, or told they were: promises and views."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from durak import Seat
from tests.faults.checker import BOUND_SECONDS
from tests.faults.of_logs import Told, of_log
from tests.faults.truth import ROOM, Truth, entries, found, put
from tests.faults.witness import Asked, Heard, Stretch

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


def test_a_worker_that_could_not_know_is_excused_until_it_can_and_not_longer(truth: Truth) -> None:
    """The second witness is shown nothing of what happens in nine seconds."""
    stretch = truth.witnesses[1].stretches[0]
    began, ended = stretch.views[2].at + 1, stretch.views[12].at
    del stretch.views[3:12]
    stretch.excused = [(began, ended - 1)]
    assert found(truth) == {}
    stretch.excused = [(began, ended - 1 - BOUND_SECONDS - 1)]
    assert found(truth) == {"stale": 1}


def test_a_hello_is_answered_once_the_worker_can(truth: Truth) -> None:
    began_at = truth.witnesses[0].stretches[0].began_at
    ended = began_at + 2 * BOUND_SECONDS
    truth.witnesses[0].stretches.append(Stretch(began_at, ended, excused=[(began_at, ended - 1)]))
    assert found(truth) == {}
    truth.witnesses[0].stretches[-1].excused = [(began_at, began_at + 1)]
    assert found(truth) == {"stale": 1}


def test_what_is_committed_late_cannot_be_seen_before(truth: Truth) -> None:
    views = truth.witnesses[1].stretches[0].views
    seen_at = views[12].at
    del views[3:12]
    assert found(truth) == {"stale": 1}
    committed = {
        (ROOM, entry.version): max(seen_at, json.loads(entry.body)["at"]) for entry in entries(truth)
    }
    truth.ledger = replace(truth.ledger, committed=committed)
    assert found(truth) == {}


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
