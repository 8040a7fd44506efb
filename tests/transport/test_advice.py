"""Catches advice that somebody else hears, that depends on what is hidden, or that holds up whoever asked."""

import asyncio
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from durak import parse_action
from durak.bots.grounds import REASONS
from tests.adapters import mad_bots
from tests.transport.conftest import serving
from tests.transport.tables import stored, table_of_two
from tests.transport.wire import Guest, Line, Site
from web.adapters.advice_pool import AdvicePool
from web.settings import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may be slow; what is asked for here is an answer."""
    monkeypatch.setattr("web.wiring.AdvicePool", lambda: AdvicePool(patience=60.0))


async def advised_table(site: Site, stack: AsyncExitStack, **asked: Any) -> tuple[str, Guest, Line, Line]:
    """Return a game of Anna and Boris with advice, and the line of who has to act before the other's."""
    room, anna, a, boris, b = await table_of_two(site, stack, **{"advice": True} | asked)
    return (room, anna, a, b) if a.choices else (room, boris, b, a)


async def advice(line: Line, command_id: str = "advise-1") -> dict[str, Any]:
    """Ask for advice and return the answer, whatever it is."""
    await line.say({"t": "advise", "id": command_id})
    while True:
        message = await line.hear()
        if message.get("id") == command_id:
            return message


def check_advice(answer: dict[str, Any], view: dict[str, Any], choices: list[str]) -> None:
    assert answer["t"] == "advice", answer
    assert answer["v"] == view["v"]
    assert 1 <= len(answer["moves"]) <= 5
    for move in answer["moves"]:
        assert move["action"] in choices
        assert parse_action(move["action"]).seat == view["game"]["viewer"]
        assert 0 <= move["durak"] <= 1
        assert set(move["reason"]["facts"]) == set(REASONS[move["reason"]["code"]])


async def test_whoever_asks_is_told_and_nobody_else_hears_of_it(
    site: Site, stack: AsyncExitStack, settings: Settings
) -> None:
    _, _, asks, other = await advised_table(site, stack)
    heard = len(other.heard)
    check_advice(await advice(asks), asks.view, asks.choices)
    assert [move["durak"] for move in asks.heard[-1]["moves"]] == sorted(
        move["durak"] for move in asks.heard[-1]["moves"]
    )
    await other.say({"t": "ping"})
    pong = await other.until("pong")
    assert other.heard[heard:] == [pong]
    assert pong["v"] == other.view["v"]
    assert all(sitter["hints"] is None for sitter in other.view["game"]["sitters"])
    assert len(stored(settings, "SELECT 1 FROM events WHERE body LIKE '%\"Advised\"%'")) == 1


async def test_the_same_again_is_answered_again_and_counted_once_until_the_end(
    site: Site, stack: AsyncExitStack
) -> None:
    _, _, asks, other = await advised_table(site, stack, rules="blitz")
    seat = asks.view["game"]["viewer"]
    first = await advice(asks)
    assert await advice(asks) == first
    assert (await advice(asks, "another"))["moves"] == first["moves"]
    lines = (asks, other)
    while other.view["room"]["phase"] == "playing":
        line = next(line for line in lines if line.choices)
        v = line.view["v"]
        await line.play(line.choices[0])
        for each in lines:
            await each.until_view(lambda view, v=v: view["v"] > v)  # type: ignore[misc]
    for line in lines:
        hints = [sitter["hints"] for sitter in line.view["game"]["sitters"]]
        assert hints == [int(place == seat) for place in (0, 1)]


async def test_who_may_not_have_it_is_refused_with_a_reason(site: Site, stack: AsyncExitStack) -> None:
    room, _, asks, other = await advised_table(site, stack)
    assert (await advice(other))["code"] == "nothing_to_advise"
    vera = await site.guest("Vera")
    watching = await stack.enter_async_context(vera.line(room))
    assert (await advice(watching))["code"] == "not_seated"
    nobody = await stack.enter_async_context(site.line(room))
    assert (await advice(nobody))["code"] == "not_a_guest"
    assert asks.view["room"]["advice"] is True


@pytest.mark.parametrize(
    ("asked", "allowed"),
    [
        ({"play_now": True}, True),
        ({"play_now": True, "advice": False}, False),
        ({"play_now": False}, False),
        ({"play_now": False, "advice": True}, True),
    ],
)
async def test_advice_is_for_who_plays_alone_unless_somebody_says_otherwise(
    site: Site, stack: AsyncExitStack, asked: dict[str, Any], allowed: bool
) -> None:
    anna = await site.guest("Anna")
    line = await stack.enter_async_context(anna.line(await anna.open_room(**asked)))
    assert line.view["room"]["advice"] is allowed
    if not asked["play_now"]:
        assert (await advice(line))["code"] == "no_game"
    elif not allowed:
        assert (await advice(line))["code"] == "advice_off"


async def test_who_waits_for_advice_may_play_meanwhile(
    site: Site, stack: AsyncExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_answer = asyncio.Event()
    think = AdvicePool.advise

    async def late(pool: AdvicePool, view: bytes, seed: int) -> Any:
        await may_answer.wait()
        return await think(pool, view, seed)

    monkeypatch.setattr(AdvicePool, "advise", late)
    _, _, asks, _ = await advised_table(site, stack)
    await asks.say({"t": "advise", "id": "late"})
    assert (await advice(asks, "second"))["code"] == "too_fast"
    assert (await asks.play(asks.choices[0]))["t"] == "ok"
    may_answer.set()
    answer = await asks.until("refused")
    assert (answer["id"], answer["code"]) == ("late", "stale")


async def test_where_its_process_dies_of_it_advice_is_refused_and_comes_again(
    settings: Settings, stack: AsyncExitStack, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    serve = partial(mad_bots.serve_mortal, died=tmp_path / "died")
    monkeypatch.setattr("web.wiring.AdvicePool", lambda: AdvicePool(serve, patience=60.0))
    site = await stack.enter_async_context(serving(settings))
    _, _, asks, _ = await advised_table(site, stack)
    assert (await advice(asks))["code"] == "no_advice"
    assert not stored(settings, "SELECT 1 FROM events WHERE body LIKE '%\"Advised\"%'")
    check_advice(await advice(asks), asks.view, asks.choices)


async def test_a_socket_that_ends_meanwhile_leaves_nothing_behind(site: Site, stack: AsyncExitStack) -> None:
    room, who, asks, _ = await advised_table(site, stack)
    await asks.say({"t": "advise", "id": "lost"})
    await asks.socket.close()
    again = await stack.enter_async_context(who.line(room))
    answer = await advice(again, "lost")
    while answer["t"] == "refused" and answer["code"] == "too_fast":
        answer = await advice(again, "lost")
    check_advice(answer, again.view, again.choices)
