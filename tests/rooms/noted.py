"""A Meter that keeps what it is told, for tests."""

from collections import Counter

from web.rooms.meter import CatchUp, Silent


class Noted(Silent):
    """Keeps how often somebody was behind or second, and how late what was due was done."""

    def __init__(self) -> None:
        self.causes = Counter[CatchUp]()
        self.conflicts = 0
        self.late: list[float] = []

    def conflicted(self) -> None:
        self.conflicts += 1

    def caught_up(self, cause: CatchUp) -> None:
        self.causes[cause] += 1

    def done_late(self, seconds: float) -> None:
        self.late.append(seconds)
