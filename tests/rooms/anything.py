"""Anything that anybody might ask of a room, sense or not, and the time that passes meanwhile."""

from random import Random

from durak import Seat
from tests.rooms.scene import ANNA, BORIS, CLARA, next_play, next_seat, session
from web.rooms.commands import (
    Advise,
    Arrive,
    AskBot,
    ChangeOptions,
    ComeBack,
    Command,
    Depart,
    Forget,
    GiveUp,
    HandOver,
    Leave,
    MoveChair,
    Next,
    OpenRoom,
    Play,
    Remove,
    Say,
    SetLevel,
    Sit,
    Start,
    StepAway,
    Tick,
    Undo,
)
from web.rooms.deadlines import next_timed_due
from web.rooms.events import PlayerId
from web.rooms.room import Room

DORA = PlayerId("dora")
PLAYERS = (ANNA, BORIS, CLARA, DORA)


def opening(dice: Random) -> OpenRoom:
    """Return how a room may begin."""
    return OpenRoom(
        ANNA,
        "Anna",
        dice.choice(["blitz", "deutsch", "durak_online", "D24T2P1V1"]),
        dice.choice([2, 3, 4]),
        "careful",
        dice.choice([None, None, dice.randbytes(32)]),
        turn_seconds=dice.choice([None, 5, 15, 30]),
        watch=dice.choice(["all", "none"]),
        chat=dice.random() < 0.5,
        advice=dice.random() < 0.5,
        pace=dice.choice(["normal", "once"]),
    )


def pause(dice: Random) -> float:
    """Return how long nobody does anything."""
    return dice.choice([0.0, 0.1, 0.5, 1.0, 3.0, 12.0, 25.0, 70.0])


def moment_after(dice: Random, room: Room, now: float) -> float:
    """Return when the next thing happens: often just when something is due."""
    due = next_timed_due(room)
    if due is not None and due.at > now and dice.random() < 0.5:
        return due.at
    return now + pause(dice)


def some_players(dice: Random) -> tuple[PlayerId, ...]:
    """Return who is about: only the first, or more."""
    return PLAYERS[: dice.choice([1, 2, 2, 3, 4])]


def anything(dice: Random, room: Room, now: float, players: tuple[PlayerId, ...]) -> Command:
    """Return something that one of the players might ask of the room, more often its host than another."""
    due = next_timed_due(room)
    if due is not None and due.at <= now and dice.random() < 0.8:
        return Tick(dice.randbytes(32))
    if room.phase == "playing" and dice.random() < 0.5:
        return next_play(room, next_seat(room))
    player = dice.choice(players)
    if room.host in players and dice.random() < 0.3:
        player = room.host
    return dice.choice(
        [
            *_comings(dice, room, player),
            *_gestures(dice, room, player),
            *_choices(dice, player),
        ]
    )


def _comings(dice: Random, room: Room, player: PlayerId) -> list[Command]:
    tab, chair = dice.randrange(3), dice.choice([None, 0, 1, 2, 3, 4])
    own = room.session_of(player) or session(player)
    return [
        *[Arrive(player, session(player, tab))] * 3,
        Depart(player, dice.choice([own, own, session(player, tab)])),
        *[Sit(player, dice.choice(["X", "x", "Vera"]), chair, dice.randrange(4))] * 2,
        Sit(player, "X", chair, 0, frozenset({dice.choice(PLAYERS)}), session(player, tab)),
        Sit(player, "X", None, session=session(player, tab)),
        Leave(player),
        Forget(player, PlayerId("nobody"), "Guest"),
    ]


def _gestures(dice: Random, room: Room, player: PlayerId) -> list[Command]:
    bout = room.game.state.bout if room.game else 1
    return [
        *[Start(player, dice.randbytes(32))] * 3,
        StepAway(player),
        ComeBack(player),
        AskBot(player, dice.randrange(-1, 5)),
        Say(player, dice.choice(["reaction", "phrase", "text"]), dice.choice(["thanks", "hello", "?"])),
        Undo(player),
        Next(player),
        Advise(player, *(room.game.moment if room.game else (1, 0))),
        GiveUp(player),
        Play(player, f"{Seat(dice.randrange(3))}:{dice.choice(['take', 'pass', 'A:7H'])}", bout, 0),
        Tick(dice.randbytes(32)),
    ]


def _choices(dice: Random, player: PlayerId) -> list[Command]:
    chair, other = dice.randrange(-1, 5), dice.randrange(-1, 5)
    return [
        ChangeOptions(player, dice.choice(["blitz", "deutsch", None]), dice.choice([2, 3, 4, None])),
        ChangeOptions(player, turn_seconds=dice.choice([0, 5, 30]), watch=dice.choice(["all", "none"])),
        ChangeOptions(player, pace=dice.choice(["slow", "tap", "tap"])),
        SetLevel(player, chair, dice.choice(["random", "careful", None])),
        MoveChair(player, chair, other),
        Remove(player, chair, dice.random() < 0.5),
        HandOver(player, chair),
    ]
