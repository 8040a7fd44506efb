"""Which processes serve rooms just now, as a port: whoever was connected to another one is gone."""

from collections.abc import Collection
from typing import NewType, Protocol

WorkerId = NewType("WorkerId", str)
"""One process's name for itself, new each time it starts; it has no dot in it."""


class Workers(Protocol):
    """The workers that can hold sockets. A worker is one, for all the others, before it serves anybody."""

    @property
    def id(self) -> WorkerId:
        """This worker."""
        ...

    def alive(self) -> frozenset[WorkerId]:
        """Return the workers that are known to be alive, without waiting; a new one may be missing."""
        ...

    async def gone(self, suspects: Collection[WorkerId]) -> frozenset[WorkerId]:
        """Return those of them that hold no socket any more; one that has just died may be missing.

        One that was called gone and is not will have to let go of its sockets. Raises Unavailable.
        """
        ...
