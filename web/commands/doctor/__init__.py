"""The command `doctor`: says in plain words what is wrong with a deployment, and what to do about it.

One line for each matter: `ok`, `warning`, or `wrong`. Nothing is changed, and no password is printed. It is
asked where the server runs, with the server's own settings.
"""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping

from web.commands.doctor.address import of_address
from web.commands.doctor.bus import of_bus
from web.commands.doctor.database import of_database
from web.commands.doctor.finding import Finding, warning
from web.commands.doctor.settings import of_metrics, of_proxies, of_settings, settings_in

FINE, WRONG = 0, 1


def add_arguments(parser: ArgumentParser) -> None:
    """Tell the parser of the command what it is about."""
    parser.description = __doc__


def run(_asked: Namespace) -> int:
    """Print what was found, as it is found; return 0 if nothing is wrong, else 1."""
    levels = []
    for finding in findings(os.environ):
        print(f"{finding.level:<8} {finding.matter:<12} {finding.text}", flush=True)
        levels.append(finding.level)
    wrong, warnings = levels.count("wrong"), levels.count("warning")
    print(f"\n{wrong or 'Nothing is'} wrong{f', {warnings} warned of' if warnings else ''}.")
    return WRONG if wrong else FINE


def findings(environment: Mapping[str, str]) -> Iterator[Finding]:
    """Yield all there is to say."""
    yield from of_settings(environment)
    settings = settings_in(environment)
    if settings is None:
        yield warning("all else", "Not looked at, since the settings cannot be read.")
        return
    yield from of_proxies(settings)
    yield from of_metrics(settings)
    yield from of_database(settings.database_url)
    yield from of_bus(settings)
    yield from of_address(settings)
