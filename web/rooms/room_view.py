"""What one viewer may know of a room, as the JSON of a `view` message.

Built key by key from an allow-list; everything about cards comes out of `durak.view_for` and `story_for`.
What depends on the time is computed when a view is made, and follows from what all can see.
"""

import hashlib
from dataclasses import asdict
from typing import Any, assert_never

from durak import Seat, encode_view, memory_view, most_seats, parse_rules, story_for, view_for
from web.rooms.deadlines import askable_from, time_limits
from web.rooms.drawn import drawn
from web.rooms.events import PlayerId
from web.rooms.game import Sitter
from web.rooms.levels import level_at, shown
from web.rooms.pace import called_for
from web.rooms.ports import RoomId, Version
from web.rooms.room import Chair, Room, Tally
from web.rooms.story import BotCame, CameBack, ClockActed, Joined, RoomStep, Spoken, TookBack

TAG_DIGITS = 12


def room_view(
    room_id: RoomId,
    room: Room,
    viewer: PlayerId | None,
    name: str | None,
    now: float,
    *,
    avatar: int = 0,
    first: bool = False,
) -> dict[str, Any]:
    """Return the `room` and `game` parts of a view at `now`, for this viewer, who has this name, if any.

    The `first` view of a connection also has what was said before it came.
    """
    options = room.options
    view: dict[str, Any] = {
        "id": room_id,
        "phase": room.phase,
        "rules": options.rules,
        "most_chairs": most_seats(parse_rules(options.rules)),
        "bots": shown(options.bots),
        "seen_cards": options.seen_cards,
        "turn_seconds": options.turn_seconds,
        "watch": options.watch,
        "public": options.public,
        "chat": options.chat,
        "advice": room.has_advice,
        "pace": options.pace,
        "taught": options.taught,
        "solo": room.is_solo,
        "games": room.games,
        "countdown_ms": _ms_until(room.countdown, now),
        "may_watch": room.may_watch(viewer),
        "queue": [{"name": late.name, "avatar": late.avatar} for late in room.latecomers],
        "chairs": _chair_views(room_id, room, viewer, now),
        "you": _you_view(room_id, room, viewer, name, avatar),
    }
    if first:
        view["said"] = [_step_view(room_id, spoken) for spoken in room.said]
    return {"room": view, "game": _game_view(room, viewer)}


def story_since(room_id: RoomId, room: Room, told: Version, viewer: PlayerId | None) -> list[dict[str, Any]]:
    """Return what happened after version `told` of the room, as this viewer may hear it."""
    seat, may_watch = room.seat_of(viewer), _may_see_game(room, viewer)
    heard: list[dict[str, Any]] = []
    for step in room.story:
        if step.version <= told:
            continue
        if not isinstance(step.what, tuple):
            heard.append(_step_view(room_id, step.what))
        elif may_watch:
            heard += (dict(happening) for happening in story_for(step.what, seat))
    return heard


def tag_of(room_id: RoomId, player: PlayerId) -> str:
    """Return what others call this player by in this room: it tells nobody who he is elsewhere."""
    return hashlib.sha256(f"{room_id}\0{player}".encode()).hexdigest()[:TAG_DIGITS]


def _chair_views(room_id: RoomId, room: Room, viewer: PlayerId | None, now: float) -> list[dict[str, Any]]:
    limits, askable = time_limits(room), askable_from(room)
    views: list[dict[str, Any]] = []
    for number in range(len(room.chairs)):
        at, of = limits.get(Seat(number), (None, None))
        views.append(
            {
                **_chair_view(room_id, room, number, viewer),
                "ms_left": _ms_until(at, now),
                "of_ms": None if of is None else round(of * 1000),
                "askable_in_ms": _ms_until(askable.get(Seat(number)), now),
            }
        )
    return views


def _chair_view(room_id: RoomId, room: Room, number: int, viewer: PlayerId | None) -> dict[str, Any]:
    chair = room.chairs[number]
    kind = "player" if chair.player else "bot" if chair.is_bot else "empty"
    level = level_at(chair, number, room.options.bots) if chair.is_bot else chair.level
    claimed = (late.name for late in room.latecomers if late.chair == number)
    return {
        "kind": kind,
        "name": chair.name,
        "avatar": chair.avatar,
        "level": None if chair.player or level is None else shown(level),
        "host": chair.player is not None and chair.player == room.host,
        "you": chair.player is not None and chair.player == viewer,
        "away": chair.player is not None and not room.is_present(chair.player),
        "held": chair.held,
        "claimed_by": next(claimed, None),
        "warned": chair.player is not None and chair.player == viewer and _is_warned(room, number),
        "tally": _tally_view(room, chair),
        "tag": None if chair.player is None else tag_of(room_id, chair.player),
    }


