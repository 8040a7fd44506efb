"""A game from its deal to its end."""

from dataclasses import replace
from types import MappingProxyType
from typing import assert_never

from durak import Outcome, Seat, dealt, parse_action, story_for
from web.rooms.events import ActionTaken, GameAborted, GameEvent, GameStarted, PlayerId, TakenBack
from web.rooms.evolve.telling import seen_by_all, seen_by_some, told
from web.rooms.game import Game, Mover, Sitter, after_action, first_actions, new_deal
from web.rooms.room import Chair, Room, Tally
from web.rooms.story import TookBack, room_steps


def after_game_event(room: Room, event: GameEvent) -> Room:
    """Return the room after it."""
    match event:
        case ActionTaken():
            seat = parse_action(event.action).seat
            mover: Mover = "bot" if room.chairs[seat].is_moved_by_bot else "person"
            return act(room, event.action, mover, event.at)
        case GameStarted():
            return _start(room, event)
        case TakenBack():
            assert room.game is not None, "an action is only ever taken back in a game"
            back = first_actions(room.game, event.actions, event.at)
            return seen_by_all(told(replace(room, game=back), TookBack()))
        case GameAborted():
            chairs = tuple(chair if chair.player else Chair(level=chair.level) for chair in room.chairs)
            return seen_by_all(replace(room, game=None, chairs=chairs, story=room_steps(room.story)))
        case _:
            assert_never(event)


def act(room: Room, action: str, mover: Mover, at: float) -> Room:
    """Return the room after an action in its game."""
    assert room.game is not None, "an action is only ever stored after a start"
    game, happenings = after_action(room.game, action, mover, at)
    room = told(replace(room, game=game), happenings)
    if game.outcome is not None:
        room = replace(room, games=room.games + 1, tally=_counted(room, game, game.outcome))
    return seen_by_all(room) if story_for(happenings, None) else seen_by_some(room, happenings)


def _start(room: Room, event: GameStarted) -> Room:
    chairs = tuple(
        replace(chair, name=event.bots[str(i)]) if str(i) in event.bots else chair
        for i, chair in enumerate(room.chairs)
    )
    sitters = tuple(
        Sitter(chair.player, chair.name, chair.avatar, chair.level or room.options.bots) for chair in chairs
    )
    game = new_deal(event, sitters)
    queue = tuple(replace(late, chair=None) for late in room.latecomers)
    story = room_steps(room.story)
    room = replace(room, chairs=chairs, game=game, latecomers=queue, countdown=None, story=story)
    return seen_by_all(told(room, dealt(game.state)))


def _counted(room: Room, game: Game, outcome: Outcome) -> "MappingProxyType[PlayerId, Tally]":
    tally = dict(room.tally)
    for number, sitter in enumerate(game.sitters):
        if sitter.player is not None:
            was = tally.get(sitter.player, Tally())
            is_durak = outcome.kind == "durak" and Seat(number) in outcome.seats
            tally[sitter.player] = Tally(
                was.games + 1, was.durak + is_durak, was.draws + (outcome.kind == "draw")
            )
    return MappingProxyType(tally)
