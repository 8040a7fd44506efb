"""Catches an audit that lets a page pass below its bars, or fails it for one slow load."""

from tests.audit.__main__ import BARS, FOUND_BARS, Run, Scene, found_pages, look_at
from web.transport.finding import PAGES
from web.transport.languages import OWN_NAMES

GOOD = {"performance": 97, "accessibility": 100, "best-practices": 100, "seo": 60}
SCENE = Scene("table", "http://127.0.0.1/", None, BARS)


def run(points: dict[str, int] | None = None, shift: float = 0.0, found: str = "") -> Run:
    return Run(GOOD | (points or {}), 2000.0, 10.0, shift, frozenset({found} if found else ()))


def test_a_room_need_not_be_found() -> None:
    assert look_at(SCENE, [run()] * 3) == []
    home = Scene("home", SCENE.url, None, FOUND_BARS)
    assert look_at(home, [run()] * 3) == ["home: seo 60 < 100"]


def test_one_slow_load_is_chance_and_two_are_not() -> None:
    slow = run({"performance": 80})
    assert look_at(SCENE, [run(), slow, run()]) == []
    assert look_at(SCENE, [slow, slow, run()]) == ["table: performance 80 < 95"]


def test_nothing_may_move() -> None:
    assert look_at(SCENE, [run(shift=0.0004)] * 3) == []
    assert look_at(SCENE, [run(shift=0.001)] * 3) == ["table: layout shift 0.001"]


def test_what_was_found_is_told_with_the_points_that_are_missing() -> None:
    runs = [run({"accessibility": 96}, found="accessibility: image-alt")] * 3
    assert look_at(SCENE, runs) == ["table: accessibility 96 < 100", "accessibility: image-alt"]


def test_every_page_that_may_be_found_is_looked_at_and_the_first_ones_in_every_language() -> None:
    paths = list(found_pages().values())
    assert set(PAGES) <= set(paths)
    for first in ("/", "/rules"):
        assert sum(path.partition("?")[0] == first for path in paths) == len(OWN_NAMES)
