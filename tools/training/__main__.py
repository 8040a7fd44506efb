"""python -m tools.training: train a net by self-play, or go on where the last run stopped."""

import argparse
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType

# Two threads in the matrix product gain little and take the machine from everybody else.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from tools.training.run import Plan, Run, log_line

DEALS = 2000
"""In a look at the strength, each deal is played twice."""

OPTIONS = {
    "seed": "all chance comes from it",
    "pool": "games at the same time",
    "longest": "decisions in a game that is not given up",
    "trust": "lambda of TD(lambda)",
    "rate": "of learning, at the beginning",
    "last_rate": "of learning, in the end",
    "tries": "the share of moves tried out, at the beginning",
    "last_tries": "the same in the end",
    "falls": "games until the end of both",
    "begin": "a file of weights to begin with",
}
"""The options that are fields of Plan."""


def main() -> None:
    """Read the command line and train. Interrupt or terminate it to stop; it saves and can go on."""
    asked = _parser().parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    state = asked.folder / f"{asked.name or asked.rules}.state.npz"
    options = {name: getattr(asked, name) for name in OPTIONS}
    plan = Plan(rules=asked.rules, hidden=tuple(asked.hidden), **options)
    run = Run.resumed(state) if state.exists() else Run(plan)
    if run.plan != plan:
        raise SystemExit(f"{state} was begun as {run.plan}; give another --name or --folder, or remove it")
    print(f"{state}: {run.games:,} games so far, {asked.games:,} wanted", file=sys.stderr)
    _train(run, state, asked)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.training", description=__doc__)
    usual = Plan()
    parser.add_argument("--rules", default=usual.rules, help="a preset: classic or transfer")
    parser.add_argument("--games", type=int, default=8_000_000, help="how many in all")
    parser.add_argument("--hidden", type=int, nargs=2, default=list(usual.hidden), help="width of each layer")
    for name, meaning in OPTIONS.items():
        value = getattr(usual, name)
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value, help=meaning)
    parser.add_argument("--folder", type=Path, default=Path("training"), help="for state, weights and log")
    parser.add_argument("--name", help="of the files, if not the rules")
    parser.add_argument("--look", type=float, default=300, help="seconds between looks, each of which saves")
    return parser


def _train(run: Run, state: Path, asked: argparse.Namespace) -> None:
    stem = state.name.removesuffix(".state.npz")
    next_look, looked_at = time.monotonic() + asked.look, (run.games, run.seconds)
    with _asked_to_stop() as stop:
        while run.games < asked.games and not stop:
            run.advance()
            _show(run, asked.games)
            if time.monotonic() >= next_look or run.games >= asked.games or stop:
                games, seconds = run.games - looked_at[0], run.seconds - looked_at[1]
                looked_at = run.games, run.seconds
                run.save(state)
                run.write_weights(state.with_name(f"{stem}.durak"), _command(run))
                _look(run, state.with_name(f"{stem}.log.jsonl"), games / max(seconds, 1e-9))
                next_look = time.monotonic() + asked.look


def _command(run: Run) -> str:
    """What makes the same weights, from the beginning."""
    plan, usual = replace(run.plan, begin=Path(run.plan.begin).name), Plan()
    words = ["python -m tools.training", f"--rules {plan.rules}", f"--games {run.games}"]
    for name in OPTIONS:
        if getattr(plan, name) != getattr(usual, name):
            words.append(f"--{name.replace('_', '-')} {getattr(plan, name)}")
    if plan.hidden != usual.hidden:
        words.append("--hidden " + " ".join(map(str, plan.hidden)))
    return " ".join(words)


def _look(run: Run, log: Path, speed: float) -> None:
    facts = {
        "games": run.games,
        "seconds": round(run.seconds),
        "games_per_second": round(speed),
        "loss": round(run.loss, 4),
        "loss_to_greedy": round(run.loss_to_greedy(DEALS), 4),
        "rate": run.plan.rate_after(run.games),
        "tries": run.plan.tries_after(run.games),
    }
    log_line(log, facts)
    print(f"\r{facts}", file=sys.stderr, flush=True)


BAR = 30


def _show(run: Run, wanted: int) -> None:
    """Draw the progress bar, on a terminal only."""
    if not sys.stderr.isatty():
        return
    done = min(run.games / wanted, 1)
    bar = ("#" * round(BAR * done)).ljust(BAR, ".")
    print(f"\r[{bar}] {run.games:,} games, loss {run.loss:.4f} ", end="", file=sys.stderr, flush=True)


@contextmanager
def _asked_to_stop() -> Iterator[list[int]]:
    """Give a list that holds the signal once somebody asks for an end; the round is saved first."""
    signals: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:  # noqa: ARG001  # what a handler gets
        signals.append(number)

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield signals
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


if __name__ == "__main__":
    main()
