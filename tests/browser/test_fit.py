"""Catches a screen on which things lie over one another or beyond the edge, as the browser has drawn it."""

import pytest

from tests.browser.conftest import Device, OpenContext
from tests.browser.person import Person
from tests.program import Program

SIZES = [(320, 568), (360, 640), (568, 320), (640, 360), (768, 1024), (1024, 768), (1440, 900)]

# Boxes of what is drawn, by name; a fan's cards lie over one another on purpose and count as one.
BOXES = """() => {
  const found = [];
  const add = (name, node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    const shows = right > left && bottom > top && getComputedStyle(node).visibility !== "hidden";
    if (shows) found.push([name, left, top, right, bottom]);
  };
  for (const node of document.querySelectorAll("#bar > *")) add(`bar ${node.id || node.className}`, node);
  for (const node of document.querySelectorAll("#seats .avatar, #seats .name"))
    add(`seat ${node.className}`, node);
  for (const node of document.querySelectorAll("#act .btn")) add("button", node);
  return found;
}"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_bar_seats_and_buttons_keep_apart_and_on_the_screen(
    open_context: OpenContext, server: Program, size: tuple[int, int]
) -> None:
    width, height = size
    device = Device(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    person = Person(open_context(device, reduced_motion="reduce").new_page(), server.url, touches=True)
    person.page.goto(server.url)
    person.page.locator("#options label:has([name=count][value='5'])").click()
    person.press(person.page.locator("#solo"))
    person.page.locator("#cards [data-zone=hand]").first.wait_for()
    person.page.wait_for_timeout(500)
    boxes = person.page.evaluate(BOXES)
    assert sum(name == "seat avatar" for name, *_ in boxes) == 5
    for name, left, top, right, bottom in boxes:
        assert left >= -1, name
        assert top >= -1, name
        assert right <= width + 1, name
        assert bottom <= height + 1, name
    kinds = [(name.partition(" ")[0], name, box) for name, *box in boxes]
    for kind, name, box in kinds:
        for other_kind, other, other_box in kinds:
            if kind < other_kind:
                assert not overlap(box, other_box), f"{name} and {other}"


def overlap(one: list[float], other: list[float]) -> bool:
    slack = 2
    return (
        one[0] < other[2] - slack
        and other[0] < one[2] - slack
        and one[1] < other[3] - slack
        and other[1] < one[3] - slack
    )
