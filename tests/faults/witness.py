"""What browsers saw and asked for, as they tell it afterwards."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Asked:
    """One command of one browser, however often it was sent, and every answer that came.

    An `ok` is a promise. Without any answer nobody knows whether it was done.
    """

    id: str
    kind: str
    action: str | None = None
    sends: int = 0
    oks: int = 0
    refusals: list[str] = field(default_factory=list)

    @property
    def is_refused_for_good(self) -> bool:
        """Whether each time it was sent it was refused."""
        return self.oks == 0 and len(self.refusals) == self.sends > 0


@dataclass(frozen=True, slots=True)
class Heard:
    """A view, as it came: seconds since the epoch, and every byte of it."""

    at: float
    text: str


@dataclass(slots=True)
class Stretch:
    """One connection from its hello on; `sound_until` is when it ended, or was made to fail.

    `port` is the client's. While one of the `excused` spans ran, from and to these seconds since the epoch,
    its server could not know what happened; from the end of it on all is due again.
    """

    began_at: float
    sound_until: float | None = None
    views: list[Heard] = field(default_factory=list)
    port: int | None = None
    excused: list[tuple[float, float]] = field(default_factory=list)

    def spoil(self, at: float) -> None:
        """From now on nothing is promised of this connection."""
        if self.sound_until is None:
            self.sound_until = at

    def due_by(self, at: float, bound: float) -> float:
        """Return by when what happened at that moment has to be seen."""
        due = at + bound
        for began, ended in sorted(self.excused):
            if began < due and ended > at:
                due = max(due, ended + bound)
        return due


@dataclass(slots=True)
class Witness:
    """One browser in one room; `cookie` is None for a visitor without a name."""

    room: str
    cookie: str | None
    asked: dict[str, Asked] = field(default_factory=dict)
    stretches: list[Stretch] = field(default_factory=list)
