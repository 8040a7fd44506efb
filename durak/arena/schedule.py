"""Who plays whom: from the bots that were named to the matches."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from durak.arena.match import Match
from durak.errors import DurakError, IllegalSetup
from durak.ruleset import Rules, check_setup

LADDER_SEATS = (2, 4)
"""The tables of a ladder; at the greater one half as many deals, since each is played twice as often."""


class NoMatch(DurakError):
    """These bots cannot be seated like this; says why, in the middle of a sentence."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What all matches of a run share."""

    rules: Rules
    deals: int
    seed: int

    def match(self, line_up: Sequence[str], deals: int | None = None) -> Match:
        """Return the match of a line-up. Raises IllegalSetup."""
        refusal = check_setup(self.rules, len(line_up))
        if refusal is not None:
            raise IllegalSetup(refusal)
        return Match(self.rules, tuple(line_up), self.deals if deals is None else deals, self.seed)


@dataclass(frozen=True, slots=True)
class Schedule:
    """The matches of a run, and whose rating is 0."""

    matches: tuple[Match, ...]
    anchor: str


def tables(names: Sequence[str], seats: int, under: Conditions) -> Schedule:
    """Return one match if as many bots are named as there are seats, or one for each pair of several.

    With two bots and more seats, the first sits among bots of the second kind. The last one named is the
    anchor. Raises NoMatch, IllegalSetup.
    """
    if len(names) == seats:
        line_ups = [tuple(names)]
    elif len(names) == 2:
        line_ups = [among(names[0], names[1], seats)]
    elif seats == 2 and len(names) > 2:
        _each_once(names)
        line_ups = list(combinations(names, 2))
    else:
        wanted = "two bots or more" if seats == 2 else f"two bots, or one for each of the {seats} seats"
        raise NoMatch(f"name {wanted}, not {len(names)}")
    return Schedule(tuple(under.match(line_up) for line_up in line_ups), names[-1])


def ladder(names: Sequence[str], under: Conditions) -> Schedule:
    """Return matches of each bot with the one named before it; the weakest is named first and is the anchor.

    They meet at tables of two, and of four, one among three of the weaker. Raises NoMatch, IllegalSetup.
    """
    _each_once(names)
    if len(names) < 2:
        raise NoMatch("a ladder has two bots or more")
    matches = [
        under.match(among(upper, lower, seats), under.deals if seats == 2 else -(-under.deals // 2))
        for seats in LADDER_SEATS
        for lower, upper in pairwise(names)
    ]
    return Schedule(tuple(matches), names[0])


def among(first: str, others: str, seats: int) -> tuple[str, ...]:
    """Return the line-up of one bot among others that are all alike."""
    return (first, *(others,) * (seats - 1))


def _each_once(names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise NoMatch(f"{name} is named twice")
