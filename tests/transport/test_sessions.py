"""Catches two controllers of one seat, a hand sent to an old socket, somebody sent away who stays."""

from contextlib import AsyncExitStack

import pytest
from websockets.exceptions import ConnectionClosed

from tests.transport.tables import table_of_two
from tests.transport.wire import Line, Site

pytestmark = pytest.mark.anyio


async def test_case_34_a_hand_goes_to_the_new_socket_and_to_no_other(
    site: Site, stack: AsyncExitStack
) -> None:
    room, _, a, boris, old = await table_of_two(site, stack)
    new = await stack.enter_async_context(boris.line(room))
    assert await old.farewell() == ("replaced", 4001)
    told_before = len(old.heard)
    for _ in range(6):
        mover = a if a.choices else new
        v = new.view["v"]
        await mover.play(mover.choices[0])
        await a.until_view(lambda view, v=v: view["v"] > v)  # type: ignore[misc]
        await new.until_view(lambda view, v=v: view["v"] > v)  # type: ignore[misc]
    hand = new.view["game"]["hand"]
    assert hand
    assert new.view["game"]["viewer"] == 1
    assert len(old.heard) == told_before
    assert not set(hand) & set(a.view["game"]["hand"])


async def test_the_newest_of_several_tabs_plays_and_the_older_cannot(
    site: Site, stack: AsyncExitStack
) -> None:
    room, anna, a, _, b = await table_of_two(site, stack)
    newer = await stack.enter_async_context(anna.line(room))
    with pytest.raises(ConnectionClosed):
        await a.play((a.choices or b.choices)[0])
    assert {"t": "bye", "code": "replaced"} in a.heard
    mover = newer if newer.choices else b
    assert (await mover.play(mover.choices[0]))["t"] == "ok"


async def test_a_watching_tab_ends_when_the_guest_sits_down_in_another(
    site: Site, stack: AsyncExitStack
) -> None:
    """Else the older one would show the hand, too, and could play it."""
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    room = await anna.open_room()
    watching = await stack.enter_async_context(boris.line(room))
    newer = await stack.enter_async_context(boris.line(room))
    assert (await newer.ask("sit", chair=None))["t"] == "ok"
    assert await watching.farewell() == ("replaced", 4001)
    assert (await newer.ask("leave"))["t"] == "ok"


async def test_case_44_sitting_down_twice_is_one_place(site: Site, stack: AsyncExitStack) -> None:
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    room = await anna.open_room(chairs=3)
    line = await stack.enter_async_context(boris.line(room))
    assert (await line.ask("sit", "once", chair=None))["t"] == "ok"
    assert (await line.ask("sit", "once", chair=None))["t"] == "ok"
    assert (await line.ask("sit", "again", chair=None))["code"] == "already_seated"
    await line.until_view(lambda view: view["room"]["you"]["chair"] is not None)
    assert [chair["name"] for chair in line.view["room"]["chairs"]] == ["Anna", "Boris", None]


async def test_case_43_the_last_chair_goes_to_one_of_ten(site: Site, stack: AsyncExitStack) -> None:
    anna = await site.guest("Anna")
    room = await anna.open_room(chairs=2)
    guests = [await site.guest(f"Guest {number}") for number in range(10)]
    lines = [await stack.enter_async_context(guest.line(room)) for guest in guests]
    for number, line in enumerate(lines):
        await line.say({"t": "sit", "id": f"sit{number}", "chair": None})
    answers = []
    for line in lines:
        answer = await line.hear()
        while answer["t"] not in ("ok", "refused"):
            answer = await line.hear()
        answers.append(answer.get("code", "ok"))
    assert sorted(answers) == ["no_chair"] * 9 + ["ok"]
    view = await lines[0].until_view(lambda view: view["room"]["chairs"][1]["kind"] == "player")
    assert view["room"]["chairs"][1]["name"] == f"Guest {answers.index('ok')}"


async def test_whose_socket_ends_is_away_and_back_with_the_next(site: Site, stack: AsyncExitStack) -> None:
    room, _, a, boris, b = await table_of_two(site, stack)
    await b.socket.close()
    await a.until_view(lambda view: view["room"]["chairs"][1]["away"])
    async with boris.line(room) as again:
        assert again.view["room"]["chairs"][1]["away"] is False
        assert again.view["game"]["hand"]
        await a.until_view(lambda view: not view["room"]["chairs"][1]["away"])


async def test_whoever_was_sent_away_is_told_and_does_not_come_back(
    site: Site, stack: AsyncExitStack
) -> None:
    room, _, a, boris, b = await table_of_two(site, stack)
    assert (await a.ask("remove", chair=1, may_watch=False))["t"] == "ok"
    assert await b.farewell() == ("removed", 4003)
    async with boris.site.socket(room, boris.cookie) as socket:
        line = Line(socket)
        await line.say({"t": "hello", "protocol": 2, "v": 0})
        assert await line.farewell() == ("not_allowed", 4003)
        assert not any(message["t"] == "view" for message in line.heard)
    page = await boris.ask("GET", f"/r/{room}")
    assert page.status_code == 403
    assert "One tap makes a new room" in page.text
    assert "Anna" not in page.text


async def test_whoever_was_sent_away_may_watch_if_the_host_says_so(site: Site, stack: AsyncExitStack) -> None:
    room, _, a, boris, b = await table_of_two(site, stack)
    assert (await a.ask("remove", chair=1, may_watch=True))["t"] == "ok"
    assert await b.farewell() == ("removed", 4003)
    async with boris.line(room) as line:
        assert line.view["game"]["hand"] == []
        assert (await line.ask("sit", chair=None))["code"] == "removed"
