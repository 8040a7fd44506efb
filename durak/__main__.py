"""Durak at a terminal: play against bots; look at positions, records and rules.

    python -m durak                               play
    python -m durak play --rules transfer --seats 3
    python -m durak show "trump=H hands=7S,8C|9S,AC main=0 def=1"
    python -m durak record game.txt               print a game move by move
    python -m durak verify game.txt --commitment HEX
    python -m durak rules                         the presets; or name one, or give a rules code
    python -m durak arena careful random          bots against bots

It ends with 0 when all is well, 1 when a record is not true, 2 when something cannot be understood.

This is the only module of the engine that prints and reads, but for the arena.
"""

import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path
from random import Random, SystemRandom
from secrets import token_bytes

from durak import (
    DurakError,
    IllegalSetup,
    NotationError,
    check_setup,
    parse_position,
    parse_record,
    parse_rules,
    verify,
)
from durak.arena import command as arena
from durak.bots import BOTS, Bot
from durak.deal import SECRET_SIZE
from durak.terminal.complaints import complaint
from durak.terminal.play import Company, play
from durak.terminal.reports import (
    news_report,
    position_report,
    presets_report,
    record_report,
    rules_report,
    verdict,
)
from durak.terminal.words import counted

FINE, UNTRUE, NOT_UNDERSTOOD, INTERRUPTED = 0, 1, 2, 130


_HELP = (__doc__ or "").rpartition("\n\n")[0]


class Misuse(Exception):
    """The program was called in a way it cannot follow; says in a sentence why."""


def main(words: Sequence[str]) -> int:
    """Do what the words of the command line say, and return the status."""
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help")):
        words = ["play", *words]
    options = _parser().parse_args(words)
    try:
        status: int = options.run(options)
    except DurakError as fault:
        return _complain(complaint(fault))
    except Misuse as misuse:
        return _complain([str(misuse)])
    except BrokenPipeError:
        raise
    except OSError as fault:
        return _complain([f"{fault.filename}: {fault.strerror}."])
    return status


def _complain(lines: list[str], status: int = NOT_UNDERSTOOD) -> int:
    sys.stdout.flush()
    print(*lines, sep="\n", file=sys.stderr)
    return status


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m durak", description=_HELP, formatter_class=RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, metavar="play|show|record|verify|rules|arena")
    playing = commands.add_parser("play", help="play against bots")
    playing.add_argument("--rules", default="classic", help="a preset or a rules code; `rules` lists them")
    playing.add_argument("--seats", type=int, default=2, help="how many play, 2 to 6")
    playing.add_argument(
        "--bots", default="careful", help=f"{' or '.join(BOTS)}; or one for each, with commas"
    )
    dealing = playing.add_mutually_exclusive_group()
    dealing.add_argument("--seed", type=int, help="a number: the same one deals and dices the same games")
    dealing.add_argument("--secret", help="the secret of the first deal, in hexadecimal")
    playing.set_defaults(run=_play)
    showing = commands.add_parser("show", help="print a position, and what each seat may do and why not")
    showing.add_argument("position", help="a position text, a file that holds it, or - for standard input")
    showing.set_defaults(run=_show)
    recorded = commands.add_parser("record", help="print a game move by move")
    verified = commands.add_parser("verify", help="check that every action of a record is legal")
    for command in (recorded, verified):
        command.add_argument("record", help="a record, a file with one on each line, or - for standard input")
    recorded.set_defaults(run=_record)
    verified.add_argument("--commitment", help="what was shown at the deal, in hexadecimal")
    verified.set_defaults(run=_verify)
    ruling = commands.add_parser("rules", help="say rules in plain words")
    ruling.add_argument("rules", nargs="?", help="a preset or a rules code; without it, all presets")
    ruling.add_argument("--new-to", metavar="RULES", help="only what players of these rules must be told")
    ruling.set_defaults(run=_rules)
    contesting = commands.add_parser("arena", help="let bots play against bots, and rate them")
    arena.add_arguments(contesting)
    contesting.set_defaults(run=arena.run)
    return parser


