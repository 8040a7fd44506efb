"""What the time does: a clock that runs out, a countdown, time that is given back."""

from dataclasses import replace
from typing import assert_never

from durak import Seat
from web.rooms.events import ClockRanOut, CountdownStarted, CountdownStopped, TimeEvent, TimeGivenBack
from web.rooms.evolve.play import act
from web.rooms.evolve.telling import seen_by_all, told
from web.rooms.room import Room
from web.rooms.story import ClockActed


def after_time_event(room: Room, event: TimeEvent) -> Room:
    """Return the room after it."""
    match event:
        case ClockRanOut():
            return act(told(room, ClockActed(Seat(event.chair))), event.action, event.at, by_clock=True)
        case TimeGivenBack():
            return seen_by_all(replace(room, resumed_at=event.at))
        case CountdownStarted():
            return seen_by_all(replace(room, countdown=event.starts_at))
        case CountdownStopped():
            return seen_by_all(replace(room, countdown=None))
        case _:
            assert_never(event)
