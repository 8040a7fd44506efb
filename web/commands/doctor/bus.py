"""The bus: connected to, told something, listened to."""

import asyncio
from collections.abc import Iterator

from nats.errors import Error

from web.adapters.nats_echo import echo
from web.commands.doctor.finding import Finding, ok, wrong
from web.settings import Settings

ECHO_SECONDS = 5.0


def of_bus(settings: Settings) -> Iterator[Finding]:
    """Yield whether news go from one process to the others."""
    if settings.bus_url is None:
        if not settings.database_url.startswith("sqlite"):
            yield ok(
                "bus",
                "None, which is fine for one process; of several, each sees what others do up to 3 s later"
                " unless DURAK_BUS_URL names a NATS.",
            )
        return
    try:
        asyncio.run(echo(settings.bus_url, ECHO_SECONDS))
    except TimeoutError:
        yield wrong("bus", f"It does not answer, or tells nothing further, within {ECHO_SECONDS:.0f} s.")
    except (Error, OSError) as fault:
        said = str(fault) or type(fault).__name__
        yield wrong("bus", f"{_without_url(said)}: is it there, and are name and password right?")
    else:
        yield ok("bus", "It told us our own news.")


def _without_url(said: str) -> str:
    return "It cannot be used" if "//" in said else f"It cannot be used ({said.rstrip('.')})"
