"""The workers of a server with several processes, in the database that they share.

Each notes every few seconds that it is there; by the database's clock, since theirs may differ. Whoever has
not done so for a while counts as gone, and has to let its sockets go if it wakes up again.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Mapping
from functools import partial

from sqlalchemy import Connection, bindparam, delete, extract, func, insert, select, update

from web.adapters.database import Database
from web.adapters.one_worker import new_worker
from web.adapters.shared_time import Sample, SharedTime
from web.adapters.tables import workers
from web.rooms.workers import Role, WorkerId

log = logging.getLogger(__name__)

BEAT_SECONDS = 2.0
LEASE_SECONDS = 10.0
"""How long a worker may say nothing before the others take it for gone."""

OWN_SECONDS = 8.0
"""How long it may be itself without knowing that it was heard, before it has to think that they do."""

KEPT_SECONDS = 24 * 3600.0

_NOW = extract("epoch", func.clock_timestamp())
_IS_ALIVE = workers.c.seen_at > _NOW - LEASE_SECONDS
_ME = workers.c.id == bindparam("worker")
_BEAT = update(workers).where(_ME, _IS_ALIVE).values(seen_at=_NOW)
_COME = insert(workers).values(id=bindparam("worker"), seen_at=_NOW, role=bindparam("as_role"))
_TELL_TIME = select(_NOW)
_GO = delete(workers).where(_ME)
_TIDY = delete(workers).where(workers.c.seen_at < _NOW - KEPT_SECONDS)
_ALIVE = select(workers.c.id, workers.c.role).where(_IS_ALIVE)
_OF_THESE = select(workers.c.id).where(_IS_ALIVE, workers.c.id.in_(bindparam("suspects", expanding=True)))


class SqlWorkers:
    """Workers in SQL; the promises are those of the port.

    `lapsed` is called when the others take this worker for gone while it is not. With each beat `time` hears
    what time it is in the database.
    """

    def __init__(self, database: Database, role: Role = "all") -> None:
        """Use a database that the caller opened, and closes."""
        self.id = new_worker()
        self.time = SharedTime()
        self.lapsed: Callable[[], None] = lambda: None
        self._database, self._role = database, role
        self._alive: Mapping[WorkerId, Role] = {self.id: role}
        self._heard_at = time.monotonic()
        self._has_let_go = False

    def alive(self) -> frozenset[WorkerId]:
        """Return the workers that were alive when this one last noted that it is."""
        return frozenset(self._alive)

    def of(self, role: Role) -> frozenset[WorkerId]:
        """Return those of them that have this role."""
        return frozenset(worker for worker, its in self._alive.items() if its == role)

    async def gone(self, suspects: Collection[WorkerId]) -> frozenset[WorkerId]:
        """Return those of them that hold no socket any more."""
        asked = set(suspects) - {self.id}
        return frozenset(asked - await self._database.read(partial(_still_there, asked=asked)))

    async def come(self) -> None:
        """Be one of the workers from now on. Raises Unavailable."""
        self._heard_at = time.monotonic()
        await self._database.write(partial(_come, worker=self.id, role=self._role))
        await self._beat()

    async def run(self) -> None:
        """Note again and again that this worker is there, for ever; who cannot for long lets go meanwhile."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            beating = asyncio.create_task(self._beat())
            try:
                # A network that swallows everything says nothing for as long as it likes.
                await asyncio.wait({beating}, timeout=max(0.0, OWN_SECONDS - self._silent_for()))
                if not beating.done():
                    self._let_go()
                await beating
            except Exception:
                log.exception("it could not be noted that this worker is there")
                if self._silent_for() > OWN_SECONDS:
                    self._let_go()
            finally:
                beating.cancel()

    async def go(self) -> None:
        """Be none of them any more. Raises Unavailable."""
        await self._database.write(partial(_go, worker=self.id))

    async def _beat(self) -> None:
        began = time.monotonic()
        beat = partial(_beat, worker=self.id, role=self._role)
        was_alive, self._alive, sample = await self._database.write(beat)
        self.time.hear(sample)
        # Others go by what was committed, and that may have taken its time.
        was_silent = self._silent_for() > OWN_SECONDS
        self._heard_at = began
        if was_silent or not was_alive:
            # Also those who came since it let go: for the others they were on a dead worker.
            self._let_go()
        self._has_let_go = False

    def _silent_for(self) -> float:
        return time.monotonic() - self._heard_at

    def _let_go(self) -> None:
        if not self._has_let_go:
            log.warning("the other workers take this one for gone")
        self._has_let_go = True
        self.lapsed()


def _come(connection: Connection, worker: WorkerId, role: Role) -> None:
    connection.execute(_TIDY)
    connection.execute(_COME, {"worker": worker, "as_role": role})


def _go(connection: Connection, worker: WorkerId) -> None:
    connection.execute(_GO, {"worker": worker})


def _beat(
    connection: Connection, worker: WorkerId, role: Role
) -> tuple[bool, Mapping[WorkerId, Role], Sample]:
    was_alive = connection.execute(_BEAT, {"worker": worker}).rowcount == 1
    if not was_alive:
        connection.execute(_GO, {"worker": worker})
        connection.execute(_COME, {"worker": worker, "as_role": role})
    alive = {WorkerId(row.id): row.role for row in connection.execute(_ALIVE)}
    asked, told_at = time.monotonic(), float(connection.execute(_TELL_TIME).scalar_one())
    return was_alive, alive, Sample(asked, time.monotonic(), told_at)


def _still_there(connection: Connection, asked: set[WorkerId]) -> set[WorkerId]:
    return set(map(WorkerId, connection.scalars(_OF_THESE, {"suspects": list(asked)})))
