"""Catches a metric that counts something else than it says, or that tells of a room, a player or a card."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from tests.figures import Figures, told
from tests.program import free_port
from tests.transport.conftest import serving
from tests.transport.test_play_socket import play_out
from tests.transport.test_secrets import CARD, three_at_a_table
from tests.transport.wire import Line, Site
from web.rooms.fallbacks import REASONS
from web.settings import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"metrics_port": free_port()})


@pytest.fixture
async def site(settings: Settings) -> AsyncIterator[Site]:
    async with serving(settings) as site:
        yield site


async def figures_of(settings: Settings) -> Figures:
    assert settings.metrics_port is not None
    return await told(settings.metrics_port)


def answers(*lines: Line) -> int:
    return sum(message["t"] in ("ok", "refused") for line in lines for message in line.heard)


async def test_every_answer_is_counted_by_its_kind_and_timed(
    site: Site, settings: Settings, stack: AsyncExitStack
) -> None:
    anna = await site.guest("Anna")
    room = await anna.open_room()
    line = await stack.enter_async_context(anna.line(room))
    stranger = await stack.enter_async_context(site.line(room))
    assert (await line.ask("options", rules="transfer"))["t"] == "ok"
    assert (await line.ask("undo"))["code"] == "no_game"
    assert (await stranger.ask("sit", chair=None))["code"] == "not_a_guest"
    assert (await line.ask("options", rules="D24X9"))["code"] == "bad_option"
    await line.say({"t": "start"})
    assert (await line.until("refused"))["code"] == "bad_message"
    figures = await figures_of(settings)
    assert figures.values("commands_total", "result") == {"ok": 1, "room": 2, "rules": 1, "bad_message": 1}
    assert figures.value("ack_seconds_count") == answers(line, stranger) == 5


async def test_a_whole_game_is_counted(site: Site, settings: Settings, stack: AsyncExitStack) -> None:
    anna = await site.guest("Anna")
    room = await anna.open_room(chairs=3, play_now=True)
    line = await stack.enter_async_context(anna.line(room))
    await play_out(line)
    figures = await figures_of(settings)
    oks = sum(message["t"] == "ok" for message in line.heard)
    assert figures.value("commands_total", result="ok") == oks
    assert set(figures.values("bot_seconds_count", "level")) == {"careful"}
    assert figures.value("due_lag_seconds_count") > 0
    assert figures.value("catch_ups_total", cause="news") >= oks
    assert figures.value("loop_lag_seconds_count") > 0
    assert figures.value("rooms") == 1
    assert not figures.values("fallbacks_total", "cause")
    assert figures.value("faults_total") == 0


async def test_sockets_are_counted_while_they_last_and_by_how_they_end(
    site: Site, settings: Settings, stack: AsyncExitStack
) -> None:
    anna = await site.guest("Anna")
    room = await anna.open_room()
    old = await stack.enter_async_context(anna.line(room))
    new = await stack.enter_async_context(anna.line(room))
    assert await old.farewell() == ("replaced", 4001)
    nowhere = Line(await stack.enter_async_context(site.socket("no-such-room-at-all-00")))
    assert await nowhere.farewell() == ("no_such_room", 4004)
    figures = await figures_of(settings)
    assert figures.value("sockets") == 1
    await new.socket.close()
    async with asyncio.timeout(20):
        while (figures := await figures_of(settings)).value("sockets"):
            await asyncio.sleep(0.01)
    assert figures.values("closes_total", "code") == {"4001": 1, "4004": 1, "1000": 1}


async def test_a_browser_that_comes_back_and_one_that_misses_a_view_are_told_apart(
    site: Site, settings: Settings, stack: AsyncExitStack
) -> None:
    anna = await site.guest("Anna")
    room = await anna.open_room()
    first = await stack.enter_async_context(anna.line(room))
    v = first.view["v"]
    assert not (await figures_of(settings)).values("catch_ups_total", "cause").keys() & {"resume", "lost"}
    await first.hello(v)
    again = Line(await stack.enter_async_context(site.socket(room, anna.cookie)))
    await again.hello(v)
    figures = await figures_of(settings)
    assert figures.value("catch_ups_total", cause="lost") == 1
    assert figures.value("catch_ups_total", cause="resume") == 1


async def test_nothing_is_told_of_any_room_player_or_card(
    site: Site, settings: Settings, stack: AsyncExitStack
) -> None:
    before = await figures_of(settings)
    room, guests, lines, _ = await three_at_a_table(site, stack)
    await play_out(*lines)
    after = await figures_of(settings)
    assert set(after.series) == set(before.series)
    for told_of in (room, room[:6], *(guest.cookie for guest in guests), *(guest.name for guest in guests)):
        assert told_of not in after.text
    assert not CARD.findall(after.text)
    labels = {key for _, pairs in after.series for key, _ in pairs}
    assert labels == {"result", "cause", "code", "level", "work", "le"}
    # Nor is there a word of metrics where everybody may ask.
    for path in ("/metrics", "/metrics/"):
        assert (await site.ask("GET", path)).status_code == 404


async def test_why_others_had_to_choose_is_told(site: Site, settings: Settings) -> None:
    figures = await figures_of(settings)
    causes = {
        value for name, pairs in figures.series for _, value in pairs if name == "durak_fallbacks_total"
    }
    assert causes == set(REASONS)


async def test_two_servers_of_one_process_have_each_its_own(settings: Settings, site: Site) -> None:
    other = settings.model_copy(update={"metrics_port": free_port()})
    async with serving(other) as quiet:
        anna = await site.guest("Anna")
        async with anna.line(await anna.open_room()):
            assert (await figures_of(settings)).value("sockets") == 1
            assert (await figures_of(other)).value("sockets") == 0
        assert quiet.url != site.url
    with pytest.raises(OSError, match="refused"):
        await figures_of(other)


async def test_unasked_there_is_no_port(caplog: pytest.LogCaptureFixture, settings: Settings) -> None:
    port = settings.metrics_port
    with caplog.at_level("INFO", "web"):
        async with serving(settings.model_copy(update={"metrics_port": None})):
            with pytest.raises(OSError, match="refused"):
                await figures_of(settings)
    assert not re.search(rf"metrics|{port}", caplog.text)
