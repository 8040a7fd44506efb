"""Rooms for tests, made the way real ones are: by commands."""

from collections.abc import Collection
from random import Random
from typing import Any

from durak import Seat, encode_action, public_waiting, view_for
from durak.bots import BOTS
from web.rooms.commands import Arrive, BotPlay, Command, OpenRoom, Play, Sit, Start
from web.rooms.decide import decide
from web.rooms.events import PlayerId, SessionId
from web.rooms.evolve import fold
from web.rooms.ports import Batch, Version
from web.rooms.presence import new_session
from web.rooms.room import Room
from web.rooms.workers import Role, WorkerId

ANNA, BORIS, CLARA = PlayerId("anna"), PlayerId("boris"), PlayerId("clara")
SECRET = bytes(range(32))
NOON = 1_000_000.0
WORKER = WorkerId("worker")


class Alive:
    """Workers of which those are alive that a test says; it can also say what they are there for."""

    id = WORKER

    def __init__(self, *workers: WorkerId) -> None:
        self.workers = set(workers or (WORKER,))
        self.roles: dict[WorkerId, Role] = {}

    async def gone(self, suspects: Collection[WorkerId]) -> frozenset[WorkerId]:
        return frozenset(suspects) - self.workers

    def of(self, role: Role) -> frozenset[WorkerId]:
        return frozenset(worker for worker in self.workers if self.roles.get(worker, "all") == role)

    def alive(self) -> frozenset[WorkerId]:
        return frozenset(self.workers)


def do(room: Room, command: Command, now: float = NOON) -> Room:
    """Return the room after the command. Raises Refused."""
    return fold(room, [Batch(Version(room.version + 1), decide(room, command, now))])


def session(player: PlayerId, tab: int = 1) -> SessionId:
    """Return the session of a player's socket."""
    return new_session(WORKER, f"{player}{tab}")


def opened(chairs: int = 3, rules: str = "classic", now: float = NOON, **more: Any) -> Room:
    """Return a room that Anna has made and come to."""
    room = do(Room(), OpenRoom(ANNA, "Anna", rules, chairs, "careful", None, **more), now)
    return do(room, Arrive(ANNA, session(ANNA)), now)


def joined(room: Room, player: PlayerId, chair: int | None = None, now: float = NOON, **more: Any) -> Room:
    """Return the room after somebody has come in and sat down."""
    return do(room, Sit(player, player.title(), chair, session=session(player), **more), now)


def waiting_room(chairs: int = 3, rules: str = "classic", **more: Any) -> Room:
    """Return a room that Anna has made and Boris has joined."""
    return joined(opened(chairs, rules, **more), BORIS)


def solo_room(chairs: int = 3, rules: str = "classic", secret: bytes = SECRET, **more: Any) -> Room:
    """Return a game that Anna plays against bots."""
    room = do(Room(), OpenRoom(ANNA, "Anna", rules, chairs, "careful", secret, **more))
    return do(room, Arrive(ANNA, session(ANNA)))


def playing_room(chairs: int = 3, rules: str = "classic", secret: bytes = SECRET, **more: Any) -> Room:
    """Return the same with a game dealt and bots in the other chairs."""
    return do(waiting_room(chairs, rules, **more), Start(ANNA, secret))


def next_play(room: Room, seat: Seat) -> Play | BotPlay:
    """Return what the careful bot would do in this seat, as its controller's command."""
    assert room.game is not None
    state = room.game.state
    bot = BOTS["careful"]
    action = encode_action(bot.choose(view_for(state, seat), Random(state.ply)))
    player = room.chairs[seat].player
    if player is None or room.chairs[seat].is_moved_by_bot:
        return BotPlay(seat, action, state.bout, state.table_ply)
    return Play(player, action, state.bout, state.table_ply)


def next_seat(room: Room) -> Seat:
    """Return a seat that the table waits for and that has not passed."""
    assert room.game is not None
    state = room.game.state
    return min(public_waiting(state) - frozenset(state.passed))


def played_until(room: Room, phase: str, now: float = NOON) -> Room:
    """Return the room when its game has reached this phase (`throw`, `over`, …) or is over."""
    while room.phase == "playing":
        assert room.game is not None
        if room.game.state.phase.value == phase:
            break
        room = do(room, next_play(room, next_seat(room)), now)
    return room
