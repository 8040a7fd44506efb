"""People at one table, in the middle of a game that a test has chosen."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from durak import Seat, State, encode_action, legal_actions
from tests.browser.conftest import PHONE, Device, OpenContext
from tests.program import Program
from tests.staged import Moment, find_moment, stage_now

HAND = "#cards [data-zone=hand]"
TABLE = "#cards [data-zone=table]"
NAMES = ("Anna", "Boris", "Clara", "David", "Emil", "Fanny")

LISTEN = """() => {
  window.said = "";
  const region = document.getElementById("say");
  new MutationObserver(() => (window.said += region.textContent + " ")).observe(region, { childList: true });
}"""


def be_guest(context: BrowserContext, server: Program, name: str) -> None:
    """Get an identity, as a page would."""
    headers = {"origin": server.url}
    answer = context.request.post(f"{server.url}/api/guest", data={"name": name}, headers=headers)
    assert answer.ok, answer.text()


def make_room(context: BrowserContext, server: Program, rules: str, chairs: int, **more: Any) -> str:
    """Make a room and return its link."""
    asked = {"rules": rules, "chairs": chairs, "bots": "careful", "play_now": False, **more}
    headers = {"origin": server.url}
    answer = context.request.post(f"{server.url}/api/rooms", data=asked, headers=headers)
    assert answer.ok, answer.text()
    return server.url + str(answer.json()["url"])


def host_at(context: BrowserContext, server: Program, rules: str = "classic", chairs: int = 3) -> Page:
    """Be Anna, make a room and come to it; the page's address is the link."""
    be_guest(context, server, "Anna")
    page = context.new_page()
    page.goto(make_room(context, server, rules, chairs))
    page.locator("#deal").wait_for()
    return page


def guest_at(context: BrowserContext, server: Program, name: str, link: str) -> Page:
    """Sit down as somebody."""
    be_guest(context, server, name)
    page = context.new_page()
    page.goto(link)
    page.locator("#sit").click()
    page.locator("#wait").wait_for()
    return page


def actions_of(state: State, seat: int) -> list[str]:
    """What a seat may do, as texts."""
    return [encode_action(action) for action in legal_actions(state, Seat(seat))]


@dataclass
class Seated:
    """One person's page at the table, with his seat."""

    page: Page
    seat: int
    moment: Moment

    @property
    def actions(self) -> list[str]:
        """What he could do when the game was staged."""
        return actions_of(self.moment.state, self.seat)

    @property
    def hand(self) -> list[str]:
        """The own cards, as they lie."""
        cards: list[str] = self.page.locator(HAND).evaluate_all(
            "nodes => nodes.map(node => node.dataset.card)"
        )
        return cards

    def card(self, name: str) -> Locator:
        """A card, wherever it lies."""
        return self.page.locator(f"#cards [data-card='{name}']")

    def place(self, name: str) -> tuple[float, float]:
        """Where a card of the hand shows its left edge, or the middle of another one."""
        box = self.card(name).bounding_box()
        assert box is not None, f"{name} is nowhere"
        in_hand = self.card(name).get_attribute("data-zone") == "hand"
        return box["x"] + (10 if in_hand else box["width"] / 2), box["y"] + box["height"] / 2

    def button(self, name: str) -> Locator:
        """A button of the bar: take, swap, pass, set or cancel."""
        return self.page.locator(f"#act [data-button={name}]:not([hidden])")

    @property
    def toast(self) -> Locator:
        """What is shown for a moment."""
        return self.page.locator("#toast.on")

    @property
    def status(self) -> Locator:
        """The status line."""
        return self.page.locator("#status")

    def rest(self) -> None:
        """Wait until taps mean what lies there now."""
        self.page.wait_for_timeout(450)


def seat_people(
    open_context: OpenContext,
    server: Program,
    rules: str,
    wanted: Callable[[State], bool] | Moment,
    *,
    chairs: int = 2,
    people: int = 1,
    devices: Sequence[Device] = (PHONE,),
    prefs: Mapping[str, Any] | None = None,
    still: float = 0,
    advice: bool = False,
    **options: Any,
) -> list[Seated]:
    """Deal to so many people, bots in the other chairs, and play to such a moment; all pages show it.

    The bots sit still for so many seconds. Further options go to the browser contexts.
    """
    options = {"reduced_motion": "reduce", **options}
    contexts = [open_context(devices[i % len(devices)], **options) for i in range(people)]
    for context, name in zip(contexts, NAMES, strict=False):
        be_guest(context, server, name)
        if prefs is not None:
            kept = json.dumps(json.dumps(prefs))
            context.add_init_script(f"try {{ localStorage.durak ??= {kept} }} catch {{}}")
    link = make_room(contexts[0], server, rules, chairs, advice=advice)
    pages = [context.new_page() for context in contexts]
    for page in pages[1:]:
        page.goto(link)
        page.locator("#sit").click()
        page.locator("#wait").wait_for()
    moment = wanted if isinstance(wanted, Moment) else find_moment(rules, chairs, wanted)
    stage_now(server.database, link.rpartition("/")[2], moment, still=still)
    for page in pages:
        page.goto(link)
        page.locator("#table[data-mode]").wait_for()
        page.locator(HAND).first.wait_for()
        page.evaluate(LISTEN)
    seated = [Seated(page, seat, moment) for seat, page in enumerate(pages)]
    seated[0].rest()
    return seated


def was_said(page: Page, words: str) -> None:
    """Wait until the page has said these words, since it was seated; the next ones may come soon."""
    page.wait_for_function("words => window.said.includes(words)", arg=words)


def nothing_was_played(person: Seated) -> None:
    """See that hand and table are as they were staged."""
    person.page.wait_for_timeout(350)
    state = person.moment.state
    assert sorted(person.hand) == sorted(card.text for card in state.hands[0])
    assert person.page.locator(TABLE).count() == sum(1 + (pair.cover is not None) for pair in state.table)


def is_played(person: Seated, card: str) -> None:
    """Wait until the card lies on the table."""
    expect(person.page.locator(f"{TABLE}[data-card='{card}']")).to_be_visible()
