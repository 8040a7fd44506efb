"""Catches a lesson that cannot be done by finger or by keys, or a wrong move that is not told why."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from durak import Defend, Pass, State, Take, encode_action, legal_actions, parse_action, refusal, view_for
from durak.actions import cards_of
from tests.browser.boxes import boxes_of, check
from tests.browser.conftest import DESKTOP, PHONE, TABLET, Complaints, Device, OpenContext, Size
from tests.program import Program
from web.lessons.course import LESSONS
from web.lessons.lesson import LEARNER, Attempt, Task
from web.lessons.walk import Place, walk
from web.transport.languages import OWN_NAMES

GUARD_MS = 450
FULLEST = ("limits#2", "transfer", "out#2")
"""The tasks with most cards on the table, with places beside them, and with the longest sentences."""

LAND = Device(viewport=Size(width=640, height=360), has_touch=True, is_mobile=True)
NARROW = Device(viewport=Size(width=320, height=568), has_touch=True, is_mobile=True)


@dataclass
class Learner:
    """Somebody at a lesson, with a finger or with keys alone."""

    page: Page
    touches: bool

    def does(self, text: str) -> None:
        """Do this, or try to."""
        match action := parse_action(text):
            case Take() | Pass():
                self.presses("take" if isinstance(action, Take) else "pass")
            case Defend(_, attack, card):
                self.plays(card.text)
                asked = self.page.locator(f"#cards [data-target][data-card='{attack.text}']")
                if asked.count():
                    self.answers(f"#cards [data-target][data-card='{attack.text}']")
            case _:
                (card,) = cards_of(action)
                self.plays(card.text)

    def presses(self, name: str) -> None:
        """Press a button of the bar."""
        if self.touches:
            self.page.locator(f"#act [data-button={name}]:not([hidden])").tap()
        else:
            self.page.keyboard.press({"take": "t", "pass": "d"}[name])

    def plays(self, card: str) -> None:
        """Tap a card, or go to it and press Enter."""
        node = self.page.locator(f"#cards [data-zone=hand][data-card='{card}']")
        expect(node).to_be_visible()
        if self.touches:
            box = node.bounding_box()
            assert box is not None
            self.page.touchscreen.tap(box["x"] + 10, box["y"] + box["height"] / 2)
            return
        self.page.locator("#cards [data-zone=hand][tabindex='0']").focus()
        for _ in range(12):
            if node.evaluate("node => node === document.activeElement"):
                break
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")

    def answers(self, selector: str) -> None:
        """Answer what a card should do."""
        if self.touches:
            self.page.locator(selector).tap()
        else:
            self.page.locator(selector).focus()
            self.page.keyboard.press("Enter")

    def is_told(self) -> str:
        """Wait for a reason, and return it."""
        toast = self.page.locator("#toast.on")
        expect(toast).to_be_visible()
        return toast.inner_text()

    def goes_on(self) -> None:
        """Press what leads to the next task or lesson."""
        if self.touches:
            self.page.locator("#next").tap()
        else:
            expect(self.page.locator("#next")).to_be_visible()
            self.page.locator("#next").focus()
            self.page.keyboard.press("Enter")


def right(place: Place) -> str:
    """What is asked for now."""
    assert place.turn is not None
    is_attempt = isinstance(place.turn, Attempt)
    return next(
        text
        for text in sorted(place.turn.wanted)
        if is_attempt or refusal(place.state, parse_action(text)) is None
    )


def wrong(place: Place) -> str | None:
    """Something that is not: a card that the rules refuse, else a move that the task does not want."""
    assert place.turn is not None
    why = view_for(place.state, LEARNER).why
    cards = [key for key in why if key not in ("take", "pass")]
    asked = "".join(place.turn.wanted)
    for card in cards:
        if card not in asked:
            return refused_with(place.state, card)
    others = [encode_action(action) for action in legal_actions(place.state, LEARNER)]
    return next((text for text in others if text not in place.turn.wanted and "," not in text), None)


def refused_with(state: State, card: str) -> str:
    """A move with this card, as a finger on it would mean it."""
    if state.defender == LEARNER:
        return f"0:D:{state.uncovered[0].text}/{card}"
    return f"0:A:{card}"


def do_task(learner: Learner, task: Task) -> None:
    """Do a task, with a wrong move before each right one."""
    page = learner.page
    done: list[str] = []
    for _ in task.turns:
        place = walk(task, done)
        asking = page.locator("#words .on").text_content() or ""
        mistake = wrong(place)
        if learner.touches or not done or mistake is None:
            # What has only just come is not tapped by whoever meant what was there before.
            page.wait_for_timeout(GUARD_MS)
        if mistake is not None:
            page.evaluate("document.getElementById('toast').classList.remove('on')")
            learner.does(mistake)
            assert learner.is_told()
            page.wait_for_timeout(150)
            assert page.locator("#words .on").text_content() == asking, f"{mistake} was taken for an answer"
        learner.does(right(place))
        done.append(right(place))
        expect(page.locator("#words .on")).not_to_have_text(asking)
    expect(page.locator("#words .on[data-after]")).to_be_visible()


@pytest.mark.parametrize(
    ("lang", "device"), [("en", PHONE), ("en", DESKTOP), ("id", PHONE), ("id", DESKTOP)], ids=str
)
def test_the_guide_is_done_from_its_first_step_to_its_last(
    open_context: OpenContext, server: Program, lang: str, device: Device
) -> None:
    page = open_context(device, locale=lang, reduced_motion="reduce").new_page()
    learner = Learner(page, touches=device is PHONE)
    page.goto(f"{server.url}/learn")
    page.locator("#begin").click()
    for lesson in LESSONS:
        page.wait_for_url(f"**/learn/{lesson.code}*")
        assert page.locator("html").get_attribute("lang") == lang
        for number, task in enumerate(lesson.tasks, start=1):
            expect(page.locator(f"#words .on[data-task='{number}'][data-turn='0']")).to_be_visible()
            expect(page.locator("#cards [data-zone=hand]").first).to_be_visible()
            do_task(learner, task)
            learner.goes_on()
    page.wait_for_url("**/learn#done")
    assert page.locator(".lessons [data-learned]").count() == len(LESSONS)


def test_a_step_is_done_once_more_skipped_and_linked(open_context: OpenContext, server: Program) -> None:
    page = open_context(PHONE, locale="en", reduced_motion="reduce").new_page()
    page.goto(f"{server.url}/learn/end#2")
    asked = page.locator("#words .on")
    expect(asked).to_contain_text("You could add your trump nine")
    page.wait_for_timeout(GUARD_MS)
    page.locator("#act [data-button=pass]").tap()
    expect(asked).to_contain_text("the bout is over")
    expect(page.get_by_role("link", name="Next", exact=True)).to_be_visible()
    page.locator("#repeat").tap()
    expect(asked).to_contain_text("You could add your trump nine")
    expect(page.get_by_role("link", name="Skip", exact=True)).to_be_visible()
    page.locator("#next").tap()
    page.wait_for_url("**/learn/out")
    page.locator("#open-lessons").tap()
    page.get_by_role("dialog").get_by_role("link", name="The limits").tap()
    page.wait_for_url("**/learn/limits")
    page.go_back()
    page.wait_for_url("**/learn/out")


def test_what_is_done_cannot_be_done_on(open_context: OpenContext, server: Program) -> None:
    page = open_context(PHONE, locale="en", reduced_motion="reduce").new_page()
    page.goto(f"{server.url}/learn/cover")
    learner = Learner(page, touches=True)
    learner.does("0:D:7S/9S")
    expect(page.locator("#words .on[data-after]")).to_be_visible()
    page.wait_for_timeout(GUARD_MS)
    learner.does("0:A:6C")
    assert "Next" in learner.is_told()
    expect(page.locator("#cards [data-zone=hand][data-card='6C']")).to_be_visible()


def test_another_language_keeps_the_step(open_context: OpenContext, server: Program) -> None:
    page = open_context(PHONE, locale="en").new_page()
    page.goto(f"{server.url}/learn/out#3")
    page.locator("#open-lessons").tap()
    page.get_by_role("dialog").get_by_role("link", name="Deutsch").tap()
    page.wait_for_url("**/learn/out?lang=de#3")
    expect(page.locator("#words .on")).to_contain_text("Die letzten zwei")


def test_without_a_network_the_step_stays(
    open_context: OpenContext, server: Program, complaints: Complaints
) -> None:
    complaints.allow("ERR_INTERNET_DISCONNECTED")
    context = open_context(PHONE, locale="en", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{server.url}/learn/cover")
    page.locator("#cards [data-zone=hand]").first.wait_for()
    page.wait_for_load_state("networkidle")
    context.set_offline(True)
    learner = Learner(page, touches=True)
    learner.does("0:D:7S/9S")
    assert learner.is_told() == "No connection."
    context.set_offline(False)
    page.wait_for_timeout(500)
    learner.does("0:D:7S/9S")
    expect(page.locator("#words .on[data-after]")).to_be_visible()


@pytest.mark.parametrize(
    ("lang", "device"),
    [
        *((lang, device) for lang in OWN_NAMES for device in (NARROW, LAND)),
        *(("en", device) for device in (PHONE, TABLET, DESKTOP)),
    ],
    ids=str,
)
def test_words_and_table_leave_each_other_room(
    open_context: OpenContext, server: Program, lang: str, device: Device
) -> None:
    page = open_context(device, locale=lang, reduced_motion="reduce").new_page()
    for path in FULLEST:
        see_room(page, f"{server.url}/learn/{path}")


def see_room(page: Page, url: str) -> None:
    page.goto("about:blank")
    page.goto(url)
    page.locator("#cards [data-zone=hand]").first.wait_for()
    page.wait_for_timeout(100)
    foot = page.locator("#task").evaluate("node => node.getBoundingClientRect().bottom")
    for kind, (_, top, _, _) in boxes_of(page):
        assert top >= foot - 1, f"{url}: {kind} at {top} lies under the words, which end at {foot}"
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    check(page)
