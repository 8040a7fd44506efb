"""A bar that grows with the games: on a terminal all the time, elsewhere a line now and then."""

import sys
from time import monotonic

WIDTH = 30
ON_TERMINAL_SECONDS, ELSEWHERE_SECONDS = 0.2, 30.0
LINE = 78


class Bar:
    """The progress of `total` games, or of something else, on standard error."""

    def __init__(self, total: int, what: str = "games") -> None:
        self._total, self._done, self._what = total, 0, what
        self._on_terminal = sys.stderr.isatty()
        self._every = ON_TERMINAL_SECONDS if self._on_terminal else ELSEWHERE_SECONDS
        self._began = self._shown = monotonic()

    def add(self, games: int) -> None:
        """Count games that are over."""
        self._done += games
        now = monotonic()
        if now - self._shown >= self._every:
            self._shown = now
            self._show(progress(self._done, self._total, now - self._began, self._what))

    def close(self) -> None:
        """Leave no trace on a terminal."""
        if self._on_terminal:
            print(f"\r{'':{LINE}}\r", end="", file=sys.stderr, flush=True)

    def _show(self, text: str) -> None:
        ends = {"end": ""} if self._on_terminal else {}
        print(f"\r{text:<{LINE}}" if self._on_terminal else text, file=sys.stderr, flush=True, **ends)


def progress(done: int, total: int, seconds: float, what: str = "games") -> str:
    """Return the bar after so many seconds: how many, how fast, how long still."""
    full = WIDTH * done // total
    left = round(seconds * (total - done) / done)
    speed = done / seconds if seconds else 0.0
    bar = f"[{'#' * full}{'.' * (WIDTH - full)}]"
    return f"{bar} {done} of {total} {what}, {speed:.1f}/s, {left // 60}:{left % 60:02} left"
