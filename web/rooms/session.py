"""Who opens a room's next game because of the one before: the room's part of `durak.session`."""

from collections.abc import Hashable, Sequence

from durak import Seat, parse_rules
from durak.session import LastDeal, next_leader
from web.rooms.events import PlayerId
from web.rooms.game import Game
from web.rooms.levels import level_at
from web.rooms.room import Chair, Room


def next_opener(room: Room, chairs: Sequence[Chair]) -> Seat | None:
    """Return the seat that opens if the room's next game is dealt to these chairs, in which bots have names.

    None if the cards decide: after a game that was given up, or among other people or other bots, or when
    somebody has moved, or the rules are not the same.
    """
    last = None if room.game is None else _last_deal(room.game)
    players = [
        _player(chair.player, chair.name, level_at(chair, number, room.options.bots))
        for number, chair in enumerate(chairs)
    ]
    return next_leader(last, parse_rules(room.options.rules), players)


def _last_deal(game: Game) -> LastDeal | None:
    if game.outcome is None:
        return None
    players = tuple(_player(sitter.player, sitter.name, sitter.level) for sitter in game.sitters)
    return LastDeal(game.state.rules, players, game.outcome)


def _player(player: PlayerId | None, name: str | None, level: str) -> Hashable:
    """Who somebody is; a bot is who it is by its name and how well it plays."""
    return player or ("bot", name, level)
