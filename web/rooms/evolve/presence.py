"""Who is there, and for whom a bot plays."""

from dataclasses import replace
from typing import assert_never

from durak import Seat
from web.rooms.events import Arrived, BotSteppedIn, Departed, PlayerBack, PresenceEvent
from web.rooms.evolve.telling import seen_by_all, seen_by_one, told, with_chair, with_entry, without_entry
from web.rooms.game import Account, sitter_changed
from web.rooms.room import Presence, Room
from web.rooms.story import BotCame, CameBack


def after_presence_event(room: Room, event: PresenceEvent) -> Room:
    """Return the room after it."""
    match event:
        case Arrived():
            return _arrive(room, event)
        case Departed():
            return _depart(room, event)
        case BotSteppedIn():
            return _step_in(room, event)
        case PlayerBack():
            return _come_back(room, event)
        case _:
            assert_never(event)


def _arrive(room: Room, event: Arrived) -> Room:
    was_present = room.is_present(event.player)
    presence = Presence(event.session, event.at)
    after = replace(room, presence=with_entry(room.presence, event.player, presence))
    seat = room.seat_of(event.player)
    had_strikes = room.game is not None and seat is not None and room.game.sitters[seat].strikes > 0
    if room.game is not None and seat is not None and had_strikes:
        sitter = replace(room.game.sitters[seat], strikes=0)
        after = replace(after, game=sitter_changed(room.game, seat, sitter))
    if not was_present:
        return seen_by_all(after)
    # Another tab is nobody else's business.
    return seen_by_one(after, event.player) if had_strikes else after


def _depart(room: Room, event: Departed) -> Room:
    if event.player not in room.members:
        return replace(room, presence=without_entry(room.presence, event.player))
    presence = with_entry(room.presence, event.player, Presence(None, event.at))
    return seen_by_all(replace(room, presence=presence))


def _step_in(room: Room, event: BotSteppedIn) -> Room:
    room = with_chair(room, event.chair, replace(room.chairs[event.chair], held=event.why))
    if room.game is not None and room.phase == "playing":
        sitter = replace(room.game.sitters[event.chair], account=Account())
        room = replace(room, game=sitter_changed(room.game, event.chair, sitter))
        room = told(room, BotCame(Seat(event.chair), event.why))
    return seen_by_all(room)


def _come_back(room: Room, event: PlayerBack) -> Room:
    room = with_chair(room, event.chair, replace(room.chairs[event.chair], held=None))
    if room.game is not None and room.phase == "playing":
        sitter, changed_at = room.game.sitters[event.chair], room.game.changed_at
        # Once between two changes of the table, or coming and going would stop every clock.
        back_at = sitter.back_at if sitter.back_at > changed_at else event.at
        sitter = replace(sitter, strikes=0, back_at=back_at)
        room = replace(room, game=sitter_changed(room.game, event.chair, sitter))
        room = told(room, CameBack(Seat(event.chair)))
    return seen_by_all(room)
