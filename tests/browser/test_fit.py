"""Catches a screen on which things lie over one another or beyond the edge, as the browser has drawn it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from durak import State
from tests.browser.boxes import boxes_of, check, overlap
from tests.browser.conftest import Device, OpenContext, Size
from tests.browser.scenes import HAND, NAMES, Scene, end, ends, has_many, is_defence, tap_dim
from tests.browser.seating import be_guest
from tests.browser.shots import ME, Studio, enlarge
from tests.browser.touch import Finger
from tests.program import Program
from tests.staged import find_moment

SIZES = [(320, 568), (360, 640), (568, 320), (640, 360), (768, 1024), (1024, 768), (1440, 900)]
# Half of a tablet, of two laptops, and of a desktop: what is left of them at 200 % zoom.
ZOOMED = [(384, 512), (512, 384), (640, 360), (683, 384), (720, 450)]

OpenTable = Callable[..., Page]


@pytest.fixture
def open_table(open_context: OpenContext, server: Program) -> OpenTable:
    """Opens a page at a table that has come to a moment; further options go to Playwright."""

    def opened(
        size: tuple[int, int],
        scene: Scene,
        *,
        wanted: Callable[[State], bool] | None = None,
        **options: object,
    ) -> Page:
        device = Device(viewport=Size(width=size[0], height=size[1]), has_touch=True, is_mobile=True)
        context: BrowserContext = open_context(device, **{"reduced_motion": "reduce", **options})
        studio = Studio(context.browser, server)  # type: ignore[arg-type]  # the context was made by a browser
        be_guest(context, server, ME)
        moment = find_moment(scene.rules, scene.seats, wanted or scene.wanted, scene.taker)
        page = studio.staged(context, scene, moment)
        page.set_default_timeout(15_000)
        return page

    return opened


SIX = Scene("six at the table", is_defence, seats=6, names=NAMES)


@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_lies_over_anything_else_nor_off_the_screen(
    open_table: OpenTable, size: tuple[int, int], text: int
) -> None:
    page = open_table(size, Scene("", is_defence, seats=6, names=NAMES, text=text))
    found = check(page)
    assert found["seat"] >= 5 * 4
    assert found["button"] == 1
    tap_dim(page, find_moment("classic", 6, is_defence).state)
    expect(page.locator("#toast")).to_have_class("on")
    assert check(page)["toast"] == 1


@pytest.mark.parametrize("size", ZOOMED, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nor_on_a_screen_that_is_zoomed_to_twice_its_size(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    page = open_table(size, SIX, device_scale_factor=2, has_touch=False, is_mobile=False)
    assert check(page)["table"] >= 3
    tap_dim(page, find_moment("classic", 6, is_defence).state)
    assert check(page)["toast"] == 1


@pytest.mark.parametrize("cards", [12, 24, 36])
@pytest.mark.parametrize("size", [(320, 568), (568, 320)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_card_of_a_large_hand_can_be_touched_where_it_shows(
    open_table: OpenTable, size: tuple[int, int], cards: int
) -> None:
    page = open_table(size, Scene("", has_many(cards), rules="D52", seats=2, taker=0))
    check(page)
    # From its left edge on, 24 px of a card are its own, and at the top where another row lies over it.
    own = page.evaluate(
        """() => [...document.querySelectorAll("#cards [data-zone=hand]")].map((node) => {
          const { left, top } = node.querySelector(".in").getBoundingClientRect();
          const turned = getComputedStyle(node).transform !== "none" ? 4 : 0;
          const at = (x) => document.elementFromPoint(left + x, top + 16)?.closest(".card");
          return [3 + turned, 21].every((x) => at(x) === node);
        })"""
    )
    assert len(own) == cards
    assert sum(own) >= cards - 1, own


NAME_SHOWS = """() => {
  const node = document.getElementById("rulesname");
  const range = document.createRange();
  range.selectNodeContents(node);
  const [text, own] = [range.getBoundingClientRect(), node.getBoundingClientRect()];
  if (!own.width || text.top > own.bottom - 2) return "no";
  const whole = text.left > own.left - 1 && text.right < own.right + 1 && text.bottom < own.bottom + 3;
  return whole ? "yes" : "in part";
}"""


@pytest.mark.parametrize(
    ("width", "language", "shows"),
    [
        (320, "en", "yes"),
        (320, "ru", "no"),
        (360, "en", "yes"),
        (360, "de", "no"),
        (412, "de", "yes"),
        (360, "ru", "no"),
    ],
)
def test_the_name_of_the_rules_is_whole_or_not_there(
    open_table: OpenTable, width: int, language: str, shows: str
) -> None:
    page = open_table((width, 720), SIX, locale=language)
    assert page.evaluate(NAME_SHOWS) == shows


def test_the_table_stays_where_it_is_when_cards_at_its_foot_get_the_focus(open_table: OpenTable) -> None:
    page = open_table((640, 360), SIX)
    for card in page.locator(HAND).all():
        card.focus()
    assert page.locator("#table").evaluate("node => node.scrollTop") == 0
    assert page.locator("#cards").evaluate("node => node.scrollTop") == 0


def test_everything_to_press_on_the_smallest_phone_is_large_enough(open_table: OpenTable) -> None:
    page = open_table((320, 568), SIX)
    for node in page.locator("#bar button:visible, #act .btn:visible").all():
        box = node.bounding_box()
        assert box is not None
        assert box["width"] >= 44, node
        assert box["height"] >= 44, node


def test_a_phone_that_is_turned_in_mid_game_and_in_mid_drag_shows_everything_again(
    open_table: OpenTable,
) -> None:
    page = open_table((360, 640), SIX)
    legal = page.locator(f"{HAND}[data-legal=yes]").first
    for turned in ({"width": 640, "height": 360}, {"width": 360, "height": 640}):
        box = legal.bounding_box()
        assert box is not None
        card, finger = legal.get_attribute("data-card"), Finger(page)
        finger.down(box["x"] + 10, box["y"] + 30)
        finger.slide(box["x"] + 10, box["y"] - 60, steps=4)
        expect(page.locator(".card.drag")).to_have_count(1)
        page.set_viewport_size(turned)  # type: ignore[arg-type]
        expect(page.locator("#table")).to_have_attribute(
            "data-mode", "land" if turned["width"] == 640 else "port"
        )
        finger.move(turned["width"] / 2, turned["height"] - 8)
        page.wait_for_timeout(150)
        finger.up()
        expect(page.locator(".card.drag")).to_have_count(0)
        page.wait_for_timeout(400)
        assert legal.get_attribute("data-card") == card, "it went home"
        check(page)


def test_a_phone_that_is_turned_in_mid_film_leaves_no_card_behind(open_table: OpenTable) -> None:
    page = open_table((360, 640), SIX, reduced_motion="no-preference")
    page.locator("#act [data-button=take]").tap()
    if page.locator("#act [data-sure]").count():
        page.locator("#act [data-button=take]").tap()
    page.wait_for_timeout(120)
    page.set_viewport_size({"width": 640, "height": 360})
    page.wait_for_timeout(2500)
    assert page.locator("#cards [data-zone=gone]").count() == 0
    check(page)


def test_a_keyboard_on_the_screen_moves_no_card_and_hides_no_field(open_table: OpenTable) -> None:
    page = open_table((360, 640), SIX)
    before = boxes_of(page)
    page.locator("#open-menu").tap()
    field = page.locator("dialog[open] input[name=name]")
    field.scroll_into_view_if_needed()
    field.tap()
    page.set_viewport_size({"width": 360, "height": 330})
    page.wait_for_timeout(300)
    expect(page.locator("#table")).to_have_attribute("data-mode", "port")
    field.scroll_into_view_if_needed()  # As phones do by themselves.
    field.fill("Зоя")
    box, close = field.bounding_box(), page.locator("dialog[open] [data-close]").bounding_box()
    assert box is not None
    assert close is not None
    assert box["y"] >= 0 and box["y"] + box["height"] <= 330  # noqa: PT018
    assert close["y"] >= 0 and close["y"] + close["height"] <= 330  # noqa: PT018
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator("dialog[open] [data-close]").tap()
    page.wait_for_timeout(300)
    assert boxes_of(page) == before


@pytest.mark.parametrize("durak", [False, True], ids=["safe", "durak"])
@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize(
    "size", [(320, 568), (640, 360), (1440, 900)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_the_last_table_and_the_last_cards_are_seen_beside_the_result(
    open_table: OpenTable, size: tuple[int, int], text: int, durak: bool
) -> None:
    scene = Scene("", ends(durak), text=text)
    page = open_table(size, scene)
    end(page, find_moment(scene.rules, scene.seats, scene.wanted).state)
    box = page.locator("#result").bounding_box()
    assert box is not None
    panel = (box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"])
    lying = [(name, box) for name, box in boxes_of(page) if name in {"table", "hand", "seat", "bar"}]
    assert sum(name == "table" for name, _ in lying) >= 3
    assert any(name == "hand" for name, _ in lying) == durak
    for at, (name, one) in enumerate(lying):
        assert not overlap(one, panel), name
        for other, two in lying[at + 1 :]:
            assert name == other or not overlap(one, two), f"{name} over {other}"


def test_the_column_of_buttons_and_their_order_follow_the_hand(open_table: OpenTable) -> None:
    page = open_table((640, 360), Scene("", is_defence, prefs={"hand": "left"}))
    check(page)
    take = page.locator("#act [data-button=take]").bounding_box()
    assert take is not None
    assert take["x"] + take["width"] < 320
    page.set_viewport_size({"width": 360, "height": 640})
    page.wait_for_timeout(300)
    take = page.locator("#act [data-button=take]").bounding_box()
    assert take is not None
    assert take["x"] > 180
    check(page)


def test_names_of_every_writing_are_shortened_and_still_whole_for_who_listens(open_table: OpenTable) -> None:
    page = open_table((320, 568), SIX)
    labels = page.locator("#seats > *").evaluate_all("nodes => nodes.map(node => node.ariaLabel)")
    for name in NAMES:
        assert any(re.match(re.escape(name), label) for label in labels), (name, labels)
    enlarge(page, 200)
    page.wait_for_timeout(300)
    check(page)


@pytest.mark.parametrize("lying", [False, True])
def test_a_notch_and_a_home_bar_cover_nothing_that_is_pressed_or_read(
    open_table: OpenTable, lying: bool
) -> None:
    size = (844, 390) if lying else (390, 844)
    insets = {"left": 47, "right": 47, "bottom": 21} if lying else {"top": 47, "bottom": 34}
    page = open_table(size, SIX)
    page.context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    page.evaluate("document.documentElement.style.paddingTop = '0.1px'")
    expect(page.locator("#insets")).to_have_css("padding-bottom", f"{insets['bottom']}px")
    page.wait_for_timeout(400)
    check(page)
    for name, (left, top, right, bottom) in boxes_of(page):
        assert left >= insets.get("left", 0) - 1, name
        assert right <= size[0] - insets.get("right", 0) + 1, name
        assert top >= insets.get("top", 0) - 1, name
        # The feet of the cards of a lying phone go under the edge.
        assert bottom <= size[1] - insets["bottom"] + (20 if name == "hand" else 1), name