# The commands


def _play(options: Namespace) -> int:
    rules = parse_rules(options.rules)
    refusal = check_setup(rules, options.seats)
    if refusal is not None:
        raise IllegalSetup(refusal)
    company = Company(rules, _bots(options.bots, options.seats - 1), _dice(options))
    play(company, _secrets(options, company.dice), Console())
    return FINE


def _bots(text: str, count: int) -> tuple[Bot, ...]:
    levels = text.split(",")
    if len(levels) == 1:
        levels *= count
    if len(levels) != count:
        raise Misuse(f"That names {counted(len(levels), 'bot')}, for {counted(count, 'seat')} beside yours.")
    if not set(levels) <= set(BOTS):
        raise Misuse(f"There is no such bot, only {' and '.join(BOTS)}.")
    return tuple(BOTS[level] for level in levels)


def _dice(options: Namespace) -> Random:
    """What the bots throw: nothing hangs on it but that the same words give the same games."""
    seed = options.seed if options.seed is not None else options.secret
    return SystemRandom() if seed is None else Random(seed)  # noqa: S311  # not for secrets


def _secrets(options: Namespace, dice: Random) -> Iterator[bytes]:
    if options.secret is not None:
        yield _secret(options.secret)
    while True:
        yield token_bytes(SECRET_SIZE) if options.seed is None else dice.randbytes(SECRET_SIZE)


def _secret(text: str) -> bytes:
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    if len(secret) != SECRET_SIZE:
        raise NotationError(f"a secret is {SECRET_SIZE} bytes in hexadecimal", text)
    return secret


def _show(options: Namespace) -> int:
    for text in _texts(options.position):
        print(*position_report(parse_position(text)), sep="\n")
    return FINE


def _record(options: Namespace) -> int:
    for text in _texts(options.record):
        for line in record_report(parse_record(text)):
            print(line)
    return FINE


def _verify(options: Namespace) -> int:
    texts = _texts(options.record)
    if options.commitment is not None and len(texts) != 1:
        raise Misuse(f"A commitment is for one record, and there are {len(texts)}.")
    status = FINE
    for text in texts:
        try:
            ended = verify(text, options.commitment)
        except DurakError as fault:
            status = _complain(complaint(fault), UNTRUE)
            continue
        record = parse_record(text)
        print(*verdict(record, ended, is_promised=options.commitment is not None), sep="\n")
    return status


def _rules(options: Namespace) -> int:
    if options.rules is None:
        print(*presets_report(), sep="\n")
    elif options.new_to is None:
        print(*rules_report(parse_rules(options.rules)), sep="\n")
    else:
        print(*news_report(parse_rules(options.new_to), parse_rules(options.rules)), sep="\n")
    return FINE


def _texts(source: str) -> list[str]:
    """Return the lines that are not empty: of standard input for `-`, of a file, or the source itself."""
    if source == "-":
        text = sys.stdin.read() if sys.stdin else ""
    elif " " in source.strip():
        text = source
    else:
        text = Path(source).read_text(encoding="utf-8", errors="replace")
    texts = [line for line in text.splitlines() if line.strip()]
    if not texts:
        raise Misuse("There is nothing to read.")
    return texts


# The terminal


class Console:
    """A person at standard input and output, or a file or another program in his place."""

    def say(self, *lines: str) -> None:
        """Print the lines."""
        for line in lines:
            print(line)

    def ask(self, question: str) -> str | None:
        """Return the next line of input, None at its end."""
        if sys.stdin is None:
            return None
        try:
            answer = input(question)
        except EOFError:
            print()
            return None
        if not sys.stdin.isatty():
            print(answer)
        return answer


def _run() -> int:
    """Be a program: whatever bytes come in, no traceback goes out."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except KeyboardInterrupt:
        print()
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read along has seen enough; what would still be flushed at the end goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    return status


if __name__ == "__main__":
    sys.exit(_run())
