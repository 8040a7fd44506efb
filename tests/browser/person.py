"""Somebody at a page: gets to a table and plays whatever is open to him, by touch or by mouse."""

import time
from collections.abc import Sequence

from playwright.sync_api import Locator, Page

GAME_SECONDS = 240.0

# One look at the page: what is there when we look may have gone a moment later. A card is pressed where its
# left edge shows, as one does in a fan.
NEXT_THING = """() => {
  const found = ["#cards [data-target], .slot[data-asked]", "#cards [data-zone=hand][data-legal=yes]",
    "#act .btn[data-side=right]:not([hidden], [aria-disabled])", "#act .btn:not([hidden], [aria-disabled])"]
    .map((selector) => document.querySelector(selector)).find(Boolean);
  if (!found) return null;
  const { x, y, width, height } = found.getBoundingClientRect();
  return [x + Math.min(14, width / 2), y + height / 2];
}"""


class Person:
    """One person at one page; `touches` says whether with a finger or a mouse."""

    def __init__(self, page: Page, url: str, touches: bool) -> None:
        self.page, self.url, self.touches = page, url, touches

    def press(self, what: Locator) -> None:
        """Tap or click it."""
        if self.touches:
            what.tap()
        else:
            what.click()

    def open_room(self) -> str:
        """Make a room from the home page and return the invite link."""
        self.page.goto(self.url)
        self.press(self.page.locator("#friends"))
        self.page.wait_for_url("**/r/*")
        self.page.locator("#deal").wait_for()
        return self.page.url

    def accept(self, link: str) -> None:
        """Open an invite link and sit down."""
        self.page.goto(link)
        self.press(self.page.locator("#sit"))
        self.page.locator("#wait").wait_for()

    @property
    def hand(self) -> list[str]:
        """The own cards, as they lie."""
        cards: list[str] = self.page.locator("#cards [data-zone=hand]").evaluate_all(
            "nodes => nodes.map(node => node.dataset.card)"
        )
        return cards

    @property
    def table(self) -> str:
        """What lies on the table, as it is read out."""
        return self.page.locator("#tabletext").inner_text()

    @property
    def is_over(self) -> bool:
        """Whether the result is on the screen."""
        return self.page.locator("#result").is_visible()

    def act(self) -> bool:
        """Press one thing if there is one: a target, a card, else Done or Pass, else Take."""
        at = self.page.evaluate(NEXT_THING)
        if at is None:
            return False
        if self.touches:
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)
        return True


def play_until_over(people: Sequence[Person], seconds: float = GAME_SECONDS) -> None:
    """Let all play until each sees the result. Raises AssertionError if that takes too long."""
    deadline = time.monotonic() + seconds
    while not all(person.is_over for person in people):
        assert time.monotonic() < deadline, "the game does not end"
        for person in people:
            if not person.is_over:
                person.act()
        people[0].page.wait_for_timeout(120)


def come_to_rest(people: Sequence[Person]) -> list[tuple[list[str], str]]:
    """Wait until the table waits for one of these people alone; return each one's hand and table."""
    deadline = time.monotonic() + GAME_SECONDS
    before = None
    while True:
        now = [(sorted(person.hand), person.table) for person in people]
        if now == before and len({person.table for person in people}) == 1:
            return now
        assert time.monotonic() < deadline, "the table does not come to rest"
        before = now
        # Longer than a bot or a browser that passes for its owner waits here.
        people[0].page.wait_for_timeout(2500)


def play_some(person: Person, actions: int) -> None:
    """Let one person do so many things."""
    deadline = time.monotonic() + GAME_SECONDS
    while actions > 0:
        assert time.monotonic() < deadline, "nothing to do for too long"
        actions -= person.act()
        person.page.wait_for_timeout(150)
