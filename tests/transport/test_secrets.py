"""Catches a card, a token or a deal where it does not belong: the public reports about games like this one.

Whole games are looked through, byte by byte, in test_leaks.py.
"""

import json
import re
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest

from tests.program import Program
from tests.transport.tables import stored
from tests.transport.test_play_socket import play_out
from tests.transport.wire import Guest, Line, Site
from web.settings import Settings

pytestmark = pytest.mark.anyio


CARD = re.compile(r"\"[2-9TJQKA][SHDC]\"")


async def three_at_a_table(site: Site, stack: AsyncExitStack) -> tuple[str, list[Guest], list[Line], Line]:
    """Return a room in which Anna, Boris and Clara have been dealt cards, and somebody watches."""
    guests = [await site.guest(name) for name in ("Anna", "Boris", "Clara")]
    room = await guests[0].open_room(chairs=3)
    lines = [await stack.enter_async_context(guest.line(room)) for guest in guests]
    watcher = await stack.enter_async_context(site.line(room))
    for line in lines[1:]:
        assert (await line.ask("sit", chair=None))["t"] == "ok"
    assert (await lines[0].ask("start"))["t"] == "ok"
    for line in (*lines, watcher):
        await line.until_view(lambda view: view["game"])
    return room, guests, lines, watcher


async def test_case_69_from_the_deal_on_nobody_gets_more_than_his_hand_and_the_trump(
    site: Site, settings: Settings, stack: AsyncExitStack
) -> None:
    room, guests, lines, watcher = await three_at_a_table(site, stack)
    trump = {f'"{watcher.view["game"]["turned_up"]}"'}
    hands = [{f'"{card}"' for card in line.view["game"]["hand"]} for line in lines]
    for line, own in zip((*lines, watcher), (*hands, set()), strict=True):
        for message in line.heard:
            assert set(CARD.findall(json.dumps(message))) <= own | trump
            assert "secret" not in json.dumps(message)
            assert "salts" not in json.dumps(message)
    (secret,) = stored(settings, "SELECT body FROM events WHERE body LIKE '%GameStarted%'")
    deal = json.loads(secret[0])["secret"]
    for path in (f"/r/{room}", "/", "/lobby", "/api/lobby", "/healthz", "/api/rules/classic", "/nowhere"):
        text = (await guests[1].ask("GET", path)).text
        assert not set(CARD.findall(text))
        assert deal not in text
    assert len(set().union(*hands)) == 18


HISTORY = ("log", "history", "events", "replay", "undo", "record", "state", "debug", "players", "hands")


async def test_case_70_what_happened_tells_counts_where_cards_were_hidden(
    site: Site, stack: AsyncExitStack
) -> None:
    room, guests, lines, watcher = await three_at_a_table(site, stack)
    for name in HISTORY:
        for path in (f"/api/rooms/{room}/{name}", f"/r/{room}/{name}", f"/api/{name}", f"/{name}"):
            for guest in (guests[1].cookie, None):
                assert (await site.ask("GET", path, cookie=guest)).status_code == 404
    await play_out(*lines)
    for line, seat in zip((*lines, watcher), (0, 1, 2, None), strict=True):
        while line.view["room"]["phase"] != "over":
            await line.until("view")
        refills = [
            told
            for message in line.heard
            for told in message.get("happened", ())
            if told["kind"] == "refill" and told["seat"] != seat
        ]
        assert refills
        # The last one of the stock lay open.
        shown = [card for told in refills for card in told["cards"] if card is not None]
        assert set(shown) <= {turned_up(line)}
        undo = await line.ask("undo")
        assert undo["code"] in ("not_a_guest", "no_game", "not_solo", "not_seated")


def turned_up(line: Line) -> str:
    games = [message["game"] for message in line.heard if message["t"] == "view" and message["game"]]
    return str(next(game["turned_up"] for game in games if game["turned_up"]))


async def test_case_73_only_a_card_in_the_hand_is_read_from_what_a_client_says(
    site: Site, stack: AsyncExitStack
) -> None:
    _, _, lines, watcher = await three_at_a_table(site, stack)
    mover = next(line for line in lines if line.choices)
    seat, game = lines.index(mover), mover.view["game"]
    foreign = lines[(seat + 1) % 3].view["game"]["hand"][0]
    v = watcher.view["v"]
    aimed = {"bout": game["bout"], "table_ply": game["table_ply"]}
    refused = await mover.ask("play", action=f"{seat}:A:{foreign}", **aimed)
    assert refused["code"] == "card_not_held"
    for action in (f"{seat}:A:7\u2664", f"{seat}:A:1S", f"{seat}:A:", "9:A:7S", "take", f"{seat}:A:7S,7S"):
        assert (await mover.ask("play", action=action, **aimed))["t"] == "refused"
    for nonsense in (
        {"action": {"card": "7S", "trump": True}, **aimed},
        {"action": ["7S"], **aimed},
        {"action": f"{seat}:A:{foreign}", "card": "7S", **aimed},
        {"action": f"{seat}:A:{foreign}", "trump": True, **aimed},
        {"action": f"{seat}:A:{foreign}", "seat": (seat + 1) % 3, **aimed},
    ):
        await mover.say({"t": "play", "id": "x", **nonsense})
        assert (await mover.until("refused"))["code"] == "bad_message"
    await mover.say({"t": "ping"})
    assert (await mover.until("pong"))["v"] == mover.view["v"]
    assert watcher.view["v"] == v


# What is written down


async def test_no_log_has_a_token_an_invitation_or_a_deal(tmp_path: Path) -> None:
    program = Program(tmp_path, {"DURAK_BOT_PACE": "0", "DURAK_COMMANDS_PER_SECOND": "10000"})
    program.start()
    try:
        site = Site(program.url)
        guest = await site.guest("Anna\n{}\x1b[31m")
        room = await guest.open_room(chairs=3, play_now=True)
        async with guest.line(room) as line:
            await play_out(line)
            await line.socket.send("nonsense " * 10)
        device = (await guest.ask("POST", "/api/device", {})).json()["code"]
        moved = await site.ask("POST", "/api/device/take", {"code": device})
        await site.ask("GET", "/j/ABCD-EFGH?x=1")
        with closing(sqlite3.connect(program.database)) as database:
            secret = json.loads(
                database.execute("SELECT body FROM events WHERE body LIKE '%GameStarted%'").fetchone()[0]
            )["secret"]
            code = database.execute("SELECT code FROM rooms").fetchone()[0]
            player = database.execute("SELECT id FROM players").fetchone()[0]
    finally:
        program.stop()
    logged = program.output
    for told in (
        guest.cookie,
        moved.cookies["durak"],
        room,
        device,
        device.replace("-", ""),
        secret,
        code,
        player,
    ):
        assert told not in logged
    assert not CARD.findall(logged)
    for text in logged.splitlines():
        assert not text.startswith("{") or json.loads(text)
