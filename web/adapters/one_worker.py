"""The only worker there is, where one process serves everybody."""

import secrets
from collections.abc import Collection

from web.rooms.workers import Role, WorkerId


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

    def of(self, role: Role) -> frozenset[WorkerId]:
        """Return this worker, which does everything."""
        return self.alive() if role == "all" else frozenset()

    async def gone(self, suspects: Collection[WorkerId]) -> frozenset[WorkerId]:
        """Return all but this worker."""
        return frozenset(suspects) - {self.id}
