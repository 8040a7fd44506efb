"""From one deal to the next: who opens because of what happened before (rules.md 1.2.6)."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from durak.actions import Seat
from durak.draft import Outcome
from durak.ruleset import Rules


@dataclass(frozen=True, slots=True)
class LastDeal:
    """What the next deal has to know of the one before; `players` is who sat in each seat."""

    rules: Rules
    players: tuple[Hashable, ...]
    outcome: Outcome


def next_leader(last: LastDeal | None, rules: Rules, players: Sequence[Hashable]) -> Seat | None:
    """Return the seat that opens the next deal because of the last one, as `new_game` takes it.

    None if the deal itself decides: there was no deal before or none that made a durak, the rules changed,
    or somebody else, or the same people in other seats, will play.
    """
    if last is None or last.outcome.kind != "durak":
        return None
    if last.rules != rules or last.players != tuple(players):
        return None
    (durak,) = last.outcome.seats
    match rules.next_deal_first:
        case "under_durak":
            return Seat((durak - 1) % len(players))
        case "from_durak":
            return Seat((durak + 1) % len(players))
        case "lowest_trump":
            return None
