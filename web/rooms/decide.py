"""What a room makes of a command: the events it causes, or a refusal. Pure: clock and dice come with it."""

from typing import assert_never

from durak import (
    PRESETS,
    RULES_VERSION,
    IllegalAction,
    NotationError,
    Pass,
    Rules,
    Seat,
    apply,
    check_setup,
    commitment,
    encode_action,
    encode_rules,
    most_seats,
    parse_action,
    parse_rules,
)
from durak.bots import BOTS
from durak.ruleset import FEWEST_SEATS, MOST_SEATS
from web.rooms.bot_names import pick_bot_name
from web.rooms.chance import bot_name_number
from web.rooms.commands import BotPlay, ChangeOptions, Command, Leave, OpenRoom, Play, Sit, Start
from web.rooms.events import (
    ActionTaken,
    ChairLeft,
    ChairTaken,
    Event,
    GameAborted,
    GameStarted,
    HostChanged,
    OptionsChanged,
    RoomOpened,
)
from web.rooms.refusals import Refused
from web.rooms.room import Chair, Room, evolve
from web.rooms.session import next_opener


def decide(room: Room, command: Command, now: float) -> tuple[Event, ...]:
    """Return the events that the command causes in the room at `now` (seconds since the epoch).

    A room that does not exist yet is `Room()`. Raises Refused; the room stays as it was.
    """
    match command:
        case OpenRoom():
            return _open(room, command, now)
        case Sit():
            return _sit(room, command, now)
        case Leave():
            return _leave(room, command, now)
        case ChangeOptions():
            return _change_options(room, command, now)
        case Start():
            return _start(room, command, now)
        case Play():
            return _play(room, command, now)
        case BotPlay():
            return _bot_play(room, command, now)
        case _:
            assert_never(command)


def _open(room: Room, command: OpenRoom, now: float) -> tuple[Event, ...]:
    rules = _checked_rules(command.rules, command.chairs, command.bots, people=1)
    solo = command.secret is not None
    opened = RoomOpened(now, command.player, rules, command.chairs, command.bots, solo, command.seen_cards)
    events: tuple[Event, ...] = (opened, ChairTaken(now, 0, command.player, command.name))
    if command.secret is None:
        return events
    for event in events:
        room = evolve(room, event)
    return (*events, _deal(room, command.secret, now))


def _sit(room: Room, command: Sit, now: float) -> tuple[Event, ...]:
    held = room.chair_of(command.player)
    if held is not None and command.chair == held:
        return _rename(room, command, held, now)
    if held is not None and (command.chair is None or room.phase != "waiting"):
        raise Refused("already_seated")
    if room.phase == "playing":
        raise Refused("game_running")
    # Between games a bot's chair is as good as an empty one.
    free = [number for number, chair in enumerate(room.chairs) if chair.player is None]
    if command.chair is not None and not 0 <= command.chair < len(room.chairs):
        raise Refused("no_chair")
    if command.chair is not None and command.chair not in free:
        raise Refused("chair_taken", {"chair": command.chair})
    if not free:
        raise Refused("no_chair")
    number = free[0] if command.chair is None else command.chair
    name = _distinct_name(
        command.name, [chair.name for i, chair in enumerate(room.chairs) if i not in (number, held)]
    )
    taken = ChairTaken(now, number, command.player, name)
    if held is not None:
        return (ChairLeft(now, held, None), taken)
    return (taken,) if room.host else (taken, HostChanged(now, command.player))


def _rename(room: Room, command: Sit, held: int, now: float) -> tuple[Event, ...]:
    """Sitting down where one sits already is how a new name gets to the table."""
    name = _distinct_name(command.name, [chair.name for i, chair in enumerate(room.chairs) if i != held])
    if name == room.chairs[held].name:
        raise Refused("already_seated")
    return (ChairTaken(now, held, command.player, name),)


def _leave(room: Room, command: Leave, now: float) -> tuple[Event, ...]:
    number = room.chair_of(command.player)
    if number is None:
        raise Refused("not_seated")
    others = [player for player in room.people if player != command.player]
    events: list[Event] = []
    if room.phase == "playing" and others:
        names = {chair.name for chair in room.chairs if chair.name}
        events.append(ChairLeft(now, number, pick_bot_name(names, number)))
    else:
        events.append(ChairLeft(now, number, None))
    if room.phase == "playing" and not others:
        events.append(GameAborted(now, "nobody_left"))
    if room.host == command.player and others:
        events.append(HostChanged(now, others[0]))
    elif room.host == command.player:
        events.append(HostChanged(now, None))
    return tuple(events)


