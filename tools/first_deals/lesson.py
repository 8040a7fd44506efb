"""One first game as far as its lessons go: the learner does what the coach says, or something else."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

from durak import (
    Attack,
    Defend,
    Seat,
    State,
    Take,
    Transfer,
    encode_action,
    legal_actions,
    memory_view,
    parse_action,
)
from durak.bots import BOTS
from tools.first_deals.coach import Coach
from web.rooms.commands import Arrive, BotPlay, Command, Play
from web.rooms.deadlines import bot_seed, bots_due
from web.rooms.decide import decide
from web.rooms.events import PlayerId, SessionId
from web.rooms.evolve import fold
from web.rooms.first_game import first_game
from web.rooms.ports import Batch, RoomId, Version
from web.rooms.room import Room
from web.rooms.room_view import room_view

LEARNER, SEAT = PlayerId("learner"), Seat(0)
LESSONS = ("cover", "take", "throw_in", "transfer")

Pace = Literal["quick", "slow"]
"""Whether he plays before the bots that the table waits for as well, or after them."""


@dataclass
class Learned:
    """By lesson, in which bout he first did it, and in which he first could have."""

    did: dict[str, int] = field(default_factory=dict)
    could: dict[str, int] = field(default_factory=dict)
    pairs: int = 0
    """How many there were on the table at most."""

    @property
    def bouts(self) -> int | None:
        """After how many bouts he had done everything, None if he never had."""
        return max(self.did.values()) if len(self.did) == len(LESSONS) else None


Choice = Callable[[State, dict[str, Any], Learned], str | None]
"""What the learner does, seeing the `game` of his view: the text of an action, None to wait for the others.

The state is for who only wants to know what is legal.
"""


def obedient(coach: Coach) -> Choice:
    """Return a learner who does what the coach says."""

    def choose(_state: State, game: dict[str, Any], learned: Learned) -> str | None:
        said = coach.line(game, learned.did)
        return None if said is None else said["move"]

    return choose


def headstrong(coach: Coach, dice: Random, share: float) -> Choice:
    """Return one who now and then, at this share of his moves, does anything else that he may."""
    obeys = obedient(coach)

    def choose(state: State, game: dict[str, Any], learned: Learned) -> str | None:
        advised = obeys(state, game, learned)
        if advised is None or dice.random() >= share:
            return advised
        return encode_action(dice.choice(legal_actions(state, SEAT)))

    return choose


def play(secret: bytes, choose: Choice, pace: Pace, bouts: int) -> Learned:
    """Return what the learner meets in the first `bouts` of the game dealt from this secret."""
    room = _do(Room(), first_game(LEARNER, "Anna", 0, secret))
    room = _do(room, Arrive(LEARNER, SessionId("here")))
    learned = Learned()
    while room.phase == "playing" and room.game is not None and room.game.state.bout <= bouts:
        if len(learned.did) == len(LESSONS):
            break
        learned.pairs = max(learned.pairs, len(room.game.state.table))
        _note_chances(room, learned)
        command = _next(room, choose, learned, pace)
        if command is None:
            break
        if isinstance(command, Play):
            _note(room, command.action, learned.did)
        room = _do(room, command)
    return learned


def _next(room: Room, choose: Choice, learned: Learned, pace: Pace) -> Play | BotPlay | None:
    if pace == "quick":
        return _own(room, choose, learned) or _bots(room)
    return _bots(room) or _own(room, choose, learned)


def _own(room: Room, choose: Choice, learned: Learned) -> Play | None:
    assert room.game is not None, "there is a game"
    state = room.game.state
    if not legal_actions(state, SEAT):
        return None
    view = room_view(RoomId("first"), room, LEARNER, "Anna", 0.0)
    action = choose(state, view["game"], learned)
    return None if action is None else Play(LEARNER, action, state.bout, state.table_ply)


def _bots(room: Room) -> BotPlay | None:
    """Return what the next bot does, as the server lets it."""
    assert room.game is not None, "there is a game"
    game, state = room.game, room.game.state
    due = bots_due(room, pace=1.0)
    if not due:
        return None
    seat = due[0].seat
    dice = Random(bot_seed(game, seat))  # noqa: S311 - a bot's
    action = BOTS[game.sitters[seat].level].choose(memory_view(state, seat), dice)
    return BotPlay(seat, encode_action(action), state.bout, state.table_ply)


def _note_chances(room: Room, learned: Learned) -> None:
    assert room.game is not None, "there is a game"
    for action in legal_actions(room.game.state, SEAT):
        _note(room, encode_action(action), learned.could)


def _note(room: Room, text: str, lessons: dict[str, int]) -> None:
    assert room.game is not None, "there is a game"
    state = room.game.state
    match parse_action(text):
        case Defend():
            lesson = "cover"
        case Take():
            lesson = "take"
        case Transfer():
            lesson = "transfer"
        case Attack() if state.table:
            lesson = "throw_in"
        case _:
            return
    lessons.setdefault(lesson, state.bout)


def _do(room: Room, command: Command) -> Room:
    return fold(room, [Batch(Version(room.version + 1), decide(room, command, 0.0))])
