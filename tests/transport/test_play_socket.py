"""Catches a socket that lets a stranger in, dies of nonsense, acts twice, or shows a card too many."""

import asyncio
import json
import re
import sqlite3
from contextlib import AsyncExitStack, closing
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from durak import Seat, State, encode_action, parse_record, replay
from tests.transport.conftest import serving
from tests.transport.wire import Line, Site
from web.rooms.ports import Unavailable
from web.settings import Settings

pytestmark = pytest.mark.anyio
NO_ROOM = "A" * 22
CARD = re.compile(r"\b[2-9TJQKA][SHDC]\b")


async def play_out(*lines: Line) -> None:
    """Let every line play the first thing open to it until the game is over for all."""
    await asyncio.gather(*(play_on(line) for line in lines))


async def play_on(line: Line) -> None:
    while line.view["room"]["phase"] == "playing":
        v, choices = line.view["v"], line.choices
        if choices:
            # It may be refused: somebody else may have played between our look and our play. Then, as after
            # an `ok`, there is a newer view to wait for; a refusal without one would wait in vain.
            await line.play(choices[0])
        while line.view["v"] == v:
            await line.until("view")


async def drown(line: Line, flood: list[Any]) -> None:
    for piece in flood:
        await line.socket.send(piece)
    while True:
        await line.hear()


@pytest.mark.parametrize(
    "origin", [None, "null", "https://evil.example", "http://127.0.0.1:1", "https://127.0.0.1"]
)
async def test_a_foreign_page_gets_no_socket(site: Site, origin: str | None) -> None:
    guest = await site.guest("Anna")
    room = await guest.open_room()
    with pytest.raises(InvalidStatus) as refused:
        async with site.socket(room, guest.cookie, origin):
            pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("room", [NO_ROOM, "%00" * 22, "x", "%F0%9F%83%8F" * 22])
async def test_a_dead_link_is_told_so(site: Site, room: str) -> None:
    async with site.socket(room) as socket:
        assert json.loads(await socket.recv()) == {"t": "bye", "code": "no_such_room"}
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4004


async def test_hello_is_always_answered_by_a_view(site: Site) -> None:
    guest = await site.guest("Anna")
    room = await guest.open_room(chairs=3)
    async with guest.line(room) as line:
        first = line.view
        you = {"guest": True, "name": "Anna", "chair": 0, "host": True}
        assert {key: first["room"]["you"][key] for key in you} == you
        assert first["after"] is None
        again = await line.hello(first["v"])
        assert again["v"] == first["v"]


@pytest.mark.parametrize(
    "hello", ['{"t":"hello","protocol":1,"v":0}', '{"t":"hello","protocol":3,"v":0,"news":[]}']
)
async def test_a_page_of_another_release_is_told_to_reload(site: Site, hello: str) -> None:
    room = await (await site.guest("Anna")).open_room()
    async with site.socket(room) as socket:
        await socket.send(hello)
        assert json.loads(await socket.recv()) == {"t": "bye", "code": "reload"}
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4005


@pytest.mark.parametrize(
    "nonsense",
    [
        "",
        "{",
        "[]",
        '{"t":"nonsense"}',
        '{"t":"ping","more":1}',
        '{"t":"start"}',
        '{"t":"start","id":"with space"}',
        '{"t":"sit","id":"a","chair":"1"}',
        '{"t":"play","id":"a","action":"0:take","bout":1.5,"table_ply":0}',
        '{"t":"play","id":"a","action":"0:take","bout":-1,"table_ply":0}',
        '{"t":"options","id":"a","chairs":true}',
        "\u0000",
    ],
)
async def test_nonsense_is_refused_and_the_socket_lives(site: Site, nonsense: str) -> None:
    guest = await site.guest("Anna")
    room = await guest.open_room()
    async with guest.line(room) as line:
        await line.socket.send(nonsense)
        refused = await line.until("refused")
        assert refused == {"t": "refused", "id": None, "code": "bad_message", "facts": {}}
        assert (await line.ask("options", rules="transfer"))["t"] == "ok"


