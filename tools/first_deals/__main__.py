"""Look for them, and print the best as they are kept in `web/rooms/first_game.py`."""

import argparse
import hashlib
from random import Random

from tools.first_deals.coach import Coach
from tools.first_deals.lesson import Choice, Pace, headstrong, obedient, play

BOUTS = 3
"""Within so many everything is to have come up."""
LONGER = 8
"""Within so many for who does not always do as he is told."""
PAIRS = 4
"""So many pairs at most: a table that is easy to read, and not much to take."""
GAMES = 24
"""So many games of such a learner judge a deal."""
SHARE = 0.3

PACES: tuple[Pace, ...] = ("quick", "slow")


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.first_deals", description=__doc__)
    parser.add_argument("--deals", type=int, default=2000, help="how many to look at")
    parser.add_argument("--best", type=int, default=8, help="how many to print")
    parser.add_argument("--seed", default="first game", help="other words, other deals")
    asked = parser.parse_args()
    with Coach() as coach:
        found = []
        for number in range(asked.deals):
            secret = hashlib.sha256(f"{asked.seed} {number}".encode()).digest()
            soon = soonest(coach, secret)
            if soon is not None:
                found.append((robustness(coach, secret), -soon, secret))
    for share, soon, secret in sorted(found, reverse=True)[: asked.best]:
        print(f'    bytes.fromhex("{secret.hex()}"),  # {-soon} bouts, {share:.0%}')


def soonest(coach: Coach, secret: bytes) -> int | None:
    """Return after how many bouts an obedient learner, quick or slow, has done everything; None: not soon."""
    soon = 0
    for pace in PACES:
        learned = play(secret, obedient(coach), pace, BOUTS)
        if learned.bouts is None or learned.pairs > PAIRS:
            return None
        soon = max(soon, learned.bouts)
    return soon


def robustness(coach: Coach, secret: bytes) -> float:
    """Return in what share of games also a headstrong learner does everything."""
    done = 0
    for number in range(GAMES):
        choose: Choice = headstrong(coach, Random(number), SHARE)  # noqa: S311 - a learner's whims
        done += play(secret, choose, PACES[number % 2], LONGER).bouts is not None
    return done / GAMES


if __name__ == "__main__":
    main()
