"""Whether database and bus are there."""

import asyncio
import logging
from collections.abc import Callable

from sqlalchemy import Connection, text

from web.adapters.database import Database
from web.adapters.migrations import suits
from web.rooms.readiness import Lack

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.0


class SqlReadiness:
    """Readiness of a process with a SQL database; the promises are those of the port."""

    def __init__(self, database: Database, is_bus_up: Callable[[], bool]) -> None:
        """Use a database that the caller opened, and closes."""
        self._database, self._is_bus_up = database, is_bus_up

    async def lack(self) -> Lack | None:
        """Return what is missing, None if people can be served."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return None if await self._database.read(_look) else "schema"
        except Exception:
            log.warning("the database does not answer", exc_info=True)
            return "database"

    def is_degraded(self) -> bool:
        """Tell whether the bus is away."""
        return not self._is_bus_up()


def _look(connection: Connection) -> bool:
    connection.execute(text("SELECT 1")).close()
    return suits(connection)
