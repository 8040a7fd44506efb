"""Who sits in which chair of a room, and since when they play: what `unfinished_room_of` is answered from.

It follows from the events as `web.rooms.room.evolve` has it (a test holds the two to each other), and is kept
beside the log so that nobody has to read whole logs for it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from web.rooms.events import (
    ChairLeft,
    ChairsSwapped,
    ChairTaken,
    Event,
    GameAborted,
    GameStarted,
    OptionsChanged,
    PlayerId,
    PlayerRemoved,
)

_CONCERNED = (
    *(ChairTaken, ChairLeft, ChairsSwapped, PlayerRemoved),
    *(OptionsChanged, GameStarted, GameAborted),
)


@dataclass(slots=True)
class Seating:
    """The players by chair; `playing_since` is when the running game began, None while none runs."""

    chairs: dict[int, PlayerId] = field(default_factory=dict)
    playing_since: float | None = None

    def follow(self, events: Iterable[Event], finished: bool) -> None:
        """Do what the events of one version mean; after a finished game none is running."""
        for event in events:
            self._follow(event)
        if finished:
            self.playing_since = None

    def _follow(self, event: Event) -> None:
        match event:
            case ChairTaken(chair=chair, player=player):
                self.chairs[chair] = player
            case ChairLeft(chair=chair) | PlayerRemoved(chair=chair):
                self.chairs.pop(chair, None)
            case ChairsSwapped(a=a, b=b):
                turned = {a: b, b: a}
                self.chairs = {turned.get(chair, chair): player for chair, player in self.chairs.items()}
            case OptionsChanged(chairs=count):
                self.chairs = {chair: player for chair, player in self.chairs.items() if chair < count}
                self.playing_since = None
            case GameStarted(at=at):
                self.playing_since = at
            case GameAborted():
                self.playing_since = None
            case _:
                pass


def is_concerned(event: Event) -> bool:
    """Tell whether the event can change a seating."""
    return isinstance(event, _CONCERNED)
