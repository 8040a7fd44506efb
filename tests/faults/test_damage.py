"""Catches a check that is content with anything: what is stored of a room is spoilt, one thing at a time."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from durak import encode_action, parse_action
from durak.record import encode_record, parse_record
from tests.faults.truth import ROOM, Truth, entries
from web.rooms.damage import Damage, Entry, Stored, damages
from web.rooms.ports import FinishedGame, Version

Spoil = Callable[[Stored], Stored]
ENDED_AT = 1_000_000.0


@pytest.fixture
def stored(truth: Truth) -> Stored:
    log = entries(truth)
    games = {version: FinishedGame(record, ENDED_AT) for (_, version), record in truth.ledger.records.items()}
    assert len(games) == 1
    return Stored(ROOM, log[-1].version, False, log, games, kept_since=ENDED_AT)


def index_of(stored: Stored, kind: str, number: int = 0) -> int:
    found = [index for index, entry in enumerate(stored.entries) if f'"kind":"{kind}"' in entry.body]
    return found[number]


def with_entry(stored: Stored, index: int, **changes: Any) -> Stored:
    spoilt = list(stored.entries)
    spoilt[index] = replace(spoilt[index], body=json.dumps(json.loads(spoilt[index].body) | changes))
    return replace(stored, entries=spoilt)


def with_log(stored: Stored, keep: Callable[[Entry], bool]) -> Stored:
    return replace(stored, entries=[entry for entry in stored.entries if keep(entry)])


def kept(stored: Stored, record: str) -> Stored:
    (version,) = stored.games
    return replace(stored, games={version: FinishedGame(record, ENDED_AT)})


def lose_an_event(stored: Stored) -> Stored:
    return with_log(stored, lambda entry: entry.version != 10)


def lose_the_newest(stored: Stored) -> Stored:
    return with_log(stored, lambda entry: entry.version != stored.version)


def lose_the_first(stored: Stored) -> Stored:
    return with_log(stored, lambda entry: entry.version != 1)


def lose_all(stored: Stored) -> Stored:
    return with_log(stored, lambda _entry: False)


def go_back(stored: Stored) -> Stored:
    return replace(stored, version=stored.version - 1)


def be_forgotten(stored: Stored) -> Stored:
    return replace(stored, is_forgotten=True)


def spill_ink(stored: Stored) -> Stored:
    spoilt = list(stored.entries)
    spoilt[12] = replace(spoilt[12], body=spoilt[12].body[:-5])
    return replace(stored, entries=spoilt)


def know_no_such_event(stored: Stored) -> Stored:
    return with_entry(stored, 12, kind="CardStolen")


def play_another_card(stored: Stored) -> Stored:
    first = index_of(stored, "ActionTaken")
    return with_entry(stored, first, action="0:A:AS" if "AS" not in stored.entries[first].body else "0:A:6H")


def deal_from_another_secret(stored: Stored) -> Stored:
    return with_entry(stored, index_of(stored, "GameStarted"), secret="00" * 32)


def lose_the_record(stored: Stored) -> Stored:
    return replace(stored, games={}, kept_since=1.0)


def keep_what_did_not_end(stored: Stored) -> Stored:
    (game,) = stored.games.values()
    return replace(stored, games={**stored.games, 20: game})


def shorten_the_record(stored: Stored) -> Stored:
    (game,) = stored.games.values()
    record = parse_record(game.record)
    return kept(stored, encode_record(replace(record, actions=record.actions[:-1])))


def scribble_in_the_record(stored: Stored) -> Stored:
    (game,) = stored.games.values()
    return kept(stored, game.record + " 0:Z:6H")


def cheat_in_the_record(stored: Stored) -> Stored:
    (game,) = stored.games.values()
    record = parse_record(game.record)
    assert encode_action(record.actions[1]) != "0:take"
    return kept(stored, encode_record(replace(record, actions=(*record.actions, parse_action("0:take")))))


@pytest.mark.parametrize(
    ("spoil", "kind", "version"),
    [
        (lose_an_event, "versions", 10),
        (lose_the_newest, "versions", None),
        (lose_the_first, "versions", 1),
        (lose_all, "versions", 1),
        (go_back, "versions", None),
        (be_forgotten, "versions", 0),
        (spill_ink, "unreadable", None),
        (know_no_such_event, "unreadable", None),
        (play_another_card, "illegal", None),
        (deal_from_another_secret, "illegal", None),
        (lose_the_record, "record", None),
        (keep_what_did_not_end, "record", 20),
        (shorten_the_record, "record", None),
        (scribble_in_the_record, "unreadable", None),
        (cheat_in_the_record, "record", None),
    ],
)
def test_what_is_spoilt_is_found(stored: Stored, spoil: Spoil, kind: str, version: int | None) -> None:
    assert list(damages(stored)) == [], "before it was spoilt"
    found = list(damages(spoil(stored)))
    assert [damage.kind for damage in found] == [kind]
    assert found[0].version == (version if version is not None else found[0].version)
    assert not any(card in found[0].what for card in ("6H", "AS", "take", "00000000")), "it tells of a hand"


def test_games_that_were_given_up_for_their_age_are_not_missed(stored: Stored) -> None:
    younger = replace(stored, games={}, kept_since=ENDED_AT + 1e9)
    assert list(damages(younger)) == list(damages(replace(younger, kept_since=None))) == []


def test_a_room_that_was_forgotten_keeps_its_games_and_nothing_else(stored: Stored) -> None:
    gone = replace(stored, is_forgotten=True, entries=[])
    assert list(damages(gone)) == []
    assert [damage.kind for damage in damages(scribble_in_the_record(gone))] == ["unreadable"]


def test_a_forgotten_room_that_was_made_again_goes_on_counting(stored: Stored) -> None:
    later = [replace(entry, version=entry.version + 100) for entry in stored.entries]
    (game,) = stored.games.values()
    (ended,) = stored.games
    again = replace(
        stored,
        version=Version(stored.version + 100),
        entries=later,
        games={7: game, ended + 100: game},
    )
    assert list(damages(again)) == []
    gap = with_log(again, lambda entry: entry.version != 110)
    assert list(damages(gap)) == [Damage("versions", ROOM, 110, "version 111 stands where 110 should")]
