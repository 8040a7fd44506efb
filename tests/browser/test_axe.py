"""Catches a state of the game that shuts somebody out: axe finds nothing, in the dark and in the light."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from durak import State
from tests.browser.conftest import DESKTOP, PHONE, Complaints, Device, OpenContext
from tests.browser.scenes import (
    ME,
    Doing,
    beats_or_transfers,
    is_adding,
    is_defence,
    is_opening,
    is_taking,
    press,
    tap_choice,
    tap_dim,
)
from tests.program import Program
from tests.staged import find_moment, stage_now
from web.transport.languages import OWN_NAMES

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
STILL_SECONDS = 3600.0
OTHERS = [code for code in OWN_NAMES if code != "en"]


@dataclass(frozen=True)
class Table:
    """A moment of a game, and what is done before axe looks."""

    wanted: Callable[[State], bool]
    shown: str
    doing: Doing | None = None
    rules: str = "classic"
    seats: int = 3


def ended(durak: bool) -> Callable[[State], bool]:
    """The game is over, and seat 0 is the durak or not."""
    return lambda state: state.outcome is not None and (ME in state.outcome.seats) == durak


def open_keys(page: Page, _state: State) -> None:
    page.keyboard.press("?")


TABLES = {
    "opening": Table(is_opening, "#cards [data-legal=yes]"),
    "defence": Table(is_defence, "#act .btn:not([hidden])"),
    "adding": Table(is_adding, "#act .btn:not([hidden])"),
    "taking": Table(is_taking, "#act .btn:not([hidden])"),
    "choose mode": Table(
        lambda state: bool(beats_or_transfers(state)), ".slot[data-asked]", tap_choice, "transfer"
    ),
    "why not": Table(is_defence, "#toast.on", tap_dim),
    "menu": Table(is_defence, "#menu", press("#open-menu")),
    "settings": Table(is_defence, "#settings", press("#open-menu", "#open-settings")),
    "keys": Table(is_defence, "#keys[open]", open_keys),
    "log": Table(is_defence, "#log", press("#open-log")),
    "people": Table(is_defence, "#people", press("#seats .seat")),
    "talk": Table(is_defence, "#talk", press("#open-talk")),
    "device": Table(
        is_defence, "#device .code:not(:empty)", press("#open-menu", "#menu .btn:has-text('device')")
    ),
    "result, durak": Table(ended(durak=True), "#result"),
    "result, safe": Table(ended(durak=False), "#result"),
}


class Rooms:
    """Rooms at their moments, made when they are first asked for; each with the cookies of its host."""

    def __init__(self, browser: Browser, server: Program) -> None:
        self._browser, self._server = browser, server
        self._made: dict[str, tuple[str, Any]] = {}
        self._states: dict[str, State] = {}

    def host(self, rules: str = "classic", chairs: int = 3) -> tuple[str, Any]:
        """Make a room that waits; return its link and its host's cookies."""
        with self._browser.new_context() as context:
            self._post(context, "/api/guest", {"name": "Anna"})
            asked = {"rules": rules, "chairs": chairs, "bots": "careful", "play_now": False}
            room = self._post(context, "/api/rooms", asked)
            return self._server.url + str(room["url"]), context.storage_state()

    def _post(self, context: BrowserContext, path: str, asked: dict[str, object]) -> Any:
        headers = {"origin": self._server.url}
        answer = context.request.post(self._server.url + path, data=asked, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    def at(self, name: str) -> tuple[str, Any]:
        """A room at this moment."""
        if name not in self._made:
            table = TABLES[name]
            moment = find_moment(table.rules, table.seats, table.wanted)
            link, cookies = self.host(table.rules, table.seats)
            stage_now(self._server.database, link.rpartition("/")[2], moment, still=STILL_SECONDS)
            self._made[name], self._states[name] = (link, cookies), moment.state
        return self._made[name]

    def state(self, name: str) -> State:
        """What the engine knows of the room at this moment."""
        return self._states[name]


@pytest.fixture(scope="module")
def rooms(browser: Browser, server: Program) -> Rooms:
    """The rooms of this server."""
    return Rooms(browser, server)


def check(page: Page, what: str) -> None:
    """See that axe finds nothing, in both themes."""
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_timeout(300)
        found = Axe().run(page, options={"runOnly": LEVELS})
        assert found.violations_count == 0, f"{what}, {scheme}: {found.generate_report()}"


def look_at_table(page: Page, rooms: Rooms, name: str) -> None:
    """Open the room of this name, do what its state needs, and check it."""
    table = TABLES[name]
    page.goto(rooms.at(name)[0])
    page.locator("#cards [data-zone], #result:not([hidden])").first.wait_for(state="attached")
    page.wait_for_timeout(1500 if "result" in name else 700)
    if table.doing:
        table.doing(page, rooms.state(name))
    expect(page.locator(table.shown).first).to_be_visible()
    check(page, name)


@pytest.mark.parametrize("name", TABLES)
def test_at_the_table(open_context: OpenContext, rooms: Rooms, name: str) -> None:
    page = open_context(PHONE, storage_state=rooms.at(name)[1], reduced_motion="reduce").new_page()
    look_at_table(page, rooms, name)


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_before_the_table(
    open_context: OpenContext, rooms: Rooms, server: Program, complaints: Complaints, device: Device
) -> None:
    complaints.allow("404")
    link, cookies = rooms.host()
    newcomer = open_context(device, reduced_motion="reduce").new_page()
    for path in ("/", "/lobby", "/rules", "/j/00000000", "/r/gone", "/nowhere", "/offline"):
        newcomer.goto(server.url + path)
        check(newcomer, path)
    newcomer.goto(link)
    newcomer.locator("#sit").wait_for()
    check(newcomer, "waiting room as a newcomer")
    newcomer.locator("#sit").click()
    newcomer.locator("#wait").wait_for()
    check(newcomer, "waiting room as a guest")
    host = open_context(device, storage_state=cookies, reduced_motion="reduce").new_page()
    host.goto(link)
    host.locator("#deal").wait_for()
    check(host, "waiting room as its host")
    host.locator("#hosting summary").click()
    check(host, "more choices of the host")
    host.locator("#options > .btn, #options .field + .btn").first.click()
    host.locator("#rulesheet summary").nth(1).click()
    check(host, "single rules")
    host.keyboard.press("Escape")
    host.locator("#chairs li").nth(1).locator("button").click()
    check(host, "people")


def test_at_a_table_on_a_desktop(open_context: OpenContext, rooms: Rooms) -> None:
    page = open_context(DESKTOP, storage_state=rooms.at("defence")[1], reduced_motion="reduce").new_page()
    look_at_table(page, rooms, "defence")


def test_in_a_lesson(open_context: OpenContext, server: Program) -> None:
    page = open_context(PHONE, reduced_motion="reduce").new_page()
    for path, turn in (
        ("/bots", ""),
        ("/learn", ""),
        ("/learn/forbidden", "[data-turn='0']"),
        ("/learn/end#2", "[data-turn='0']"),
    ):
        page.goto(server.url + path)
        if turn:
            page.locator(f"#words .on{turn}").wait_for()
            page.locator("#cards [data-zone=hand]").first.wait_for()
        check(page, path)
    page.locator("#act [data-button=pass]").tap()
    page.locator("#words .on[data-after]").wait_for()
    check(page, "a lesson that is done")
    page.locator("#open-lessons").tap()
    check(page, "all lessons")


@pytest.mark.parametrize("language", OTHERS)
def test_in_the_other_languages(
    open_context: OpenContext, rooms: Rooms, server: Program, language: str
) -> None:
    page = open_context(PHONE, locale=language, reduced_motion="reduce").new_page()
    page.goto(server.url)
    check(page, "home")
    for name in ("defence", "result, durak"):
        cookies = rooms.at(name)[1]
        seated = open_context(
            PHONE, locale=language, storage_state=cookies, reduced_motion="reduce"
        ).new_page()
        look_at_table(seated, rooms, name)
        assert seated.locator("html").get_attribute("lang") == language
    link, cookies = rooms.host()
    host = open_context(PHONE, locale=language, storage_state=cookies, reduced_motion="reduce").new_page()
    host.goto(link)
    host.locator("#deal").wait_for()
    check(host, "waiting room")