def _is_warned(room: Room, seat: int) -> bool:
    """Tell whether a clock of the viewer's own ran out; a pass that others may not see ends the warning."""
    return room.phase == "playing" and room.game is not None and room.game.sitters[seat].strikes > 0


def _tally_view(room: Room, chair: Chair) -> dict[str, int]:
    tally = Tally() if chair.player is None else room.tally.get(chair.player, Tally())
    return {"games": tally.games, "durak": tally.durak, "draws": tally.draws}


def _you_view(
    room_id: RoomId, room: Room, viewer: PlayerId | None, name: str | None, avatar: int
) -> dict[str, Any]:
    number, late = room.chair_of(viewer), room.latecomer(viewer)
    chair = None if number is None else room.chairs[number]
    sitter = _own_sitter(room, viewer)
    return {
        "guest": viewer is not None,
        "name": name,
        "avatar": chair.avatar if chair else late.avatar if late else avatar,
        "chair": number,
        "host": viewer is not None and room.host == viewer,
        "queued": late is not None and late.chair is None,
        "claim": None if late is None else late.chair,
        "tag": None if viewer is None else tag_of(room_id, viewer),
        "held": None if chair is None else chair.held,
        "can_undo": _can_undo(room, viewer),
        "next": None if number is None else called_for(room),
        "account": None if sitter is None or sitter.account is None else asdict(sitter.account),
    }


def _own_sitter(room: Room, viewer: PlayerId | None) -> Sitter | None:
    seat = room.seat_of(viewer)
    return None if room.game is None or seat is None else room.game.sitters[seat]


def _can_undo(room: Room, viewer: PlayerId | None) -> bool:
    is_alone = room.is_solo and room.phase == "playing" and room.chair_of(viewer) is not None
    return is_alone and room.game is not None and "person" in room.game.movers


def _may_see_game(room: Room, viewer: PlayerId | None) -> bool:
    return room.phase != "playing" or room.may_watch(viewer)


def _game_view(room: Room, viewer: PlayerId | None) -> dict[str, Any] | None:
    if room.game is None or not _may_see_game(room, viewer):
        return None
    look = memory_view if room.options.seen_cards else view_for
    seen = look(room.game.state, room.seat_of(viewer))
    view = encode_view(drawn(seen) if room.game.is_drawn else seen)
    view["sitters"] = [_sitter_view(sitter, room.phase) for sitter in room.game.sitters]
    if not room.options.seen_cards:
        # What everybody could remember is for bots; a person looks it up only where a room says so.
        del view["known"], view["beaten_off"]
    return view


def _sitter_view(sitter: Sitter, phase: str) -> dict[str, Any]:
    return {
        "name": sitter.name,
        "avatar": sitter.avatar,
        "bot": sitter.is_bot,
        "level": shown(sitter.level) if sitter.is_bot else None,
        "own": sitter.own,
        "stood_in": sitter.stood_in,
        # While cards are played it would tell who had something to play.
        "hints": sitter.hints if phase == "over" else None,
    }


def _step_view(room_id: RoomId, step: RoomStep) -> dict[str, Any]:
    match step:
        case ClockActed(seat):
            return {"kind": "clock", "seat": seat}
        case BotCame(seat, why):
            return {"kind": "stand_in", "seat": seat, "why": why}
        case CameBack(seat):
            return {"kind": "back", "seat": seat}
        case Joined(seat, name):
            return {"kind": "joined", "seat": seat, "name": name}
        case TookBack():
            return {"kind": "took_back"}
        case Spoken(player, name, chair, say, what):
            tag = tag_of(room_id, player)
            return {"kind": "said", "name": name, "tag": tag, "chair": chair, "say": say, "what": what}
        case _:
            assert_never(step)


def _ms_until(at: float | None, now: float) -> int | None:
    return None if at is None else max(0, round((at - now) * 1000))
