"""Catches a visitor who says himself where he comes from, and so passes every limit."""

import httpx
import pytest
from starlette.requests import HTTPConnection

from tests.transport.conftest import serving
from tests.transport.tables import usual
from tests.transport.wire import Site
from web.settings import Settings
from web.transport.addresses import address_of

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("client", "counted_as"),
    [
        (("192.0.2.7", 5), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 5), "2001:db8:1:2::/64"),
        (("2001:db8:1:2::1", 5), "2001:db8:1:2::/64"),
        (("2001:db8:1:3::1", 5), "2001:db8:1:3::/64"),
        (("::ffff:192.0.2.7", 5), "192.0.2.7"),
        (("nonsense", 5), "unknown"),
        (("192.0.2.7, 1.2.3.4", 5), "unknown"),
        (None, "unknown"),
    ],
)
def test_an_address_is_what_one_household_has(client: tuple[str, int] | None, counted_as: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "client": client, "headers": []})) == counted_as


async def tries_until_refused(site: Site, headers: list[list[tuple[str, str]]]) -> int:
    """Try a code with each of these headers, and return how many times that was let in."""
    async with httpx.AsyncClient(base_url=site.url) as client:
        for number, more in enumerate(headers):
            both = [("origin", site.url), ("content-type", "application/json"), *more]
            answer = await client.post("/api/join", content='{"code":"ABCD-EFGH"}', headers=both)
            if answer.status_code == 429:
                return number
            assert answer.status_code == 404
    return len(headers)


FORGED = [
    [[("x-forwarded-for", f"192.0.2.{number}")] for number in range(12)],
    [[("x-forwarded-for", f"192.0.2.{number}, 198.51.100.1")] for number in range(12)],
    [
        [("x-forwarded-for", f"192.0.2.{number}"), ("x-forwarded-for", f"192.0.2.{100 + number}")]
        for number in range(12)
    ],
    [[("x-real-ip", f"192.0.2.{number}"), ("forwarded", f"for=192.0.2.{number}")] for number in range(12)],
]


@pytest.mark.parametrize("headers", FORGED, ids=["one", "a chain", "two headers", "other headers"])
async def test_nobody_but_the_proxy_says_where_somebody_comes_from(
    settings: Settings, headers: list[list[tuple[str, str]]]
) -> None:
    """The proxy is somewhere else, so what comes from here is a visitor's own word."""
    async with serving(usual(settings, trusted_proxies="203.0.113.9")) as site:
        assert await tries_until_refused(site, headers) == 10


FORGED_THROUGH = [
    # What the visitor sent himself comes first, in the same header or in one of its own.
    [[("x-forwarded-for", f"192.0.2.{number}, 198.51.100.1")] for number in range(12)],
    [[("x-forwarded-for", f"192.0.2.{number}"), ("x-forwarded-for", "198.51.100.1")] for number in range(12)],
    [[("x-forwarded-for", f"127.0.0.1, 192.0.2.{number}, 198.51.100.1, 127.0.0.1")] for number in range(12)],
    [[("x-forwarded-for", f"nonsense {number}")] for number in range(12)],
]


@pytest.mark.parametrize("headers", FORGED_THROUGH, ids=["a chain", "two headers", "two proxies", "nonsense"])
async def test_the_proxys_own_word_counts_whatever_the_visitor_wrote_before_it(
    settings: Settings, headers: list[list[tuple[str, str]]]
) -> None:
    async with serving(usual(settings)) as site:
        assert await tries_until_refused(site, headers) == 10
        honest = [[("x-forwarded-for", f"192.0.2.{number}")] for number in range(12)]
        assert await tries_until_refused(site, honest) == 12, "visitors of one proxy are told apart"
