"""Whether games of bots end, and by the rules: `python -m tests.bench.endings`, or `make bench-endings`.

Twenty thousand games in mixed company (`tests/bots/company.py`): every preset, size and deck, and any rules.
No bot may do what is not legal or fail, and no game may go on for ever: after 200 bouts it is a draw. Each
fault is told with the seed of its game; `--first SEED --games 1` plays that one again. Exit status 0: none.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from traceback import format_exception

from durak import PRESETS
from durak.arena.game import Played, play
from durak.arena.workers import cores
from tests.bench.spread import spread
from tests.bots.company import Company, company


@dataclass(slots=True)
class Endings:
    """How games ended, of which kinds they were, and what was wrong. `capped` are the seeds of those cut."""

    games: int = 0
    choices: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    levels: Counter[str] = field(default_factory=Counter)
    capped: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def add(self, who: Company, played: Played | str) -> None:
        """Count a game, or what broke it off."""
        self.games += 1
        self.kinds[f"{len(who.levels)} seats, {who.rules.deck} cards"] += 1
        self.kinds[preset_of(who)] += 1
        self.levels.update(who.levels)
        if isinstance(played, str):
            self.ends["broken off"] += 1
            self.faults.append(f"{who}: {played}")
            return
        self.choices += sum(map(len, played.seconds))
        self.ends["cut" if played.is_capped else "draw" if played.values[0] == 0.5 else "decided"] += 1
        if played.is_capped:
            self.capped.append(who.seed)
        self.faults += [
            f"{who}: {fault.kind} in seat {fault.seat}, bout {fault.bout}: {fault.says}"
            for fault in played.faults
        ]


def preset_of(who: Company) -> str:
    """Return the name of the preset that is played, or that there is none."""
    return next((name for name, rules in PRESETS.items() if rules == who.rules), "other rules")


def main(words: Sequence[str] | None = None) -> int:
    """Play all games, print how they ended, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.endings", description="Do games of bots end?"
    )
    parser.add_argument("--games", type=int, default=20_000, help="how many (20000)")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first (0)")
    parser.add_argument("--jobs", type=int, default=cores(), help=f"how many processes ({cores()})")
    parser.add_argument("--json", type=Path, help="write the results to this file, too")
    chosen = parser.parse_args(words)
    began = time.monotonic()
    found = endings(range(chosen.first, chosen.first + chosen.games), chosen.jobs)
    seconds = time.monotonic() - began
    print(f"{found.games} games, {found.choices} choices, {seconds:.0f} s")
    for name in ("ends", "kinds", "levels"):
        print(f"  {name}: " + "; ".join(f"{kind} {n}" for kind, n in sorted(getattr(found, name).items())))
    print(f"  drawn after 200 bouts, by seed: {', '.join(map(str, found.capped)) or 'none'}")
    print(f"\nverdict: {'passed' if not found.faults else f'{len(found.faults)} FAULTS'}")
    if chosen.json:
        told = {"passed": not found.faults, "seconds": seconds}
        told |= {name: getattr(found, name) for name in Endings.__slots__}
        chosen.json.write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return 1 if found.faults else 0


def endings(seeds: range, jobs: int) -> Endings:
    """Play the games of these seeds, telling of every fault at once."""
    found = Endings()
    for seed, played in spread(played_by, seeds, jobs):
        known = len(found.faults)
        found.add(company(seed), played)
        for fault in found.faults[known:]:
            print(fault, file=sys.stderr, flush=True)
    return found


def played_by(seed: int) -> Played | str:
    """Play the game of a seed; return what broke it off, if the engine itself did."""
    who = company(seed)
    try:
        return play(who.rules, who.deal, who.bots, time.perf_counter)
    except Exception as fault:
        return "".join(format_exception(fault))


if __name__ == "__main__":
    sys.exit(main())
