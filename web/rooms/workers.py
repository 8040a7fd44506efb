"""Which processes serve rooms just now, as a port: whoever was connected to another one is gone."""

from collections.abc import Collection
from typing import Literal, NewType, Protocol

WorkerId = NewType("WorkerId", str)
"""One process's name for itself, new each time it starts; it has no dot in it."""

Role = Literal["all", "web", "bots"]
"""What a worker is there for; `web.rooms.duties` says who does what."""


class Workers(Protocol):
    """The workers that hold sockets, or bots. Each is one, for all the others, before it serves anybody."""

    @property
    def id(self) -> WorkerId:
        """This worker."""
        ...

    def alive(self) -> frozenset[WorkerId]:
        """Return the workers that are known to be alive, without waiting; a new one may be missing."""
        ...

    def of(self, role: Role) -> frozenset[WorkerId]:
        """Return those of the living that have this role, without waiting; a new one may be missing."""
        ...

    async def gone(self, suspects: Collection[WorkerId]) -> frozenset[WorkerId]:
        """Return those of them that hold no socket any more; one that has just died may be missing.

        One that was called gone and is not will have to let go of its sockets. Raises Unavailable.
        """
        ...
