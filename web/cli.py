"""The command line: `durak serve` plays host, `durak arena` lets bots play, others look after the database.

A command is a module with `add_arguments` and `run`, which returns the exit status.
"""

import argparse
import sys
from collections.abc import Sequence

from durak.arena import command as arena
from web.adapters.trouble import CannotStart
from web.commands import backup, check, doctor, migrate, reports, restore, serve
from web.settings import BadSettings


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say and return the exit status: 0, or 2 after one sentence on what is wrong."""
    asked = _parser().parse_args(arguments)
    try:
        status: int = asked.run(asked)
        return status
    except (BadSettings, CannotStart) as problem:
        print(problem, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="durak", description="Durak in the browser.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, module, what_for in (
        ("serve", serve, "serve the game"),
        ("migrate", migrate, "bring the database to this program's schema"),
        ("doctor", doctor, "say what is wrong with a deployment, and what to do about it"),
        ("backup", backup, "copy the database into a file, while the server runs"),
        ("restore", restore, "put a backup into an empty database"),
        ("check", check, "read every log again, and say what cannot be true"),
        ("reports", reports, "show whom guests have reported, the newest first"),
        ("arena", arena, "let bots play against bots, and rate them"),
    ):
        command = commands.add_parser(name, help=what_for)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
