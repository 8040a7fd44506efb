"""Catches a flood that others feel, and a fast human who is taken for one."""

import asyncio
import json
import time
from contextlib import AsyncExitStack
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.transport.conftest import serving
from tests.transport.tables import usual
from tests.transport.wire import Guest, Line, Site
from web.settings import Settings

pytestmark = pytest.mark.anyio


async def test_case_76_a_thousand_sockets_that_never_join_harm_nobody(settings: Settings) -> None:
    async with serving(usual(settings)) as site:
        anna = await site.guest("Anna")
        room = await anna.open_room()
        async with anna.line(room) as line, AsyncExitStack() as stack:
            flood = asyncio.create_task(open_many(site, room, stack))
            took = []
            while not flood.done():
                began = time.monotonic()
                assert (await line.ask("say", kind="reaction", what="wow"))["t"] in ("ok", "refused")
                took.append(time.monotonic() - began)
                await asyncio.sleep(0.02)
            codes = await flood
        assert codes.count(101) == 30
        assert codes.count(429) == 970
        assert sorted(took)[len(took) // 2] < 0.5


async def open_many(site: Site, room: str, stack: AsyncExitStack) -> list[int]:
    async def open_one() -> int:
        try:
            await stack.enter_async_context(site.socket(room, address="192.0.2.1"))
        except InvalidStatus as refused:
            return refused.response.status_code
        return 101

    codes: list[int] = []
    for _ in range(50):
        codes += await asyncio.gather(*(open_one() for _ in range(20)))
    return codes


async def test_case_76_a_thousand_messages_in_a_second_hit_their_sender_alone(settings: Settings) -> None:
    async with serving(usual(settings)) as site, AsyncExitStack() as stack:
        anna, boris = await site.guest("Anna"), await site.guest("Boris")
        room = await anna.open_room(chairs=3)
        calm = await stack.enter_async_context(anna.line(room))
        wild = await stack.enter_async_context(boris.line(room))
        await wild.ask("sit", chair=None)
        flood = asyncio.create_task(pour(wild, 1000))
        took = []
        for number in range(10):
            began = time.monotonic()
            answer = await calm.ask("options", rules=("classic", "transfer")[number % 2])
            took.append(time.monotonic() - began)
            assert answer["t"] == "ok"
        assert await flood in (1008, None)
        assert sorted(took)[5] < 0.5


async def pour(line: Line, many: int) -> int | None:
    kinds: list[dict[str, Any]] = [
        {"t": "say", "kind": "reaction", "what": "wow"},
        {"t": "sit", "chair": None},
        {"t": "leave"},
        {"t": "ping"},
    ]
    try:
        for number in range(many):
            message = kinds[number % 4] | ({"id": f"x{number}"} if number % 4 < 3 else {})
            await line.socket.send(json.dumps(message))
        while True:
            await line.hear()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


async def test_case_76_ten_taps_in_two_seconds_are_never_cut(settings: Settings) -> None:
    async with serving(usual(settings)) as site:
        anna: Guest = await site.guest("Anna")
        async with anna.line(await anna.open_room()) as line:
            for burst in range(2):
                answers = []
                for number in range(10):
                    answers.append(
                        await line.ask("options", rules=("classic", "transfer")[(burst + number) % 2])
                    )
                    await asyncio.sleep(0.02)
                assert all(answer["t"] == "ok" for answer in answers)