def _change_options(room: Room, command: ChangeOptions, now: float) -> tuple[Event, ...]:
    if room.host != command.player:
        raise Refused("not_host")
    if room.phase == "playing":
        raise Refused("game_running")
    rules = room.options.rules if command.rules is None else command.rules
    chairs = room.options.chairs if command.chairs is None else command.chairs
    bots = room.options.bots if command.bots is None else command.bots
    seen = room.options.seen_cards if command.seen_cards is None else command.seen_cards
    rules = _checked_rules(rules, chairs, bots, len(room.people))
    return (*_move_up(room, chairs, now), OptionsChanged(now, rules, chairs, bots, seen))


def _move_up(room: Room, chairs: int, now: float) -> list[Event]:
    """Return the events that bring the players from the chairs to be taken away into those that stay."""
    free = [number for number, chair in enumerate(room.chairs[:chairs]) if chair.player is None]
    events: list[Event] = []
    for number, chair in enumerate(room.chairs[chairs:], chairs):
        if chair.player is not None and chair.name is not None:
            events += [ChairLeft(now, number, None), ChairTaken(now, free.pop(0), chair.player, chair.name)]
    return events


def _start(room: Room, command: Start, now: float) -> tuple[Event, ...]:
    if room.chair_of(command.player) is None:
        raise Refused("not_seated")
    if room.phase == "playing":
        raise Refused("game_running")
    if room.phase == "waiting" and room.host != command.player:
        raise Refused("not_host")
    return (_deal(room, command.secret, now),)


def _deal(room: Room, secret: bytes, now: float) -> GameStarted:
    chairs = _filled_up(room.chairs, bot_name_number(secret))
    return GameStarted(
        at=now,
        rules=room.options.rules,
        rules_version=RULES_VERSION,
        secret=secret.hex(),
        commitment=commitment(secret).hex(),
        salts=("",) * len(chairs),
        leader=next_opener(room, chairs),
        bots={str(number): chair.name for number, chair in enumerate(chairs) if chair.name and chair.is_bot},
    )


def _filled_up(chairs: tuple[Chair, ...], start: int) -> tuple[Chair, ...]:
    """Return the chairs with a bot in each that was empty; names are looked for from number `start` on."""
    names = [chair.name for chair in chairs if chair.name is not None]
    filled: list[Chair] = []
    for number, chair in enumerate(chairs):
        if chair.name is None:
            chair = Chair(None, pick_bot_name(names, start + number))
            names.append(chair.name or "")
        filled.append(chair)
    return tuple(filled)


def _play(room: Room, command: Play, now: float) -> tuple[Event, ...]:
    if room.game is None:
        raise Refused("no_game")
    seat = room.seat_of(command.player)
    if seat is None:
        raise Refused("not_seated")
    return _act(room, command, seat, now)


def _bot_play(room: Room, command: BotPlay, now: float) -> tuple[Event, ...]:
    if room.game is None:
        raise Refused("no_game")
    if not room.chairs[command.seat].is_bot:
        raise Refused("not_your_seat")
    return _act(room, command, command.seat, now)


def _act(room: Room, command: Play | BotPlay, seat: Seat, now: float) -> tuple[Event, ...]:
    assert room.game is not None
    state = room.game.state
    try:
        action = parse_action(command.action)
    except ValueError as error:
        raise Refused("bad_message", {"field": "action"}) from error
    if action.seat != seat:
        raise Refused("not_your_seat")
    late = isinstance(action, Pass) and command.table_ply != state.table_ply
    if command.bout != state.bout or late:
        raise Refused("stale")
    try:
        apply(state, action)
    except IllegalAction as illegal:
        raise Refused(illegal.refusal.code, illegal.refusal.facts) from illegal
    return (ActionTaken(now, encode_action(action)),)


def _checked_rules(text: str, chairs: int, bots: str, people: int) -> str:
    """Return the rules as rooms keep them: a name where they have one. Raises Refused for what cannot be."""
    rules = _parsed_rules(text)
    if bots not in BOTS:
        raise Refused("bad_option", {"option": "bots", "value": bots, "allowed": sorted(BOTS)})
    allowed = list(range(max(FEWEST_SEATS, people), most_seats(rules) + 1))
    if FEWEST_SEATS <= chairs <= MOST_SEATS:
        # Taking chairs away does not help where there are more people than the deck has cards for.
        refusal = check_setup(rules, max(chairs, people))
        if refusal is not None:
            raise Refused(refusal.code, refusal.facts)
    if chairs not in allowed:
        raise Refused("bad_option", {"option": "chairs", "value": chairs, "allowed": allowed})
    return encode_rules(rules)


def _parsed_rules(text: str) -> Rules:
    try:
        return parse_rules(text)
    except NotationError:
        facts = {"option": "rules", "value": text, "allowed": sorted(PRESETS)}
        raise Refused("bad_option", facts) from None


def _distinct_name(name: str, taken: list[str | None]) -> str:
    """Return the name, with a number behind it if somebody else at the table has it."""
    others = {other.casefold() for other in taken if other}
    if name.casefold() not in others:
        return name
    return next(f"{name} {n}" for n in range(2, 100) if f"{name} {n}".casefold() not in others)
