"""Whether this process can serve people, as a port: what stands between them and it."""

from typing import Literal, Protocol

Lack = Literal["database", "schema"]
"""What is missing: a database that answers within a second, or one with a schema that suits this program."""


class Readiness(Protocol):
    """What a proxy asks before it sends people here."""

    async def lack(self) -> Lack | None:
        """Return what is missing, None if people can be served. Never raises, and takes a second at most."""
        ...

    def is_degraded(self) -> bool:
        """Tell whether people are served, but learn later of what happens on other workers."""
        ...
