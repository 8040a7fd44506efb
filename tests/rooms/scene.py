"""Rooms for tests, made the way real ones are: by commands."""

from random import Random

from durak import Seat, encode_action, public_waiting, view_for
from durak.bots import BOTS
from web.rooms.commands import BotPlay, Command, OpenRoom, Play, Sit, Start
from web.rooms.decide import decide
from web.rooms.events import PlayerId
from web.rooms.ports import Batch, Version
from web.rooms.room import Room, fold

ANNA, BORIS, CLARA = PlayerId("anna"), PlayerId("boris"), PlayerId("clara")
SECRET = bytes(range(32))
NOON = 1_000_000.0


def do(room: Room, command: Command, now: float = NOON) -> Room:
    """Return the room after the command. Raises Refused."""
    return fold(room, [Batch(Version(room.version + 1), decide(room, command, now))])


def waiting_room(chairs: int = 3, rules: str = "classic") -> Room:
    """Return a room that Anna has made and Boris has joined."""
    room = do(Room(), OpenRoom(ANNA, "Anna", rules, chairs, "careful", None))
    return do(room, Sit(BORIS, "Boris", None))


def playing_room(chairs: int = 3, rules: str = "classic", secret: bytes = SECRET) -> Room:
    """Return the same with a game dealt and bots in the other chairs."""
    return do(waiting_room(chairs, rules), Start(ANNA, secret))


def next_play(room: Room, seat: Seat) -> Play | BotPlay:
    """Return what the careful bot would do in this seat, as its controller's command."""
    assert room.game is not None
    state = room.game.state
    bot = BOTS["careful"]
    action = encode_action(bot.choose(view_for(state, seat), Random(state.ply)))
    player = room.chairs[seat].player
    if player is None:
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
