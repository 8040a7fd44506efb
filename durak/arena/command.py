"""The command `arena`: bots against bots on duplicate deals, with intervals and ratings.

    durak arena careful random --deals 1000                     two bots, from both seats
    durak arena sharp counter counter counter --seats 4         one line-up, from every seat
    durak arena random careful counter                          each pair, with ratings
    durak arena --ladder                                        each level against the one below
    durak arena mybot.py:MyBot careful                          a bot of your own: see the README

Ctrl-C stops it and shows what is known by then. It ends with 0 when all is played, 130 when it was stopped,
2 when something cannot be understood.
"""

import json
import shlex
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from pathlib import Path
from time import monotonic

from durak.arena.entrants import Entrant, entrants
from durak.arena.figures import RunFigures, match_figures, rated_tables
from durak.arena.figures_json import NotFigures, encode_figures, parse_figures
from durak.arena.match import DealResult
from durak.arena.progress import Bar
from durak.arena.report import markdown_report, run_report
from durak.arena.schedule import Conditions, Schedule, ladder, tables
from durak.arena.workers import cores, results
from durak.bots import BOTS, LADDER
from durak.errors import DurakError
from durak.rules_code import encode_rules, parse_rules
from durak.terminal.complaints import complaint

FINE, NOT_UNDERSTOOD, STOPPED = 0, 2, 130


def add_arguments(parser: ArgumentParser) -> None:
    """Tell the parser of the command what can be asked for."""
    parser.description, parser.formatter_class = __doc__, RawDescriptionHelpFormatter
    parser.add_argument("bots", nargs="*", metavar="BOT", help=f"{', '.join(BOTS)}, or FILE.py:CLASS")
    parser.add_argument("--seats", type=_count, default=2, help="how many sit at the table (2)")
    parser.add_argument("--rules", default="classic", help="a preset or a rules code (classic)")
    parser.add_argument("--deals", type=_count, default=1000, help="each is played from every seat (1000)")
    parser.add_argument("--seed", type=int, default=0, help="the same number deals the same deals (0)")
    parser.add_argument("--jobs", type=_count, default=cores(), help=f"how many processes ({cores()})")
    parser.add_argument(
        "--ladder",
        action="store_true",
        help="each bot against the one named before it, or each level against the one below; with two seats, "
        "and with four on half as many deals",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file, too")
    parser.add_argument("--markdown", action="store_true", help="print tables of Markdown")
    parser.add_argument("--read", type=Path, metavar="FILE", help="play nothing, print what --json wrote")


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def run(options: Namespace) -> int:
    """Do what was asked for, print it, and return the exit status."""
    try:
        figures = _read(options.read) if options.read else _played(options)
        if options.json:
            text = json.dumps(encode_figures(figures), indent=2, ensure_ascii=False)
            options.json.write_text(f"{text}\n", encoding="utf-8")
    except DurakError as fault:
        return _complain(complaint(fault))
    except OSError as fault:
        return _complain([f"{fault.filename}: {fault.strerror}."])
    print(*(markdown_report if options.markdown else run_report)(figures), sep="\n")
    return FINE if figures.is_whole else STOPPED


def _complain(lines: list[str]) -> int:
    print(*lines, sep="\n", file=sys.stderr)
    return NOT_UNDERSTOOD


def _read(file: Path) -> RunFigures:
    try:
        return parse_figures(json.loads(file.read_text(encoding="utf-8")))
    except ValueError:
        raise NotFigures(f"{file} holds no JSON") from None


def _played(options: Namespace) -> RunFigures:
    """Play all matches, or as many deals of them as there is patience for."""
    under = Conditions(parse_rules(options.rules), options.deals, options.seed)
    texts = options.bots or (list(LADDER) if options.ladder else [])
    bots = entrants(texts)
    schedule = _schedule([_name(text, bots) for text in texts], options, under)
    found, seconds, is_whole = _found(schedule, bots, options.jobs)
    played = {match: known for match, known in zip(schedule.matches, found, strict=True) if known}
    return RunFigures(
        command=_command(options, under),
        seed=options.seed,
        is_whole=is_whole,
        seconds=seconds,
        matches=tuple(match_figures(match, known) for match, known in played.items()),
        ratings=tuple(rated_tables(played, schedule.anchor, options.seed)),
    )


def _name(text: str, bots: dict[str, Entrant]) -> str:
    return next(name for name, entrant in bots.items() if entrant.text == text)


def _schedule(names: list[str], options: Namespace, under: Conditions) -> Schedule:
    return ladder(names, under) if options.ladder else tables(names, options.seats, under)


def _found(
    schedule: Schedule, bots: dict[str, Entrant], jobs: int
) -> tuple[list[list[DealResult]], float, bool]:
    """Return the results by match, how long they took, and whether they are all."""
    matches = schedule.matches
    found: list[list[DealResult]] = [[] for _ in matches]
    bar, began, is_whole = Bar(sum(match.deals * len(match.line_up) for match in matches)), monotonic(), True
    try:
        for index, result in results(matches, bots, jobs):
            found[index].append(result)
            bar.add(len(matches[index].line_up))
    except KeyboardInterrupt:
        is_whole = False
    finally:
        bar.close()
    return found, monotonic() - began, is_whole


def _command(options: Namespace, under: Conditions) -> str:
    """Return the words that give the same figures again."""
    words = ["durak", "arena", *options.bots, *(["--ladder"] if options.ladder else [])]
    if not options.ladder and options.seats != 2:
        words += ["--seats", str(options.seats)]
    words += [
        "--rules",
        encode_rules(under.rules),
        "--deals",
        str(options.deals),
        "--seed",
        str(options.seed),
    ]
    return shlex.join(words)
