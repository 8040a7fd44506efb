"""The only worker there is, where one process serves everybody."""

import secrets
from collections.abc import Collection

from web.rooms.workers import WorkerId


def new_worker() -> WorkerId:
    """Return a name that no earlier process had."""
    return WorkerId(secrets.token_hex(6))


class OneWorker:
    """Workers that knows of this process alone."""

    def __init__(self) -> None:
        """Give this process a name."""
        self.id = new_worker()

    def alive(self) -> frozenset[WorkerId]:
        """Return this worker."""
        return frozenset({self.id})

    async def gone(self, suspects: Collection[WorkerId]) -> frozenset[WorkerId]:
        """Return all but this worker."""
        return frozenset(suspects) - {self.id}
