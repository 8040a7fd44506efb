"""Who comes to which chair, who leaves it, and who waits for one."""

from dataclasses import replace
from typing import assert_never

from durak import Seat
from web.rooms.events import (
    ChairClaimed,
    ChairEvent,
    ChairLeft,
    ChairsSwapped,
    ChairTaken,
    PlaceGivenUp,
    PlayerId,
    PlayerRemoved,
    Queued,
)
from web.rooms.evolve.telling import seen_by_all, told, with_chair, with_entry, without_entry
from web.rooms.game import sitter_changed
from web.rooms.room import Chair, Latecomer, Presence, Room
from web.rooms.story import Joined


def after_chair_event(room: Room, event: ChairEvent) -> Room:
    """Return the room after it, of which everybody is told."""
    match event:
        case ChairTaken():
            room = _sit(room, event)
        case ChairLeft():
            room = _leave(room, event.chair, event.stand_in)
        case ChairsSwapped():
            first, second = room.chairs[event.a], room.chairs[event.b]
            room = with_chair(with_chair(room, event.a, second), event.b, first)
        case PlayerRemoved():
            room = _leave(room, event.chair, event.stand_in)
            room = replace(room, removed=with_entry(room.removed, event.player, event.may_watch))
        case ChairClaimed():
            room = _wait(room, Latecomer(event.player, event.name, event.avatar, event.chair), event.at)
        case Queued():
            room = _wait(room, Latecomer(event.player, event.name, event.avatar, None), event.at)
        case PlaceGivenUp():
            room = _gone(_wait_no_more(room, event.player), event.player)
        case _:
            assert_never(event)
    return seen_by_all(room)


def _sit(room: Room, event: ChairTaken) -> Room:
    before = room.chairs[event.chair]
    chair = replace(before, player=event.player, name=event.name, avatar=event.avatar)
    room = _come(room, event.player, event.at)
    if room.phase == "playing" and before.player != event.player:
        room = _join(room, event)
    elif room.game is not None and (seat := room.seat_of(event.player)) is not None:
        # A new name is a new name in the game, too, whichever chair he now has.
        sitter = replace(room.game.sitters[seat], name=event.name, avatar=event.avatar)
        room = replace(room, game=sitter_changed(room.game, seat, sitter))
    return with_chair(_wait_no_more(room, event.player, event.chair), event.chair, chair)


def _join(room: Room, event: ChairTaken) -> Room:
    """A bot's seat in the running game is a player's now; what was done there before was not his doing."""
    assert room.game is not None, "somebody joins only while a game is played"
    seat, before = Seat(event.chair), room.game.sitters[event.chair]
    sitter = replace(
        before, player=event.player, name=event.name, avatar=event.avatar, strikes=0, back_at=event.at
    )
    if room.game.former.get(event.player) != seat:
        sitter = replace(sitter, own=0, stood_in=before.own + before.stood_in, hints=0, hinted_at=None)
    game = sitter_changed(room.game, seat, sitter)
    game = replace(game, former=with_entry(game.former, event.player, seat))
    return told(replace(room, game=game), Joined(seat, event.name))


def _leave(room: Room, number: int, stand_in: str | None) -> Room:
    before = room.chairs[number]
    if room.game is not None and room.phase == "playing":
        sitter = replace(room.game.sitters[number], player=None, name=stand_in, avatar=0, account=None)
        room = replace(room, game=sitter_changed(room.game, number, replace(sitter, strikes=0)))
    room = with_chair(room, number, Chair(None, stand_in, level=before.level))
    return room if before.player is None else _gone(room, before.player)


def _come(room: Room, player: PlayerId, at: float) -> Room:
    """A member whose session nobody knows is away from now on, not since ever."""
    if player in room.presence:
        return room
    return replace(room, presence=with_entry(room.presence, player, Presence(None, at)))


def _gone(room: Room, player: PlayerId) -> Room:
    """Of somebody who is no member only a session is remembered: with it he may sit down again."""
    if player in room.members or room.is_present(player):
        return room
    return replace(room, presence=without_entry(room.presence, player))


def _wait(room: Room, latecomer: Latecomer, at: float) -> Room:
    room = _come(room, latecomer.player, at)
    if room.latecomer(latecomer.player) is None:
        return replace(room, latecomers=(*room.latecomers, latecomer))
    same = (latecomer if late.player == latecomer.player else late for late in room.latecomers)
    return replace(room, latecomers=tuple(same))


def _wait_no_more(room: Room, player: PlayerId, chair: int | None = None) -> Room:
    """The player waits no more; and whoever waited for this chair is in the queue."""
    if not room.latecomers:
        return room
    others = (late for late in room.latecomers if late.player != player)
    left = (
        replace(late, chair=None) if chair is not None and late.chair == chair else late for late in others
    )
    return replace(room, latecomers=tuple(left))
