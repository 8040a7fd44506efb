"""Somebody who has never played: he is taught, and does what the coach says."""

import time

from playwright.sync_api import Locator, Page

from tests.browser.boxes import check
from tests.browser.seating import HAND

LESSONS = {"cover", "take", "throw_in", "transfer"}
TAUGHT_SECONDS = 90.0
REST_MS = 450
"""Before that a button does not hear, in a new bout."""


class Learner:
    """One at one page; `touches` says whether with a finger or by keys."""

    def __init__(self, page: Page, *, touches: bool) -> None:
        self.page, self.touches = page, touches
        self.obeyed: set[str] = set()
        """The kinds of lines that he has done something about."""

    def begin(self, url: str) -> None:
        """Come to the home page and ask to be taught."""
        self.page.goto(url)
        teach = self.page.locator("#teach")
        if self.touches:
            teach.tap()
        else:
            teach.focus()
            self.page.keyboard.press("Enter")
        self.page.wait_for_url("**/r/*")
        self.page.locator(HAND).first.wait_for()
        self.coach.wait_for()

    @property
    def coach(self) -> Locator:
        """The strip."""
        return self.page.locator("#coach:not([data-unseen])")

    @property
    def lessons(self) -> set[str]:
        """What he has met."""
        return set((self.page.locator("#coach").get_attribute("data-lessons") or "").split())

    @property
    def line(self) -> str:
        """What kind of line is said; empty: none."""
        return self.page.locator("#coach").get_attribute("data-line") or ""

    @property
    def move(self) -> str | None:
        """What it advises."""
        return self.page.locator("#coach").get_attribute("data-move")

    def learn(self, until: int = len(LESSONS)) -> None:
        """Do as he is told until he has met so many lessons, and see that nothing ever lies over anything."""
        deadline, lines = time.monotonic() + TAUGHT_SECONDS, set[str]()
        while len(self.lessons) < until:
            assert time.monotonic() < deadline, f"met only {self.lessons}"
            if self.line not in lines:
                lines.add(self.line)
                self.page.wait_for_timeout(REST_MS)
                # A card that has the focus rises to the bar.
                if self.touches:
                    self.look()
            self.obey()
            self.page.wait_for_timeout(100)

    def look(self) -> dict[str, int]:
        """See that nothing lies over anything once what moves has come to rest; return what there is."""
        for _ in range(4):
            try:
                return check(self.page)
            except AssertionError:
                # A bot may have moved just now.
                self.page.wait_for_timeout(250)
        return check(self.page)

    def obey(self) -> None:
        """Do what is advised, if something is, and the table has not changed meanwhile."""
        line, move = self.line, self.move
        self.page.wait_for_timeout(REST_MS if move else 0)
        if move is None or (self.line, self.move) != (line, move):
            return
        self.obeyed.add(line)
        _, kind, *cards = move.split(":")
        if not cards:
            self.press(
                self.page.locator(f"#act [data-button={kind}]:not([hidden])"), {"take": "t"}.get(kind, "d")
            )
            return
        attack, _, card = cards[0].rpartition("/")
        self.press(self.page.locator(f"#cards [data-card='{card}']"), "Enter")
        target = ".slot[data-asked]" if kind == "T" else f"#cards [data-target][data-card='{attack}']"
        if self.page.locator("#cards [data-target], .slot[data-asked]").count():
            self.press(self.page.locator(target).first, "Enter")

    def press(self, what: Locator, key: str) -> None:
        """Press it where it shows, if it is still there, or by a key."""
        box = what.bounding_box() if what.count() else None
        if box is None:
            return
        if self.touches:
            self.page.touchscreen.tap(box["x"] + min(12, box["width"] / 2), box["y"] + box["height"] / 2)
            return
        if key == "Enter":
            what.focus()
        self.page.keyboard.press(key)
