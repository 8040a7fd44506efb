"""A game from its deal to its end."""

from dataclasses import replace
from types import MappingProxyType
from typing import assert_never

from durak import Outcome, Seat, dealt, parse_action, story_for
from durak.happenings import GameOver
from web.rooms.events import (
    ActionTaken,
    Advised,
    GameAborted,
    GameDrawn,
    GameEvent,
    GameStarted,
    NextCalled,
    PlayerId,
    TakenBack,
)
from web.rooms.evolve.telling import longer_story, seen_by_all, seen_by_one, seen_by_some, told
from web.rooms.game import Game, Mover, Sitter, after_action, first_actions, new_deal, sitter_changed
from web.rooms.levels import level_at
from web.rooms.room import Chair, Room, Tally
from web.rooms.story import TookBack, room_steps


def after_game_event(room: Room, event: GameEvent) -> Room:
    """Return the room after it."""
    match event:
        case ActionTaken():
            return act(room, event.action, event.at)
        case GameStarted():
            return _start(room, event)
        case Advised():
            return _advise(room, Seat(event.seat))
        case NextCalled():
            assert room.game is not None, "a move is only ever asked for in a game"
            called = replace(room, game=replace(room.game, called_at=event.at))
            return seen_by_one(called, event.player)
        case TakenBack():
            assert room.game is not None, "an action is only ever taken back in a game"
            back = first_actions(room.game, event.actions, event.at)
            return seen_by_all(told(replace(room, game=back), TookBack()))
        case GameAborted():
            chairs = tuple(chair if chair.player else Chair(level=chair.level) for chair in room.chairs)
            return seen_by_all(replace(room, game=None, chairs=chairs, story=room_steps(room.story)))
        case GameDrawn():
            return _draw(room)
        case _:
            assert_never(event)


def act(room: Room, text: str, at: float, *, by_clock: bool = False) -> Room:
    """Return the room after an action in its game."""
    assert room.game is not None, "an action is only ever stored after a start"
    action = parse_action(text)
    by_bot = room.chairs[action.seat].is_moved_by_bot
    mover: Mover = "clock" if by_clock else "bot" if by_bot else "person"
    game, happenings = after_action(room.game, text, action, mover, at)
    is_public = bool(story_for(happenings, None))
    # All at once: this is what rooms do most.
    after = replace(
        room,
        game=game,
        games=room.games + (game.outcome is not None),
        tally=room.tally if game.outcome is None else _counted(room, game, game.outcome),
        story=longer_story(room, happenings),
        due_to_all=room.due_to_all + is_public,
    )
    return after if is_public else seen_by_some(after, happenings)


def _advise(room: Room, seat: Seat) -> Room:
    """Nobody is told before the end: that there was something to advise would tell of a hand."""
    assert room.game is not None, "only who has a game is advised"
    sitter, moment = room.game.sitters[seat], room.game.moment
    if sitter.hinted_at == moment:
        return room
    sitter = replace(sitter, hints=sitter.hints + 1, hinted_at=moment)
    return replace(room, game=sitter_changed(room.game, seat, sitter))


def _start(room: Room, event: GameStarted) -> Room:
    chairs = tuple(
        replace(chair, name=event.bots[str(i)]) if str(i) in event.bots else chair
        for i, chair in enumerate(room.chairs)
    )
    sitters = tuple(
        Sitter(chair.player, chair.name, chair.avatar, level_at(chair, number, room.options.bots))
        for number, chair in enumerate(chairs)
    )
    game = new_deal(event, sitters)
    queue = tuple(replace(late, chair=None) for late in room.latecomers)
    story = room_steps(room.story)
    room = replace(room, chairs=chairs, game=game, latecomers=queue, countdown=None, story=story)
    return seen_by_all(told(room, dealt(game.state)))


def _draw(room: Room) -> Room:
    assert room.game is not None, "only a game that is played is ended"
    drawn = Outcome("draw")
    room = replace(
        room,
        game=replace(room.game, is_drawn=True),
        games=room.games + 1,
        tally=_counted(room, room.game, drawn),
    )
    return seen_by_all(told(room, (GameOver(drawn),)))


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
