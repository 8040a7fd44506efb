"""Which viewers are due another view because of what happened, and what they will be told."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

from durak import Happening, story_for
from web.rooms.events import PlayerId
from web.rooms.ports import Version
from web.rooms.room import Chair, Room
from web.rooms.story import STORY_KEPT, RoomStep, Told

Value = TypeVar("Value")


def seen_by_all(room: Room) -> Room:
    """Everybody is due another view."""
    return replace(room, due_to_all=room.due_to_all + 1)


def seen_by_one(room: Room, player: PlayerId) -> Room:
    """One player is due another view."""
    return replace(room, due_to_one=with_entry(room.due_to_one, player, room.due_to_one.get(player, 0) + 1))


def seen_by_some(room: Room, happenings: tuple[Happening, ...]) -> Room:
    """Those are due another view whom the story has something to tell."""
    for player in room.people:
        if story_for(happenings, room.seat_of(player)):
            room = seen_by_one(room, player)
    return room


def told(room: Room, what: tuple[Happening, ...] | RoomStep) -> Room:
    """The story goes on."""
    return replace(room, story=longer_story(room, what))


def longer_story(room: Room, what: tuple[Happening, ...] | RoomStep) -> tuple[Told, ...]:
    """Return the room's story with one more step, told by its next version, and without what is too old."""
    return (*room.story, Told(Version(room.version + 1), what))[-STORY_KEPT:]


def with_entry(entries: Mapping[PlayerId, Value], player: PlayerId, value: Value) -> Mapping[PlayerId, Value]:
    """Return the mapping with one entry more, or another one."""
    return MappingProxyType({**entries, player: value})


def without_entry(entries: Mapping[PlayerId, Value], player: PlayerId) -> Mapping[PlayerId, Value]:
    """Return the mapping without the player's entry, if there is one."""
    return MappingProxyType({key: value for key, value in entries.items() if key != player})


def with_chair(room: Room, number: int, chair: Chair) -> Room:
    """Return the room with another chair in this place."""
    return replace(room, chairs=(*room.chairs[:number], chair, *room.chairs[number + 1 :]))
