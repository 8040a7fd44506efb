"""What one viewer may know of a room, as the JSON of a `view` message.

Built key by key from an allow-list; everything about cards comes out of `durak.view_for` and `story_for`.
"""

from typing import Any

from durak import encode_view, most_seats, parse_rules, story_for, view_for
from web.rooms.events import PlayerId
from web.rooms.ports import RoomId, Version
from web.rooms.room import Chair, Room


def room_view(room_id: RoomId, room: Room, viewer: PlayerId | None, name: str | None) -> dict[str, Any]:
    """Return the `room` and `game` parts of a view for this viewer, who is called `name`, if anything."""
    chair = room.chair_of(viewer)
    return {
        "room": {
            "id": room_id,
            "phase": room.phase,
            "rules": room.options.rules,
            "most_chairs": most_seats(parse_rules(room.options.rules)),
            "bots": room.options.bots,
            "seen_cards": room.options.seen_cards,
            "solo": room.options.solo,
            "games": room.games,
            "chairs": [_chair_view(room, chair, viewer) for chair in room.chairs],
            "you": {
                "guest": viewer is not None,
                "name": name,
                "chair": chair,
                "host": viewer is not None and room.host == viewer,
            },
        },
        "game": _game_view(room, viewer),
    }


def story_since(room: Room, told: Version, viewer: PlayerId | None) -> list[dict[str, Any]]:
    """Return what happened after version `told` of the room, as this viewer may hear it."""
    seat = room.seat_of(viewer)
    return [
        dict(happening)
        for step in room.story
        if step.version > told
        for happening in story_for(step.happenings, seat)
    ]


def _chair_view(room: Room, chair: Chair, viewer: PlayerId | None) -> dict[str, Any]:
    kind = "player" if chair.player else "bot" if chair.is_bot else "empty"
    return {
        "kind": kind,
        "name": chair.name,
        "level": room.options.bots if kind == "bot" else None,
        "host": chair.player is not None and chair.player == room.host,
        "you": chair.player is not None and chair.player == viewer,
    }


def _game_view(room: Room, viewer: PlayerId | None) -> dict[str, Any] | None:
    if room.game is None:
        return None
    view = encode_view(view_for(room.game.state, room.seat_of(viewer)))
    view["sitters"] = [{"name": sitter.name, "bot": sitter.is_bot} for sitter in room.game.sitters]
    if not room.options.seen_cards:
        # What everybody could remember is for bots; a person looks it up only where a room says so.
        del view["known"]
    return view
