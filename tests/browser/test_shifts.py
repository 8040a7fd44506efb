"""Catches a page whose parts move while the rest of it comes, or while others play."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Device, OpenContext, Size
from tests.browser.person import Person, play_until_over
from tests.program import Program

WATCH = """window.shifts = [];
const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join();
new PerformanceObserver((list) => shifts.push(...list.getEntries().flatMap((shift) =>
  shift.sources.map(({ node, previousRect, currentRect }) => `${node?.parentElement?.id} > ` +
    `${node?.nodeName}#${node?.id}.${node?.className}: ${box(previousRect)} to ${box(currentRect)}`)
))).observe({ type: "layout-shift", buffered: true });"""
SLOWLY = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}


@pytest.mark.parametrize("path", ["/", "/lobby", "/rules"])
@pytest.mark.parametrize("size", [(412, 823), (1440, 900)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_moves_while_a_page_comes(
    open_context: OpenContext, server: Program, size: tuple[int, int], path: str
) -> None:
    page = open_context(Device(viewport=Size(width=size[0], height=size[1]))).new_page()
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", SLOWLY)
    page.add_init_script(WATCH)
    page.goto(server.url + path)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    assert page.evaluate("shifts") == []


def at_a_table(open_context: OpenContext, server: Program, size: tuple[int, int]) -> Page:
    """Return a page of this size at a fresh game against bots; it keeps its shifts."""
    page = open_context(Device(viewport=Size(width=size[0], height=size[1]))).new_page()
    page.add_init_script(WATCH)
    page.goto(server.url)
    page.locator("#solo").click()
    page.locator("#cards [data-zone=hand]").first.wait_for()
    return page


# No finger and no mouse takes part: whatever moves after a tap is not counted as a shift.
PLAY = """() => {
  const find = (...selectors) => selectors.map((one) => document.querySelector(one)).find(Boolean);
  find("#cards [data-target], .slot[data-asked]", "#cards [data-zone=hand][data-legal=yes]",
    "#act .btn[data-side=right]:not([hidden], [aria-disabled])", "#act .btn:not([hidden], [aria-disabled])"
  )?.click();
}"""


@pytest.mark.parametrize("size", [(412, 823), (1440, 900)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_moves_at_a_table_but_cards(
    open_context: OpenContext, server: Program, size: tuple[int, int]
) -> None:
    """The bots of these tests think a tenth as long, so that much happens in a short time."""
    page = at_a_table(open_context, server, size)
    for _ in range(20):
        page.wait_for_timeout(500)
        page.evaluate(PLAY)
    assert page.evaluate("shifts") == []


@pytest.mark.parametrize("size", [(412, 823), (1440, 900)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_second_line_keeps_its_place_before_there_is_a_first(
    open_context: OpenContext, server: Program, size: tuple[int, int]
) -> None:
    """A page may be painted just before it knows whose turn it is."""
    page = at_a_table(open_context, server, size)
    page.locator("#status b:not(:empty)").wait_for()
    told, untold = page.evaluate("""() => {
      const [first, second] = document.querySelectorAll("#status > *");
      const top = () => second.getBoundingClientRect().top;
      return [top(), (first.replaceChildren(), top())];
    }""")
    assert untold == pytest.approx(told, abs=1)


@pytest.mark.parametrize("size", [(412, 823), (1440, 900)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_bar_keeps_its_buttons_at_the_end_of_a_game(
    open_context: OpenContext, server: Program, size: tuple[int, int]
) -> None:
    page = at_a_table(open_context, server, size)
    places = "['open-log', 'advise'].map((id) => document.getElementById(id).getBoundingClientRect().left)"
    during = page.evaluate(places)
    play_until_over([Person(page, server.url, touches=False)])
    assert page.evaluate(places) == during
    expect(page.locator("#advise")).to_be_disabled()
