"""A server killed in the middle of its work, again and again, on one SQLite file.

The bug this is here to catch: an answered append that is gone afterwards. (It cannot show what a power cut
does; for that there is `synchronous = FULL`, which `test_db.py` looks at.)
"""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

from tests.adapters.races import action
from tests.adapters.sqlite import open_database, url_in
from web.adapters.database import Database
from web.adapters.db import open_engine
from web.adapters.migrations import migrate
from web.adapters.sql_log import SqlEventLog
from web.rooms.ports import CommandId, RoomId, Version

ROOT = Path(__file__).resolve().parents[2]
ANSWERS_BEFORE_THE_KILL = 200
WRITERS = 20


async def write_for_ever(url: str, life: str) -> None:
    """Append to many rooms at once, and print each version as soon as it is answered."""
    engine = open_engine(url)
    migrate(engine)
    log = SqlEventLog(Database(engine))

    async def write(room: RoomId) -> None:
        at = Version(0)
        while True:
            at = await log.append(room, at, [action(f"{room} {at + 1}")], CommandId(f"{at}"), None)
            sys.stdout.write(f"{room} {at}\n")
            sys.stdout.flush()

    await asyncio.gather(*(write(RoomId(f"{life}-{i}")) for i in range(WRITERS)))


def killed_in_the_act(url: str, life: str) -> dict[RoomId, Version]:
    """Run the writer, kill it, and return the newest version that it answered for each room."""
    arguments = [sys.executable, "-m", "tests.adapters.test_sqlite_crash", url, life]
    answered: dict[RoomId, Version] = {}
    with subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        for number, line in enumerate(program.stdout):
            if number == ANSWERS_BEFORE_THE_KILL:
                program.kill()
            # The last line may be half a line.
            if line.endswith("\n"):
                room, version = line.split()
                answered[RoomId(room)] = Version(int(version))
    assert program.returncode == -signal.SIGKILL
    return answered


async def test_a_killed_server_loses_nothing_it_answered(tmp_path: Path) -> None:
    answered: dict[RoomId, Version] = {}
    for life in range(3):
        answered |= killed_in_the_act(url_in(tmp_path), f"{life}")
        database = open_database(tmp_path)
        log = SqlEventLog(database)
        assert await database.read(lambda c: c.exec_driver_sql("PRAGMA integrity_check").scalar()) == "ok"
        assert await database.read(lambda c: c.exec_driver_sql("PRAGMA foreign_key_check").first()) is None
        for room, version in answered.items():
            batches = await log.read(room, Version(0))
            assert batches[-1].version >= version
            assert [batch.version for batch in batches] == list(range(1, len(batches) + 1))
            assert [batch.events for batch in batches] == [
                (action(f"{room} {batch.version}"),) for batch in batches
            ]
        await database.aclose()
    assert len(answered) == 3 * WRITERS


if __name__ == "__main__":
    asyncio.run(write_for_ever(*sys.argv[1:]))
