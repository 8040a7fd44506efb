"""No bots: in a process that leaves thinking to others."""

from web.rooms.ports import NoAnswer


class AbsentBots:
    """A Thinker from which no answer ever comes."""

    async def choose(self, level: str, view: bytes, seed: int) -> str:  # noqa: ARG002 - the port's
        """Raise NoAnswer."""
        raise NoAnswer("absent")

    def warm(self) -> None:
        """Start nothing."""

    def close(self) -> None:
        """End nothing."""
