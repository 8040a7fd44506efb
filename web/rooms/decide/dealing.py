"""How a game begins, and how it is given up."""

from durak import RULES_VERSION, commitment
from web.rooms.bot_names import pick_bot_name
from web.rooms.chance import bot_name_number
from web.rooms.commands import GiveUp, Start
from web.rooms.deadlines import GRACE_SECONDS
from web.rooms.decide.checks import check_alone
from web.rooms.events import Event, GameAborted, GameStarted, PlaceGivenUp
from web.rooms.refusals import Refused
from web.rooms.room import Chair, Room
from web.rooms.session import next_opener


def start(room: Room, command: Start, now: float) -> tuple[Event, ...]:
    """Deal: the first game for the host, and for anybody at the table where he does not come."""
    if room.chair_of(command.player) is None:
        raise Refused("not_seated")
    if room.phase == "playing":
        raise Refused("game_running")
    if room.phase == "waiting" and room.host != command.player:
        is_host_away = room.host is None or room.is_away_for(room.host, GRACE_SECONDS, now)
        if not is_host_away or not room.is_present(command.player):
            raise Refused("not_host")
    return deal(room, command.secret, now)


def deal(room: Room, secret: bytes, now: float) -> tuple[Event, ...]:
    """Return the start of a game, and the end of waiting for latecomers who have not come back."""
    gone = (
        PlaceGivenUp(now, late.player)
        for late in room.latecomers
        if room.is_away_for(late.player, GRACE_SECONDS, now)
    )
    chairs = _filled_up(room.chairs, bot_name_number(secret))
    started = GameStarted(
        at=now,
        rules=room.options.rules,
        rules_version=RULES_VERSION,
        secret=secret.hex(),
        commitment=commitment(secret).hex(),
        salts=("",) * len(chairs),
        leader=next_opener(room, chairs),
        bots={str(number): chair.name for number, chair in enumerate(chairs) if chair.name and chair.is_bot},
    )
    return (*gone, started)


def give_up(room: Room, command: GiveUp, now: float) -> tuple[Event, ...]:
    """End the game; only who plays alone may."""
    check_alone(room, command.player)
    return (GameAborted(now, "given_up"),)


def _filled_up(chairs: tuple[Chair, ...], start_at: int) -> tuple[Chair, ...]:
    """Return the chairs with a bot in each that was empty; names are looked for from that number on."""
    names = [chair.name for chair in chairs if chair.name is not None]
    filled: list[Chair] = []
    for number, chair in enumerate(chairs):
        if chair.name is None:
            chair = Chair(None, pick_bot_name(names, start_at + number), level=chair.level)
            names.append(chair.name or "")
        filled.append(chair)
    return tuple(filled)
