"""What the events of a room's log make of it. Nothing here can refuse: what is in the log did happen."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from web.rooms.events import ActionTaken, ChairEvent, Event, GameEvent, PresenceEvent, RoomEvent, TimeEvent
from web.rooms.evolve.chairs import after_chair_event
from web.rooms.evolve.choices import after_room_event
from web.rooms.evolve.play import after_game_event
from web.rooms.evolve.presence import after_presence_event
from web.rooms.evolve.times import after_time_event
from web.rooms.ports import Batch
from web.rooms.room import Room


def fold(room: Room, batches: Iterable[Batch]) -> Room:
    """Return the room after these batches of its log."""
    for batch in batches:
        for event in batch.events:
            room = evolve(room, event)
        room = replace(room, version=batch.version)
    return room


def evolve(room: Room, event: Event) -> Room:
    """Return the room after one event."""
    after = _after(room, event)
    # Whatever wakes a room, no time has run while it slept.
    if not isinstance(event, ActionTaken) and after.is_active and not room.is_active:
        return replace(after, resumed_at=event.at)
    return after


def _after(room: Room, event: Event) -> Room:
    if isinstance(event, GameEvent):
        return after_game_event(room, event)
    if isinstance(event, PresenceEvent):
        return after_presence_event(room, event)
    if isinstance(event, ChairEvent):
        return after_chair_event(room, event)
    if isinstance(event, TimeEvent):
        return after_time_event(room, event)
    if isinstance(event, RoomEvent):
        return after_room_event(room, event)
    assert_never(event)
