"""A bar that grows with the time, on a terminal; now and then a line, elsewhere."""

import asyncio
import sys
import time
from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Any

WIDTH = 30
LINE_EVERY_SECONDS = 10.0


@asynccontextmanager
async def bar(name: str, seconds: float, facts: Callable[[], str]) -> Any:
    """Show, while the block runs, how much of its time is over, with what is to be told."""
    telling = asyncio.create_task(_tell(name, seconds, facts))
    try:
        yield
    finally:
        telling.cancel()
        if sys.stderr.isatty():
            print(file=sys.stderr)


async def _tell(name: str, seconds: float, facts: Callable[[], str]) -> None:
    began, on_terminal = time.monotonic(), sys.stderr.isatty()
    while True:
        await asyncio.sleep(0.5 if on_terminal else LINE_EVERY_SECONDS)
        over = time.monotonic() - began
        full = min(WIDTH, int(WIDTH * over / seconds))
        line = f"{name} [{'#' * full}{'.' * (WIDTH - full)}] {over:3.0f} of {seconds:.0f} s, {facts()}"
        print(
            f"\r{line:<100}" if on_terminal else line,
            end="" if on_terminal else "\n",
            file=sys.stderr,
            flush=True,
        )
