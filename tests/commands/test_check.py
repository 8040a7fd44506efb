"""Catches a check that sees one room as it is now and the next as it is a moment later, or says too much."""

import pytest
from sqlalchemy import Connection, text

from tests.commands.asking import Asking
from tests.faults.truth import ROOM
from web.adapters.db import open_engine
from web.adapters.sql_check import check
from web.commands.check import MOST_TOLD

LONGER = """
    INSERT INTO events SELECT room_id, version + 1, 0, 'c' || version, body FROM events
    WHERE version = (SELECT version FROM rooms WHERE id = room_id) AND part = 0
"""
ROOM_LIKE = """
    INSERT INTO rooms (id, version, created_at, changed_at)
    SELECT :id, version, created_at, changed_at FROM rooms WHERE id = :like
"""
LOG_LIKE = "INSERT INTO events SELECT :id, version, part, command_id, body FROM events WHERE room_id = :like"


def add_rooms(connection: Connection, count: int) -> None:
    for number in range(count):
        names = {"id": f"room-number-{number}", "like": ROOM}
        connection.execute(text(ROOM_LIKE), names)
        connection.execute(text(LOG_LIKE), names)


def test_all_rooms_are_read_as_they_were_at_one_moment(played: str) -> None:
    engine = open_engine(played)
    with engine.begin() as connection:
        add_rooms(connection, 3)

    def write(_done: int, _total: int) -> None:
        with engine.begin() as connection:
            connection.execute(text(LONGER))
            connection.execute(text("UPDATE rooms SET version = version + 1"))

    checked = check(engine, write)
    assert (checked.rooms, checked.damages) == (4, [])
    assert check(engine, lambda _done, _total: None).events == checked.events + 4 * 4
    engine.dispose()


def test_of_much_damage_the_first_is_told(ask: Asking, played: str) -> None:
    engine = open_engine(played)
    with engine.begin() as connection:
        add_rooms(connection, 12)
        connection.exec_driver_sql("UPDATE events SET body = '{}' WHERE version = 9 AND part = 0")
    engine.dispose()
    told = ask(played, "check")
    assert told.status == 1
    lines = told.out.splitlines()
    assert lines[1] == "Damaged in 13 places:"
    assert lines[2:] == [
        *(f"  unreadable  room {name}…, version 9: UnreadableEvent" for name in [ROOM[:6]] + 9 * ["room-n"]),
        "  and 3 more",
    ]
    assert len(lines) == MOST_TOLD + 3


@pytest.mark.parametrize("kind", ["sqlite"])
def test_a_file_that_is_damaged_is_told(ask: Asking, played: str) -> None:
    engine = open_engine(played)
    with engine.connect() as connection:
        driver = connection.connection.cursor()
        driver.execute("PRAGMA foreign_keys = OFF")
        driver.execute("INSERT INTO games VALUES ('nobodys-room', 1, 'x', 1.0)")
    engine.dispose()
    assert "file        a row of games refers to one that is not there" in ask(played, "check").out


def test_where_there_is_nothing_to_check_one_sentence_says_so(ask: Asking, empty: str) -> None:
    if empty.startswith("sqlite"):
        assert "There is no database" in ask(empty, "check").sentence
    open_engine(empty).dispose()
    assert "The database is empty" in ask(empty, "check").sentence
