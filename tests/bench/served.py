"""`durak serve` as benchmarks run it: `python -m tests.bench.served [--core N] … serve`.

It answers one address more, at which it tells how late its event loop was, what the process has used and how
long its bots searched. With `--without-guards`, the control run of the chaos test, whatever keeps two
commands on one room apart is taken out: the compare-and-set of the log and the lock of the service. No
setting of the program can do that.
"""

import argparse
import asyncio
import gc
import logging
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from threading import Thread
from urllib.parse import parse_qs

import orjson
from sqlalchemy import Connection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.bench.thoughts import Thoughts
from web import cli
from web.adapters import sql_log
from web.adapters.tables import rooms
from web.commands import serve
from web.main import create_app
from web.rooms import service
from web.rooms.ports import Version
from web.settings import Settings
from web.transport import hub
from web.transport.leaving import Leaving

PROBE = "/bench/probe"
LAG_EVERY_SECONDS = 0.005
log = logging.getLogger("web.bench")


def main(words: Sequence[str]) -> int:
    """Serve until told to end."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.served")
    parser.add_argument("--core", type=int, help="stay on this core, and the bots' processes too")
    parser.add_argument("--rooms-kept", type=int, help="how many rooms to keep in mind")
    parser.add_argument("--without-guards", action="store_true", help="control run: let rooms be corrupted")
    parser.add_argument("serve", choices=["serve"])
    chosen = parser.parse_args(words)
    Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    if chosen.core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {chosen.core})
    if chosen.rooms_kept is not None:
        vars(service)["ROOMS_KEPT"] = chosen.rooms_kept
    if chosen.without_guards:
        take_guards_out()

    def create_probed(settings: Settings, leaving: Leaving) -> ASGIApp:
        if chosen.without_guards:
            log.critical("CONTROL RUN: COMPARE-AND-SET AND LOCKS ARE OFF, ROOMS WILL BE CORRUPTED")
        return Probed(create_app(settings, leaving))

    assert "create_app" in vars(serve), "else nothing would be probed"
    vars(serve)["create_app"] = create_probed
    return cli.main(["serve"])


def _end_with_parent(parent: int) -> None:
    """Do not outlive whoever measures, even if it is killed."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


class Probed:
    """The application, and beside it what the probe answers.

    Asked with `?anew` it watches the event loop from then on, until it is asked again: watching costs, too.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._lags: list[float] = []
        self._thoughts = Thoughts()
        self._thoughts.watch()
        self._watching: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the probe, and hand everything else on."""
        if scope["type"] == "http" and scope["path"] == PROBE:
            asked = parse_qs(scope["query_string"].decode(), True)
            await self._answer("anew" in asked, "count" in asked, send)
        else:
            await self._app(scope, receive, send)

    async def _watch(self) -> None:
        while True:
            # uvloop's own clock knows whole milliseconds only, and so do its timers.
            due = time.perf_counter() + LAG_EVERY_SECONDS
            await asyncio.sleep(LAG_EVERY_SECONDS)
            self._lags.append(max(0.0, time.perf_counter() - due))

    async def _answer(self, anew: bool, count: bool, send: Send) -> None:
        facts = {
            "at": time.monotonic(),
            "cpu_seconds": time.process_time(),
            "rss_kib": _resident_kib(),
            "sockets": _sockets(),
            "files": len(os.listdir("/proc/self/fd")),
            "tasks": len(asyncio.all_tasks()),
            "rooms": _watched_rooms() if count else 0,
            "lags_ms": [] if anew else [round(lag * 1000, 2) for lag in self._lags],
            **self._thoughts.end(),
        }
        if self._watching is not None:
            self._watching.cancel()
        self._lags.clear()
        if anew:
            self._thoughts.begin()
        self._watching = asyncio.create_task(self._watch()) if anew else None
        body = orjson.dumps(facts)
        # Else it would come in chunks, which the small client does not know.
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        head: Message = {"type": "http.response.start", "status": 200, "headers": headers}
        await send(head)
        await send({"type": "http.response.body", "body": body})


def _resident_kib() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def _watched_rooms() -> int:
    gc.collect()
    return sum(isinstance(thing, hub._Watched) for thing in gc.get_objects())


def _sockets() -> int:
    found = 0
    for name in os.listdir("/proc/self/fd"):
        with suppress(OSError):
            found += os.readlink(f"/proc/self/fd/{name}").startswith("socket:")
    return found


# Control runs


class _Open:
    """A lock that keeps nobody out."""

    async def __aenter__(self) -> None:
        return None

    async def __aexit__(self, *_: object) -> None:
        return None

    def locked(self) -> bool:
        return False


def take_guards_out() -> None:
    """Let every append succeed, whatever came since it was decided, and no command wait for another."""
    kept, move_version = service._Kept, sql_log._move_version
    service._Kept = lambda: kept(lock=_Open())  # type: ignore[misc,assignment,arg-type]

    def move_from_wherever_it_is(connection: Connection, append: sql_log.Append) -> Version | None:
        now = connection.execute(rooms.select().where(rooms.c.id == append.room_id)).one()
        return move_version(connection, replace(append, expected=Version(now.version)))

    sql_log._move_version = move_from_wherever_it_is


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
