"""Who comes and goes, and for whom a bot plays meanwhile."""

from durak import Seat
from web.rooms.commands import (
    Arrive,
    AskBot,
    BotPlay,
    ComeBack,
    Command,
    Depart,
    GameCommand,
    HostCommand,
    OpenRoom,
    Say,
    Sit,
    StepAway,
    Tick,
)
from web.rooms.deadlines import askable_from
from web.rooms.events import Arrived, BotSteppedIn, Departed, Event, PlayerBack
from web.rooms.refusals import Refused
from web.rooms.room import Room


def sign_of_life(room: Room, command: Command, now: float) -> PlayerBack | None:
    """Return that a player is back for whom a bot plays, if he asks for something, whatever it is."""
    match command:
        case OpenRoom() | BotPlay() | Tick():
            return None
        case Sit() | AskBot() | Say():
            player = command.player
        case _ if isinstance(command, HostCommand | GameCommand):
            player = command.player
        case _:
            # Who arrives, steps away or comes back says himself what is to become of his seat.
            return None
    chair = room.chair_of(player)
    return None if chair is None or room.chairs[chair].held is None else PlayerBack(now, chair)


def arrive(room: Room, command: Arrive, now: float) -> tuple[Event, ...]:
    """Somebody is there; whoever stepped away on purpose comes back on purpose, too."""
    if command.player not in room.members:
        raise Refused("not_seated")
    if room.session_of(command.player) == command.session:
        raise Refused("stale")
    arrived = Arrived(now, command.player, command.session)
    chair = room.chair_of(command.player)
    if chair is None or room.chairs[chair].held in (None, "stepped_away"):
        return (arrived,)
    return (arrived, PlayerBack(now, chair))


def depart(room: Room, command: Depart, now: float) -> tuple[Event, ...]:
    """A session has ended; unless another one plays for him meanwhile, the player is away."""
    if room.session_of(command.player) != command.session:
        raise Refused("stale")
    return (Departed(now, command.player, command.session),)


def step_away(room: Room, command: StepAway, now: float) -> tuple[Event, ...]:
    """A bot plays until he says that he is back."""
    chair = room.chair_of(command.player)
    if chair is None:
        raise Refused("not_seated")
    if room.phase != "playing":
        raise Refused("no_game")
    if room.chairs[chair].held == "stepped_away":
        raise Refused("stale")
    return (BotSteppedIn(now, chair, "stepped_away"),)


def come_back(room: Room, command: ComeBack, now: float) -> tuple[Event, ...]:
    """He plays for himself again."""
    chair = room.chair_of(command.player)
    if chair is None:
        raise Refused("not_seated")
    if room.chairs[chair].held is None:
        raise Refused("stale")
    return (PlayerBack(now, chair),)


def ask_bot(room: Room, command: AskBot, now: float) -> tuple[Event, ...]:
    """Where no clock runs, somebody else at the table may ask a bot in for whom all wait."""
    own = room.chair_of(command.player)
    if own is None:
        raise Refused("not_seated")
    if room.phase != "playing":
        raise Refused("no_game")
    at = None if command.chair == own else askable_from(room).get(Seat(command.chair))
    if at is None or now < at:
        raise Refused("not_askable", {"ms": None if at is None else round((at - now) * 1000)})
    return (BotSteppedIn(now, command.chair, "asked"),)
