"""Which processes serve rooms just now, as a port: whoever was connected to another one is gone."""

from typing import NewType, Protocol

WorkerId = NewType("WorkerId", str)
"""One process's name for itself, new each time it starts; it has no dot in it."""


class Workers(Protocol):
    """The workers that are alive."""

    def alive(self) -> frozenset[WorkerId]:
        """Return the workers that can hold sockets now, without waiting.

        Never without one that does hold sockets: a worker is in it, for all the others, before it serves
        anybody. One that has died may stay in it for a while.
        """
        ...
