"""How fast endgames are solved: `python -m tests.bench.solving`, or `make bench-solving`.

Two good players play by the rules `classic` until two hands and no stock are left. Of each game that is its
first position in which somebody can reckon to the end; it is asked anew, with nothing remembered, of the
solver as the strongest level has it, and of the study's. Told is the processor's time. Exit status 0: 95 of
100 are solved within 100 ms, no solver calls a value that the other denies, and ours needs less time.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median

from durak import PRESETS, View, advance, memory_view
from durak.arena.deals import Deal
from durak.arena.workers import cores
from durak.bots import BOTS, MASTER
from durak.bots.solver import Solver, endgame_of
from durak.terminal.play import next_to_act
from tests.bench.rivals import endgame as study
from tests.bench.rivals.duel import duel
from tests.bench.rivals.study_net import MOST_NODES
from tests.bench.spread import spread

SOON_SECONDS, SHARE = 0.1, 0.95
PLAYERS, SEED = "sharp", 0


@dataclass(frozen=True, slots=True)
class Solving:
    """What one position took each solver, and the value to whoever moves; None where it gave up."""

    cards: int
    seconds: float
    value: int | None
    study_seconds: float
    study_value: int | None


def solved(level: str, seed: int) -> Solving | None:
    """Play the game of a seed, and time both on its endgame; None if it has none worth the name."""
    found = first_endgame(level, seed)
    if found is None:
        return None
    view = found
    legal = [action for actions in view.legal.values() for action in actions]
    cards = sum(view.counts)
    began = time.process_time()
    end = endgame_of(view)
    assert end is not None
    answer = Solver(end.game.setup, MASTER.nodes).solve(end, legal)
    between = time.process_time()
    try:
        value = study.Endgame(MOST_NODES).best(duel(view))[1]
    except study.TooDeep:
        value = None
    known = None if answer is None else answer.value
    return Solving(cards, between - began, known, time.process_time() - between, value)


def first_endgame(level: str, seed: int) -> View | None:
    """Return the first view of a game from which everything is known and something is to be chosen."""
    deal = Deal(SEED, seed)
    state, dice = deal.dealt(PRESETS["classic"], 2), [deal.dice(seat) for seat in range(2)]
    while state.outcome is None:
        seat = next_to_act(state)
        view = memory_view(state, seat)
        if endgame_of(view) and sum(map(len, view.legal.values())) > 1 and not view.sets:
            return view
        state = advance(state, BOTS[level].choose(view, dice[seat]))
    return None


def verdict(found: Sequence[Solving]) -> list[str]:
    """Print the figures, and return what is wrong with them."""
    if not found:
        return ["TOO FEW endgames"]
    ours, theirs = [one.seconds for one in found], [one.study_seconds for one in found]
    shares = []
    for name, times, values in (
        ("ours", ours, [one.value for one in found]),
        ("study's", theirs, [one.study_value for one in found]),
    ):
        soon = [t <= SOON_SECONDS and v is not None for t, v in zip(times, values, strict=True)]
        shares.append(sum(soon) / len(found))
        gave_up = sum(value is None for value in values)
        print(
            f"  {name:8} {100 * shares[-1]:5.1f} % in 100 ms, median {1000 * median(times):.1f} ms, "
            f"mean {1000 * sum(times) / len(times):.1f} ms, gave up {gave_up}"
        )
    wrong = []
    if shares[0] < SHARE:
        wrong.append(f"less than {100 * SHARE:.0f} % in 100 ms")
    if sum(ours) >= sum(theirs):
        wrong.append("slower than the study's")
    both = [one for one in found if one.value is not None and one.study_value is not None]
    if any(one.value != one.study_value for one in both):
        wrong.append("the solvers differ")
    return wrong


def main(words: Sequence[str] | None = None) -> int:
    """Play and solve, print the figures, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.solving", description="Is it solved in time?"
    )
    parser.add_argument("--games", type=int, default=500, help="how many (500)")
    parser.add_argument("--level", default=PLAYERS, choices=list(BOTS), help=f"who plays them ({PLAYERS})")
    parser.add_argument("--jobs", type=int, default=cores(), help=f"how many processes ({cores()})")
    parser.add_argument("--json", type=Path, help="write the results to this file, too")
    chosen = parser.parse_args(words)
    results = spread(partial(solved, chosen.level), range(chosen.games), chosen.jobs)
    found = [one for _, one in results if one is not None]
    cards = median([one.cards for one in found] or [0])
    print(f"{len(found)} endgames of {chosen.games} games, {cards:.0f} cards each")
    wrong = verdict(found)
    print(f"\nverdict: {'passed' if not wrong else ', '.join(wrong)}")
    if chosen.json:
        told = {"passed": not wrong, "endgames": [asdict(one) for one in found]}
        chosen.json.write_text(json.dumps(told, indent=2) + "\n", "utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
