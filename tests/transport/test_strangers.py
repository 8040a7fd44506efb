"""Catches what somebody could guess, or do in another one's place."""

import json
import random
import re
import secrets
from contextlib import AsyncExitStack

import pytest

from tests.program import ROOT
from tests.transport.tables import stored
from tests.transport.test_play_socket import NO_ROOM
from tests.transport.wire import ROOM, Site
from web.rooms.short_codes import new_code
from web.settings import Settings
from web.transport.identity import new_token
from web.transport.new_rooms import new_room_id

pytestmark = pytest.mark.anyio


async def test_case_71_whoever_has_left_acts_for_nobody_any_more(site: Site, stack: AsyncExitStack) -> None:
    anna, boris, dora = [await site.guest(name) for name in ("Anna", "Boris", "Dora")]
    room = await anna.open_room()
    a, b, d = [await stack.enter_async_context(guest.line(room)) for guest in (anna, boris, dora)]
    assert (await b.ask("sit", chair=1))["t"] == "ok"
    assert (await b.ask("leave"))["t"] == "ok"
    assert (await d.ask("sit", chair=1))["t"] == "ok"
    assert (await a.ask("start"))["t"] == "ok"
    for line in (a, b, d):
        await line.until_view(lambda view: view["game"])
    assert b.view["game"]["hand"] == []
    mover, other = (a, d) if a.choices else (d, a)
    game = mover.view["game"]
    aimed = {"action": mover.choices[0], "bout": game["bout"], "table_ply": game["table_ply"]}
    assert (await b.ask("play", **aimed))["code"] == "not_seated"
    assert (await other.ask("play", **aimed))["code"] == "not_your_seat"
    for kind in ("leave", "step_away", "come_back", "start", "undo", "give_up"):
        assert (await b.ask(kind))["code"] in ("not_seated", "game_running", "not_host", "no_game")
    async with boris.line(await boris.open_room()) as elsewhere:
        assert (await elsewhere.ask("play", **aimed))["code"] == "no_game"
    # A bot plays for whoever leaves in mid game; he does not.
    assert (await mover.ask("leave"))["t"] == "ok"
    assert (await mover.ask("play", **aimed))["code"] in ("not_seated", "no_game")


async def test_case_72_nothing_but_the_whole_token_is_somebody(
    site: Site, settings: Settings, stack: AsyncExitStack
) -> None:
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    room = await anna.open_room()
    ids = [row[0] for row in stored(settings, "SELECT id FROM players")]
    token = anna.cookie
    guesses = [
        "",
        token[:-1],
        token + "A",
        token[1:],
        token.swapcase(),
        token[:-1] + chr(ord(token[-1]) ^ 1),
        boris.cookie[:20] + token[20:],
        *ids,
        ids[0] + token,
    ]
    for guess in guesses:
        answer = await site.ask("POST", "/api/rooms", ROOM, cookie=guess)
        assert answer.json()["code"] == "not_a_guest", guess
        async with site.line(room, guess or None) as line:
            assert line.view["room"]["you"]["guest"] is False
    line = await stack.enter_async_context(anna.line(room))
    other = await stack.enter_async_context(boris.line(room))
    await other.ask("sit", chair=None)
    await line.until_view(lambda view: view["room"]["chairs"][1]["name"])
    for one, another in ((line, boris), (other, anna)):
        heard = json.dumps(one.heard)
        assert another.cookie not in heard
        assert not any(player in heard for player in ids)
    page = (await anna.ask("GET", f"/r/{room}")).text
    assert anna.cookie not in page
    assert not any(player in page for player in ids)


def test_case_72_tokens_rooms_and_codes_cannot_be_guessed() -> None:
    for make, length in ((new_token, 43), (new_room_id, 22), (lambda: new_code(12), 12)):
        made = {make() for _ in range(10_000)}
        assert len(made) == 10_000
        assert {len(each) for each in made} == {length}


def test_chance_that_matters_comes_from_the_system_not_from_a_generator_one_can_predict() -> None:
    """The global generator's state can be read from a server's pings, so nothing of value comes from it."""
    made = []
    for _ in range(2):
        random.seed(624)
        made.append((new_token(), new_room_id(), new_code(8), secrets.token_bytes(32)))
    assert all(one != other for one, other in zip(*made, strict=True))


DICE = (
    "durak/arena/",
    "durak/bots/",
    "durak/terminal/",
    "durak/__main__.py",
    "web/adapters/bot_process.py",
    "web/rooms/thoughts.py",
)


def test_the_library_with_that_generator_is_used_for_bots_dice_alone() -> None:
    sources = [path for folder in ("durak", "web") for path in (ROOT / folder).rglob("*.py")]
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in sources}
    users = {
        name for name, text in texts.items() if re.search(r"^\s*(import|from) random\b", text, re.MULTILINE)
    }
    assert users
    assert all(name.startswith(DICE) for name in users), users
    functions = re.compile(r"\brandom\.(random|rand\w+|shuffle|choice\w*|sample|seed|getrandbits)\b")
    assert not [name for name in users if functions.search(texts[name])]


async def test_case_77_what_is_private_is_neither_listed_nor_hinted_at(
    site: Site, settings: Settings
) -> None:
    anna, eve = await site.guest("Anna"), await site.guest("Eve")
    room, other = await anna.open_room(), await eve.open_room()
    async with anna.line(room):
        assert (await eve.ask("GET", "/api/lobby")).json() == {"rooms": []}
        assert room not in (await eve.ask("GET", "/lobby")).text
    codes = dict(stored(settings, "SELECT id, code FROM rooms"))
    changed = room[:-1] + ("Q" if room.endswith("A") else "A")
    for guess in (NO_ROOM, changed, other[:11] + room[11:], room.swapcase()):
        async with site.socket(guess, eve.cookie) as socket:
            assert json.loads(await socket.recv()) == {"t": "bye", "code": "no_such_room"}
        assert (await eve.ask("GET", f"/r/{guess}")).status_code == 404
    wrong = codes[room][:-1] + ("A" if codes[room][-1] != "A" else "B")
    assert (await eve.ask("POST", "/api/join", {"code": wrong})).json()["code"] == "no_such_code"
    assert (await eve.ask("POST", "/api/join", {"code": codes[other]})).json() == {"url": f"/r/{other}"}
