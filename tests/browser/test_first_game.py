"""Catches a newcomer who is not asked, and a coach who covers a card, says nothing of use, or does not go."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.boxes import boxes_of
from tests.browser.conftest import DESKTOP, PHONE, Device, OpenContext, Size
from tests.browser.learner import LESSONS, Learner
from tests.browser.seating import HAND, LISTEN
from tests.browser.test_axe import check as find_faults
from tests.browser.test_shifts import WATCH
from tests.program import Program

SIZES = [(320, 568), (360, 640), (390, 844), (430, 932), (640, 360), (844, 390), (768, 1024), (1440, 900)]


@pytest.fixture
def phone(open_context: OpenContext) -> BrowserContext:
    """A phone on which nothing flies, so that each moment can be measured."""
    return open_context(PHONE, reduced_motion="reduce")


def taught(context: BrowserContext, server: Program) -> Learner:
    learner = Learner(context.new_page(), touches=True)
    learner.begin(server.url)
    return learner


def bottom(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def test_who_is_new_is_asked_once_and_nothing_moves_for_it(
    open_context: OpenContext, server: Program
) -> None:
    page = open_context(PHONE).new_page()
    page.add_init_script(WATCH)
    page.goto(server.url)
    expect(page.locator("#know")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("shifts") == []
    assert max(bottom(page, "#solo"), bottom(page, "#friends")) <= 640
    page.locator("#knows").tap()
    expect(page.locator("#know")).to_be_hidden()
    expect(page.locator(".lead")).to_be_visible()
    page.reload()
    page.locator("#solo").wait_for()
    expect(page.locator("#know")).to_be_hidden()


@pytest.mark.parametrize("finished", [False, True])
def test_who_has_finished_a_game_here_is_not_asked(
    phone: BrowserContext, server: Program, finished: bool
) -> None:
    page = phone.new_page()
    kept = '{"finished": true}' if finished else '{"name": "Anna"}'
    page.add_init_script(f"localStorage.setItem('durak', '{kept}')")
    page.goto(server.url)
    expect(page.locator("#know")).to_be_visible(visible=not finished)


def test_by_touch_on_a_phone_the_first_game_comes_to_its_four_lessons(
    phone: BrowserContext, server: Program
) -> None:
    learner = taught(phone, server)
    learner.learn()
    assert learner.obeyed >= {"cover", "take", "transfer", "add"}
    assert learner.lessons == LESSONS
    more = learner.coach.get_by_role("link", name="All the rules")
    expect(more).to_be_visible()
    learner.look()
    with phone.expect_page() as opened:
        more.tap()
    expect(opened.value).to_have_url(server.url + "/rules/transfer")


def test_by_keys_in_another_language_too(open_context: OpenContext, server: Program) -> None:
    learner = Learner(
        open_context(DESKTOP, locale="id-ID", reduced_motion="reduce").new_page(), touches=False
    )
    learner.begin(server.url)
    learner.learn()
    assert learner.lessons == LESSONS


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_strip_has_a_place_of_its_own_on_every_screen(
    open_context: OpenContext, server: Program, size: tuple[int, int]
) -> None:
    device = Device(viewport=Size(width=size[0], height=size[1]), has_touch=True, is_mobile=True)
    learner = taught(open_context(device, reduced_motion="reduce"), server)
    learner.learn(1)
    learner.coach.wait_for()
    learner.page.wait_for_timeout(400)
    assert learner.look()["coach"] == 1


def test_sent_away_it_gives_its_room_back_and_stays_away(phone: BrowserContext, server: Program) -> None:
    learner = taught(phone, server)
    page = learner.page
    page.wait_for_timeout(500)
    learner.coach.get_by_role("button", name="No more tips").tap()
    expect(page.locator("#coach")).to_be_hidden()
    assert "coach" not in {name for name, _ in boxes_of(page)}
    page.reload()
    page.locator(HAND).first.wait_for()
    page.wait_for_timeout(1000)
    expect(page.locator("#coach")).to_be_hidden()
    learner.look()


def test_a_reload_keeps_the_game_and_what_was_learned(phone: BrowserContext, server: Program) -> None:
    learner = taught(phone, server)
    learner.learn(2)
    learned = learner.lessons
    learner.page.reload()
    learner.coach.wait_for()
    assert learner.lessons >= learned
    learner.learn()
    learner.page.goto(server.url)
    expect(learner.page.locator("#know")).to_have_count(0)
    expect(learner.page.get_by_role("link", name="Continue your game")).to_be_visible()


def test_what_is_said_is_heard_once(phone: BrowserContext, server: Program) -> None:
    learner = taught(phone, server)
    page, words = learner.page, learner.page.locator("#coach p")
    page.evaluate(LISTEN)
    learner.learn(1)
    # The table waits for him: nothing else is going to be said.
    page.wait_for_function("() => document.querySelector('#coach[data-move]:not([data-line=nothing])')")
    page.wait_for_timeout(1500)
    said, text = str(page.evaluate("window.said")), words.inner_text()
    assert said.count(text) == 1
    page.set_viewport_size({"width": 640, "height": 360})
    page.wait_for_timeout(800)
    assert words.inner_text() == text
    assert page.evaluate("window.said") == said


def test_the_strip_and_the_question_shut_nobody_out(phone: BrowserContext, server: Program) -> None:
    page = phone.new_page()
    page.goto(server.url)
    find_faults(page, "asked")
    learner = taught(phone, server)
    find_faults(learner.page, "coached")


def test_an_ordinary_game_has_no_coach(phone: BrowserContext, server: Program) -> None:
    page, asked = phone.new_page(), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.url)
    page.locator("#solo").tap()
    page.locator(HAND).first.wait_for()
    page.wait_for_load_state("networkidle")
    assert any("/play.js" in url for url in asked)
    assert not any("/coach." in url for url in asked)
