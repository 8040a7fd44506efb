"""A match: one line-up of bots on many deals, each deal played from every rotation of the seats.

So no bot has better cards or a better place than another, and what is left of luck is the deal: it is the
unit of all statistics.
"""

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field

from durak.arena.deals import Deal
from durak.arena.game import Clock, Fault, Played, play
from durak.bots import Bot
from durak.ruleset import Rules


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays: the name of a bot for each seat, the first one being whom the match is about.

    A name may stand there several times. Deals are numbered from 0 to `deals`, not included.
    """

    rules: Rules
    line_up: tuple[str, ...]
    deals: int
    seed: int

    @property
    def names(self) -> tuple[str, ...]:
        """Each bot once, in the order of the line-up."""
        return tuple(dict.fromkeys(self.line_up))

    def seats_of(self, name: str) -> int:
        """Return how many seats the bot has."""
        return self.line_up.count(name)

    def seated(self, rotation: int) -> tuple[str, ...]:
        """Return the names by seat, every bot `rotation` seats further on than in the line-up."""
        shift = -rotation % len(self.line_up)
        return (*self.line_up[shift:], *self.line_up[:shift])


@dataclass(slots=True)
class Tally:
    """What one bot did on one deal, over all rotations and all of its seats.

    games     games times its seats in them
    loss      the sum of 1 - value (`Played.values`)
    losses    how many of them it lost; `draws` how many nobody lost
    seconds   how long each choice took; `playouts` how many games it played out for them, None if not told
    """

    games: int = 0
    loss: float = 0.0
    losses: int = 0
    draws: int = 0
    seconds: "array[float]" = field(default_factory=lambda: array("d"))
    playouts: int | None = None


@dataclass(frozen=True, slots=True)
class NamedFault:
    """A fault, by whom, and where to see it again."""

    name: str
    deal: int
    rotation: int
    fault: Fault


@dataclass(frozen=True, slots=True)
class DealResult:
    """What the games of one deal came to: how many had a loser, how many were cut short, and all faults."""

    number: int
    tallies: Mapping[str, Tally]
    decided: int
    capped: int
    faults: tuple[NamedFault, ...]


def play_deal(match: Match, number: int, bots: Mapping[str, Bot], clock: Clock) -> DealResult:
    """Play all rotations of one deal. Raises IllegalSetup."""
    tallies = {name: Tally() for name in match.names}
    faults: list[NamedFault] = []
    decided = capped = 0
    for rotation in range(len(match.line_up)):
        seated = match.seated(rotation)
        played = play(match.rules, Deal(match.seed, number), [bots[name] for name in seated], clock)
        for seat, name in enumerate(seated):
            _count(tallies[name], played, seat)
        decided += played.values[0] != 0.5
        capped += played.is_capped
        faults += [NamedFault(seated[fault.seat], number, rotation, fault) for fault in played.faults]
    return DealResult(number, tallies, decided, capped, tuple(faults))


def _count(tally: Tally, played: Played, seat: int) -> None:
    value, playouts = played.values[seat], played.playouts[seat]
    tally.games += 1
    tally.loss += 1 - value
    tally.losses += value == 0
    tally.draws += value == 0.5
    tally.seconds.extend(played.seconds[seat])
    if playouts is not None:
        tally.playouts = (tally.playouts or 0) + playouts
