"""A bot that goes round for ever among its like."""

from dataclasses import dataclass
from random import Random

from durak import Action, Pass, Phase, Take, View
from durak.bots.choices import all_legal, attacks

ROUND = "trump=D hands={}7S,8H,9C|TS,JH,QC|KS,AH,KC main={} def={} bout=9{}"


def going_round(with_one_out: bool = False) -> str:
    """Return a position of three seats, or of a fourth that is out, in which such bots find no end."""
    return ROUND.format("-|", 1, 2, " out=0") if with_one_out else ROUND.format("", 0, 1, "")


@dataclass(frozen=True)
class Taker:
    """Leads its lowest card, always takes, and never throws in: the stub of report 20."""

    level: str = "taker"

    def choose(self, view: View, rng: Random) -> Action:  # noqa: ARG002  # it leaves nothing to chance
        if view.phase is Phase.OPEN:
            return min(attacks(view), key=lambda attack: attack.cards[0].rank)
        return next(action for action in all_legal(view) if isinstance(action, Take | Pass))
