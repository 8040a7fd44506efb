"""Questions that several commands begin with; each raises Refused where the answer is no."""

from typing import Any

from durak import PRESETS, NotationError, Rules, check_setup, encode_rules, most_seats, parse_rules
from durak.ruleset import FEWEST_SEATS, MOST_SEATS
from web.rooms.events import PlayerId
from web.rooms.game import Game
from web.rooms.levels import OFFERED, is_known
from web.rooms.pace import PACES, TAP
from web.rooms.refusals import Refused
from web.rooms.room import Room

SHORTEST_TURN, LONGEST_TURN = 5, 600
WATCH = ("all", "none")


def check_alone(room: Room, player: PlayerId) -> Game:
    """Return the running game of a player who is alone among bots."""
    if room.chair_of(player) is None:
        raise Refused("not_seated")
    if room.game is None or room.phase != "playing":
        raise Refused("no_game")
    if not room.is_solo:
        raise Refused("not_solo")
    return room.game


def check_host(room: Room, player: PlayerId) -> None:
    """Refuse everybody but the host."""
    if room.host != player:
        raise Refused("not_host")


def check_no_game(room: Room) -> None:
    """Refuse what is not to be changed in the middle of a game."""
    if room.phase == "playing":
        raise Refused("game_running")


def check_chair(room: Room, chair: int) -> None:
    """Refuse a chair that there is not."""
    if not 0 <= chair < len(room.chairs):
        raise Refused("nobody_there", {"chair": chair})


def check_level(level: str) -> None:
    """Refuse a bot that there is not."""
    if not is_known(level):
        raise _bad_option("bots", level, list(OFFERED))


def check_manners(turn_seconds: int | None, watch: str) -> None:
    """Refuse clocks and watching as they cannot be."""
    if turn_seconds is not None and not SHORTEST_TURN <= turn_seconds <= LONGEST_TURN:
        raise _bad_option("turn_seconds", turn_seconds, [SHORTEST_TURN, LONGEST_TURN])
    if watch not in WATCH:
        raise _bad_option("watch", watch, list(WATCH))


def check_pace(pace: str, *, is_solo: bool) -> None:
    """Refuse a pace that there is not: by tap goes only who plays alone."""
    allowed = [one for one in PACES if is_solo or one != TAP]
    if pace not in allowed:
        raise _bad_option("pace", pace, allowed)


def checked_rules(text: str, chairs: int, bots: str, people: int) -> str:
    """Return the rules as rooms keep them: a name where they have one."""
    rules = _parsed_rules(text)
    check_level(bots)
    allowed = list(range(max(FEWEST_SEATS, people), most_seats(rules) + 1))
    if FEWEST_SEATS <= chairs <= MOST_SEATS:
        # Taking chairs away does not help where there are more people than the deck has cards for.
        refusal = check_setup(rules, max(chairs, people))
        if refusal is not None:
            raise Refused(refusal.code, refusal.facts)
    if chairs not in allowed:
        raise _bad_option("chairs", chairs, allowed)
    return encode_rules(rules)


def _parsed_rules(text: str) -> Rules:
    try:
        return parse_rules(text)
    except NotationError:
        raise _bad_option("rules", text, sorted(PRESETS)) from None


def _bad_option(option: str, value: object, allowed: list[Any]) -> Refused:
    return Refused("bad_option", {"option": option, "value": value, "allowed": allowed})
