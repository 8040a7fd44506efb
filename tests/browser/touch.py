"""A finger on a page: real touch events, as the browser's own input takes them."""

import time
from collections.abc import Sequence

from playwright.sync_api import Page

STEP_MS = 16


class Finger:
    """One finger, or more with `others` down beside it. Places are CSS pixels of the window."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._input = page.context.new_cdp_session(page)
        self._down: dict[int, tuple[float, float]] = {}
        self._clock: float | None = None

    def _send(self, kind: str, touches: dict[int, tuple[float, float]]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in touches.items()]
        event: dict[str, object] = {"type": kind, "touchPoints": points}
        if self._clock is not None:
            self._clock += STEP_MS / 1000
            event["timestamp"] = self._clock
        self._input.send("Input.dispatchTouchEvent", event)

    def down(self, x: float, y: float, number: int = 0) -> None:
        """Put a finger down."""
        self._down[number] = (x, y)
        self._send("touchStart", self._down)

    def move(self, x: float, y: float, number: int = 0) -> None:
        """Move it there at once."""
        self._down[number] = (x, y)
        self._send("touchMove", self._down)

    def slide(self, x: float, y: float, steps: int = 12, pause: int = STEP_MS, number: int = 0) -> None:
        """Move it there in so many steps."""
        x0, y0 = self._down[number]
        for step in range(1, steps + 1):
            self.move(x0 + (x - x0) * step / steps, y0 + (y - y0) * step / steps, number)
            self.page.wait_for_timeout(pause)

    def up(self, number: int = 0) -> None:
        """Lift it."""
        del self._down[number]
        # What is not named any more has been lifted.
        self._send("touchMove" if self._down else "touchEnd", self._down)

    def cancel(self) -> None:
        """The system takes the touch for itself."""
        self._down.clear()
        self._send("touchCancel", {})

    def swipe(self, x: float, y: float, dx: float, dy: float) -> None:
        """Flick over the screen: five events 16 ms apart, by a clock of their own."""
        self._clock = time.time()
        self.down(x, y)
        for part in (0.25, 0.5, 0.75, 1):
            self.move(x + dx * part, y + dy * part)
        self.up()
        self._clock = None

    def double_tap(self, x: float, y: float) -> None:
        """Tap twice within 50 ms, by a clock of its own."""
        self._clock = time.time()
        for _ in range(2):
            self.down(x, y)
            self.up()
        self._clock = None

    def tap(self, x: float, y: float, held: int = 40) -> None:
        """Put it down and lift it after so many milliseconds."""
        self.down(x, y)
        self.page.wait_for_timeout(held)
        self.up()

    def drag(self, path: Sequence[tuple[float, float]], rest: int = 120) -> None:
        """Put it down at the first place, slide it along the others, and rest before lifting it."""
        self.down(*path[0])
        for place in path[1:]:
            self.slide(*place)
        self.page.wait_for_timeout(rest)
        self.move(*path[-1])
        self.up()