FLOODS: dict[str, list[Any]] = {
    "nonsense": ["x"] * 100,
    "too long": ["x" * 5000],
    "binary": [b"\x00"],
    "hellos": ['{"t":"hello","protocol":2,"v":0}'] * 200,
    "pings": ['{"t":"ping"}'] * 200,
    "commands": ['{"t":"sit","id":"a","chair":9}'] * 200,
    # Empty pieces of one message: below any limit of a message's length.
    "pieces": [[""] * 40_000],
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
async def test_a_flood_closes_its_own_socket_only(settings: Settings, flood: list[Any]) -> None:
    settings = settings.model_copy(update={"commands_per_second": 10, "commands_at_once": 20})
    async with serving(settings) as site, AsyncExitStack() as stack:
        guest, other = await site.guest("Anna"), await site.guest("Boris")
        room = await guest.open_room()
        calm = await stack.enter_async_context(guest.line(room))
        line = await stack.enter_async_context(other.line(room))
        with pytest.raises(ConnectionClosed) as closed:
            await drown(line, flood)
        assert closed.value.rcvd is None or closed.value.rcvd.code in (1008, 1009)
        assert (await calm.ask("options", rules="transfer"))["t"] == "ok"


async def test_a_burst_of_commands_is_slowed_down_and_the_socket_lives(settings: Settings) -> None:
    settings = settings.model_copy(update={"commands_per_second": 10, "commands_at_once": 20})
    async with serving(settings) as site, AsyncExitStack() as stack:
        guest = await site.guest("Anna")
        line = await stack.enter_async_context(guest.line(await guest.open_room()))
        for number in range(40):
            await line.say({"t": "options", "id": f"f{number}", "rules": "transfer"})
        answers: list[str] = []
        while len(answers) < 40:
            message = await line.hear()
            if message["t"] in ("ok", "refused"):
                answers.append(message.get("code", "ok"))
        assert answers.count("ok") >= 20
        assert answers.count("too_fast") >= 10


async def test_whoever_says_nothing_is_let_go(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.transport.play_socket.HELLO_SECONDS", 0.05)
    room = await (await site.guest("Anna")).open_room()
    async with site.socket(room) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013


async def test_a_fault_of_ours_ends_in_a_word_and_a_code(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    guest = await site.guest("Anna")
    room = await guest.open_room()

    def fail(*_arguments: object) -> None:
        raise RuntimeError("AS,KH")

    async with guest.line(room) as line:
        monkeypatch.setattr("web.transport.hub.room_view", fail)
        await line.say({"t": "hello", "protocol": 2, "v": 0})
        assert await line.until("bye") == {"t": "bye", "code": "reload"}
        with pytest.raises(ConnectionClosed) as closed:
            await line.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1011
    assert any(record.__dict__.get("room") == room for record in caplog.records)


async def test_a_store_in_trouble_sends_the_browser_round_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = await site.guest("Anna")
    room = await guest.open_room()

    async def fail(*_arguments: object) -> None:
        raise Unavailable

    async with guest.line(room) as line:
        with monkeypatch.context() as patch:
            patch.setattr("web.adapters.sql_log.SqlEventLog.append", fail)
            await line.say({"t": "options", "id": "again", "rules": "transfer"})
            with pytest.raises(ConnectionClosed) as closed:
                await line.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013
    async with guest.line(room) as line:
        assert (await line.ask("options", "again", rules="transfer"))["t"] == "ok"


async def test_who_comes_while_the_store_is_in_trouble_is_told_to_come_again(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A handshake that fails tells a browser nothing, and the log of a fault that is none of ours."""
    guest = await site.guest("Anna")
    room = await guest.open_room()

    async def fail(*_arguments: object) -> None:
        raise Unavailable

    with monkeypatch.context() as patch:
        patch.setattr("web.adapters.sql_players.SqlPlayers.find", fail)
        async with site.socket(room, guest.cookie) as socket:
            assert await Line(socket).farewell() == (None, 1013)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_two_people_may_use_one_id(site: Site) -> None:
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    room = await anna.open_room(chairs=3)
    async with anna.line(room) as a, boris.line(room) as b:
        assert (await a.ask("options", "same", rules="transfer"))["t"] == "ok"
        assert (await b.ask("sit", "same", chair=None))["t"] == "ok"
        assert b.view["room"]["you"]["chair"] == 1 or (await b.until("view"))["room"]["you"]["chair"] == 1


async def test_a_visitor_without_a_name_watches_and_cannot_act(site: Site) -> None:
    room = await (await site.guest("Anna")).open_room(chairs=3, play_now=True)
    async with site.line(room) as line:
        assert line.view["room"]["you"]["guest"] is False
        assert line.view["game"]["hand"] == []
        assert (await line.ask("sit", chair=1))["code"] == "not_a_guest"


async def test_somebody_elses_seat_cannot_be_played(site: Site) -> None:
    """The seat comes from the connection, never from the message."""
    anna, boris, eve = [await site.guest(name) for name in ("Anna", "Boris", "Eve")]
    room = await anna.open_room()
    async with anna.line(room) as a, boris.line(room) as b, eve.line(room) as e:
        assert (await b.ask("sit", chair=None))["t"] == "ok"
        assert (await a.ask("start"))["t"] == "ok"
        for line in (a, b, e):
            while line.view["game"] is None:
                await line.until("view")
        mover, other = (a, b) if a.choices else (b, a)
        action = mover.choices[0]
        assert (await other.play(action))["code"] == "not_your_seat"
        assert (await e.play(action))["code"] == "not_seated"
        assert (await mover.play(action))["t"] == "ok"


async def test_the_same_id_twice_acts_once(site: Site) -> None:
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    room = await anna.open_room()
    async with anna.line(room) as a, boris.line(room) as b:
        await b.ask("sit", chair=None)
        await a.ask("start")
        for line in (a, b):
            while line.view["game"] is None:
                await line.until("view")
        mover = a if a.choices else b
        game, action = mover.view["game"], mover.choices[0]
        message = {"action": action, "bout": game["bout"], "table_ply": game["table_ply"]}
        assert (await mover.ask("play", "twice", **message))["t"] == "ok"
        assert (await mover.ask("play", "twice", **message))["t"] == "ok"
        pair = mover.view["game"]["table"]
        assert len(pair) == 1


async def test_two_people_and_two_bots_play_a_whole_game_and_another(site: Site) -> None:
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    room = await anna.open_room(chairs=4, rules="transfer")
    async with anna.line(room) as a, boris.line(room) as b:
        assert (await b.ask("sit", chair=None))["t"] == "ok"
        for starter in (a, b):
            assert (await starter.ask("start"))["t"] == "ok"
            for line in (a, b):
                while line.view["room"]["phase"] != "playing":
                    await line.until("view")
            await play_out(a, b)
        assert a.view["room"]["games"] == 2
        assert a.view["game"]["outcome"] == b.view["game"]["outcome"]


async def test_no_message_ever_shows_a_card_too_many(site: Site, settings: Settings) -> None:
    """Every card in every byte that came over three lines, against the game as its record tells it."""
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    room = await anna.open_room(chairs=3)
    async with anna.line(room) as a, boris.line(room) as b, site.line(room) as w:
        await b.ask("sit", chair=None)
        await a.ask("start")
        for line in (a, b, w):
            while line.view["game"] is None:
                await line.until("view")
        await play_out(a, b)
        while w.view["game"]["outcome"] is None:
            await w.until("view")
    record = parse_record(stored_record(settings))
    # A card that closes the bout lies in no state's table, but its action was there for all to see.
    played = ["", *map(encode_action, record.actions)]
    moments = list(zip(replay(record), played, strict=True))
    for line, seat in ((a, Seat(0)), (b, Seat(1)), (w, None)):
        numbers = [message["v"] for message in line.heard if message["t"] == "view"]
        assert numbers == sorted(set(numbers))
        for message in line.heard:
            game = message.get("game")
            if game:
                may_know = cards_seen(moments, seat, game["table_ply"], game["bout"])
                assert set(CARD.findall(json.dumps(message))) <= may_know
            passes = [told for told in message.get("happened", []) if told["kind"] == "pass"]
            assert all(told["seat"] == seat for told in passes)


def stored_record(settings: Settings) -> str:
    with closing(sqlite3.connect(settings.database_url.removeprefix("sqlite:///"))) as database:
        return str(database.execute("SELECT record FROM games").fetchone()[0])


def cards_seen(moments: list[tuple[State, str]], seat: Seat | None, table_ply: int, bout: int) -> set[str]:
    """Every card that has been played, turned up, or in this seat's own hand, until this moment."""
    seen: set[str] = set()
    for state, action in moments:
        if (state.bout, state.table_ply) > (bout, table_ply):
            break
        seen |= set(CARD.findall(action))
        seen |= {str(state.turned_up)} if state.turned_up else set()
        seen |= {str(card) for card in state.hands[seat]} if seat is not None else set()
    return seen


async def test_numbers_of_views_are_without_gaps_for_each_viewer(site: Site) -> None:
    guest = await site.guest("Anna")
    room = await guest.open_room(chairs=4, play_now=True)
    async with guest.line(room) as line:
        await play_out(line)
        for before, after in zip(
            [m for m in line.heard if m["t"] == "view"],
            [m for m in line.heard if m["t"] == "view"][1:],
            strict=False,
        ):
            assert after["after"] == before["v"]
            assert after["happened"] or after["room"] != before["room"]
