"""What follows from any command: latecomers come to chairs, the host's role goes on, a countdown begins.

It is looked for in one place, after whatever has happened, so that no command can forget it.
"""

from collections.abc import Iterable

from web.rooms.deadlines import COUNTDOWN_SECONDS
from web.rooms.events import (
    ActionTaken,
    ChairTaken,
    CountdownStarted,
    CountdownStopped,
    Event,
    HostChanged,
)
from web.rooms.evolve import evolve
from web.rooms.room import Room


def with_consequences(before: Room, events: tuple[Event, ...], now: float) -> tuple[Event, ...]:
    """Return the events and what follows from them in the room as it was before them."""
    if not before.latecomers and all(isinstance(event, ActionTaken) for event in events):
        # Nothing follows from an action but for latecomers, and most commands are actions.
        return events
    room, all_events = _after(before, events), list(events)
    for follow in (_seated, _host_changed, _countdown):
        more = tuple(follow(before, room, now))
        room = _after(room, more)
        all_events += more
    return tuple(all_events)


def _after(room: Room, events: Iterable[Event]) -> Room:
    for event in events:
        room = evolve(room, event)
    return room


def _seated(before: Room, room: Room, now: float) -> list[Event]:
    """After a bout those sit down who have claimed a chair; without a game all for whom there is one."""
    playing = room.phase == "playing"
    if playing and not _bout_is_over(before, room):
        return []
    there = [late for late in room.latecomers if room.is_present(late.player)]
    free = {number for number, chair in enumerate(room.chairs) if chair.player is None}
    seated = [(late, late.chair) for late in there if late.chair is not None and late.chair in free]
    if not playing:
        free -= {number for _, number in seated}
        queue = [late for late in there if late not in dict(seated)]
        seated += zip(queue, sorted(free), strict=False)
    return [ChairTaken(now, number, late.player, late.name, late.avatar) for late, number in seated]


def _bout_is_over(before: Room, room: Room) -> bool:
    if before.game is None or room.game is None or before.game.started != room.game.started:
        return False
    return before.game.state.bout != room.game.state.bout


def _host_changed(before: Room, room: Room, now: float) -> list[Event]:
    """The host's role passes on by itself, to the first who is there; newcomers come last."""
    if room.host in room.people or (room.host is None and not room.people):
        return []
    heirs = sorted(room.people, key=lambda player: (not room.is_present(player), player not in before.people))
    return [HostChanged(now, heirs[0] if heirs else None)]


def _countdown(before: Room, room: Room, now: float) -> list[Event]:
    """A countdown runs while all are there, and begins anew with whatever changes at the table."""
    if not _all_are_there(room):
        return [] if room.countdown is None else [CountdownStopped(now)]
    is_same = (before.chairs, before.options) == (room.chairs, room.options)
    if room.countdown is not None and is_same:
        return []
    return [CountdownStarted(now, now + COUNTDOWN_SECONDS)]


def _all_are_there(room: Room) -> bool:
    if room.phase != "waiting" or room.options.solo:
        return False
    return bool(room.chairs) and all(
        chair.player is not None and chair.held is None and room.is_present(chair.player)
        for chair in room.chairs
    )
