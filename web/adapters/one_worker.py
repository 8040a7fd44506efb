"""The only worker there is, where one process serves everybody."""

import secrets

from web.rooms.workers import WorkerId


class OneWorker:
    """Workers that knows of this process alone."""

    def __init__(self) -> None:
        """Give this process a name that no earlier one had."""
        self.id = WorkerId(secrets.token_hex(6))

    def alive(self) -> frozenset[WorkerId]:
        """Return this worker."""
        return frozenset({self.id})
