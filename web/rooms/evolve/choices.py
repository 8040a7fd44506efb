"""What the host chooses, who the host is, and what people say."""

from dataclasses import replace
from typing import assert_never

from web.rooms.events import (
    HostChanged,
    LevelSet,
    OptionsChanged,
    PlayerForgotten,
    RoomEvent,
    RoomOpened,
    Said,
)
from web.rooms.evolve.telling import seen_by_all, told, with_chair
from web.rooms.room import Chair, Options, Room
from web.rooms.story import SAID_KEPT, Spoken


def after_room_event(room: Room, event: RoomEvent) -> Room:
    """Return the room after it, of which everybody is told."""
    match event:
        case RoomOpened():
            # A new life: where a forgotten room is made again, whoever remembers it must not mix the two.
            options, chairs = _options(event, event.solo, event.taught), (Chair(),) * event.chairs
            room = Room(room.version, options, event.host, chairs)
        case OptionsChanged():
            # What was played stays on the table until the next deal.
            options = _options(event, room.options.solo, room.options.taught)
            chairs = (*room.chairs, *(Chair(),) * event.chairs)[: event.chairs]
            room = replace(room, options=options, chairs=chairs)
        case HostChanged():
            room = replace(room, host=event.host)
        case LevelSet():
            chair = replace(room.chairs[event.chair], level=event.level)
            room = with_chair(room, event.chair, chair)
        case Said():
            spoken = Spoken(event.player, event.name, room.chair_of(event.player), event.say, event.what)
            room = told(replace(room, said=(*room.said, spoken)[-SAID_KEPT:]), spoken)
        case PlayerForgotten():
            # He has got up before; what he was called is told anew.
            pass
        case _:
            assert_never(event)
    return seen_by_all(room)


def _options(event: RoomOpened | OptionsChanged, solo: bool, taught: bool) -> Options:
    return Options(
        rules=event.rules,
        chairs=event.chairs,
        bots=event.bots,
        solo=solo,
        seen_cards=event.seen_cards,
        turn_seconds=event.turn_seconds,
        watch=event.watch,
        public=event.public,
        chat=event.chat,
        advice=event.advice,
        pace=event.pace,
        taught=taught,
    )
