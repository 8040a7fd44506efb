"""Catches a card, a secret or a token in any byte that somebody gets who may not know it.

Whole games of two to six over all presets, with people, bots, people who are out or have left, and watchers.
Everything the server says to each of them goes through a wiretap: pages, answers to nonsense, views,
refusals, goodbyes. Afterwards the log tells what each could know at each moment; and no line that the server
itself logged may have any of it.
"""

import asyncio
import base64
import io
import json
import logging
import re
from collections.abc import Iterator

import pytest

from tests.faults.ledger import Ledger
from tests.faults.of_commands import player_of
from tests.faults.of_logs import Told, of_log
from tests.faults.of_views import CARD, Looking, cards_in_text, names_of
from tests.faults.witness import Heard, Stretch, Witness
from tests.transport.evening import Case, Evening, evening, knock, play
from tests.transport.wiretap import Overheard, Said
from web.logs import JsonLines
from web.rooms.events import GameStarted, PlayerId, parse_event
from web.rooms.ports import RoomId
from web.settings import Settings

pytestmark = pytest.mark.anyio
NO_BOUND = 1000.0
CASES = (
    Case("classic", 2),
    Case("transfer", 3, bots=1),
    Case("pengalihan", 4, leaves=True),
    Case("deutsch", 5),
    Case("deutsch_weitergeben", 6, bots=2),
    Case("durak_online", 3, watch="none"),
    Case("pagat", 4, bots=1, leaves=True),
    Case("blitz", 2, bots=1),
)


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """What the server's log says, in its own form and from its own levels up."""
    lines = io.StringIO()
    handler, root, web = logging.StreamHandler(lines), logging.getLogger(), logging.getLogger("web")
    handler.setFormatter(JsonLines())
    handler.setLevel(logging.INFO)
    before = web.level
    root.addHandler(handler)
    web.setLevel(logging.INFO)
    yield lines
    root.removeHandler(handler)
    web.setLevel(before)


# What was said, and who may know it


BY_CHANCE = re.compile(r"sec-websocket-accept: \S+", re.IGNORECASE)
"""A hash of what the client has drawn: now and then a card by its letters."""


def leaks(held: Evening) -> Iterator[str]:
    """Yield what somebody was told that he may not know."""
    assert held.ledger is not None, "the evening is over"
    told: dict[RoomId, Told] = {}
    assert list(of_log(held.ledger, RoomId(held.room), told)) == []
    for cookie, tap in held.taps.items():
        stretches = [stretch_of(each) for each in tap.connections if each.is_socket]
        witness = Witness(held.room, cookie, {}, stretches)
        player = player_of(held.ledger, witness)
        looking = Looking(told[RoomId(held.room)], witness, player, NO_BOUND)
        yield from (f"{wrong.kind}: {wrong.what}" for wrong in looking.violations())
        # His own token is set by an answer to himself.
        tokens = [other.encode() for other in held.taps if other not in (None, cookie)]
        secrets = [*secrets_of(held.ledger, RoomId(held.room)), *tokens]
        for said in (said for connection in tap.connections for said in connection.said()):
            if leaked := cards_too_many(held, told[RoomId(held.room)], player, said):
                yield f"{names_of(leaked)} in {said.data[:60]!r}"
            yield from (f"a secret in {said.data[:60]!r}" for secret in secrets if secret in said.data)


def cards_too_many(held: Evening, told: Told, player: PlayerId | None, said: Said) -> int:
    """Return which cards are named in these bytes that he could not know when they came."""
    index = sum(moment.at <= said.at for moment in told.moments) - 1
    known = told.may_know(index, player) if index >= 0 else 0
    refused = said.data.find(b'{"t":"refused"')
    if refused >= 0:
        # Nobody learns anything by his own words.
        known |= held.named_by(json.loads(said.data[refused:])["id"])
    return cards_in_text(BY_CHANCE.sub("", said.text.replace(held.room, ""))) & ~known


def secrets_of(ledger: Ledger, room: RoomId) -> Iterator[bytes]:
    """Yield what nobody may ever be told, in every form that it might have."""
    for entry in ledger.entries[room]:
        event = parse_event(entry.body)
        if isinstance(event, GameStarted):
            secret = bytes.fromhex(event.secret)
            yield from (
                event.secret.encode(),
                secret,
                base64.b64encode(secret),
                base64.urlsafe_b64encode(secret),
            )
    for token_hash, player in ledger.players.items():
        yield from (player.encode(), token_hash.hex().encode(), token_hash)


def stretch_of(connection: Overheard) -> Stretch:
    views = []
    for said in connection.said():
        begin = said.data.find(b'{"t":"view"')
        if begin >= 0:
            views.append(Heard(said.at, said.data[begin:].decode()))
    began_at = connection.pieces[0][0]
    return Stretch(began_at, connection.pieces[-1][0], views)


@pytest.mark.parametrize("case", CASES, ids=str)
async def test_nobody_is_told_a_card_that_he_may_not_know(
    settings: Settings, logged: io.StringIO, case: Case
) -> None:
    async with evening(settings, case) as held:
        await play(held, case)
    assert list(leaks(held)) == []
    assert held.ledger is not None
    assert len(held.ledger.records) == 1
    check_log(held, logged)
    # There was something to find.
    views = [
        sum(len(stretch_of(each).views) for each in tap.connections if each.is_socket)
        for tap in held.taps.values()
    ]
    assert min(views) > 10
    answers = [said for tap in held.taps.values() for each in tap.connections for said in each.said()]
    assert sum(b'"t":"refused"' in said.data for said in answers) > 10
    assert sum(said.data.startswith(b"HTTP/1.1 4") for said in answers) > 10


def check_log(held: Evening, logged: io.StringIO) -> None:
    """Nothing of a game, and of nobody's token, in any line of the server's log."""
    assert held.ledger is not None
    lines = logged.getvalue().replace(held.room, "")
    assert CARD.findall(lines) == []
    for secret in secrets_of(held.ledger, RoomId(held.room)):
        assert repr(secret)[2:-1] not in lines
    assert not [cookie for cookie in held.taps if cookie is not None and cookie in lines]


async def test_a_fault_tells_nobody_what_it_was_about(
    settings: Settings, logged: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Faults whose words are hands: in making a view, in doing a command, in a page."""
    case = Case("transfer", 3, bots=1)

    def fail(*arguments: object, **_: object) -> None:
        raise RuntimeError(f"{arguments!r}: AS KH 6D")

    async with evening(settings, case) as held:
        for place in FAULTS:
            with monkeypatch.context() as patch:
                patch.setattr(place, fail)
                tab = held.people[0].tabs[0]
                await tab.ask("play", action="0:take", bout=1, table_ply=0)
                tab.drop()
                await asyncio.gather(*(knock(each.visitor, held.room) for each in held.tabs))
                await asyncio.sleep(0.1)
        await held.until("playing")
        await play(held, case)
    assert list(leaks(held)) == []
    check_log(held, logged)
    faults = [line for line in map(json.loads, logged.getvalue().splitlines()) if "fault" in line]
    assert len(faults) >= len(FAULTS)


FAULTS = ("web.transport.hub.room_view", "web.rooms.service.decide", "web.transport.pages.guest_of")
