"""Catches a page whose parts move while the rest of it comes."""

import pytest

from tests.browser.conftest import Device, OpenContext, Size
from tests.program import Program

WATCH = """window.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().flatMap((shift) =>
  shift.sources.map(({ node }) => `${node?.nodeName}#${node?.id}.${node?.className}`)
))).observe({ type: "layout-shift", buffered: true });"""
SLOWLY = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}


@pytest.mark.parametrize("path", ["/", "/lobby"])
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
