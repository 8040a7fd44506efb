"""Who opens a room's next game because of the one before: the room's part of `durak.session`."""

from collections.abc import Hashable, Sequence

from durak import Seat, parse_rules
from durak.session import LastDeal, next_leader
from web.rooms.room import Chair, Game, Room


def next_opener(room: Room, chairs: Sequence[Chair]) -> Seat | None:
    """Return the seat that opens if the room's next game is dealt to these chairs, in which bots have names.

    None if the cards decide: after a game that was given up, or among other people or other bots, or when
    somebody has moved, or the rules are not the same.
    """
    last = None if room.game is None else _last_deal(room.game)
    return next_leader(last, parse_rules(room.options.rules), _players(chairs, room.options.bots))


def _last_deal(game: Game) -> LastDeal | None:
    if game.outcome is None:
        return None
    return LastDeal(game.state.rules, _players(game.sitters, game.level), game.outcome)


def _players(chairs: Sequence[Chair], level: str) -> tuple[Hashable, ...]:
    """Who sits in each chair; a bot is who he is by his name and how well he plays."""
    return tuple(chair.player or ("bot", chair.name, level) for chair in chairs)
