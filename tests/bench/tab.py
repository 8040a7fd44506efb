"""One tab of a browser: a socket to one room that comes back by itself, as `static/js/net/socket.js` has it.

Every command is kept until it is answered, and said again with the same id after a connection was lost,
unless it was meant for a bout that is over. What was heard and asked for is told to a Witness.
"""

import asyncio
import itertools
import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.bench import words
from tests.bench.site import Visitor
from tests.faults.witness import Asked, Heard, Stretch, Witness

REPLACED, NOT_ALLOWED, NO_SUCH_ROOM, TOO_OLD = 4001, 4003, 4004, 4005
FINAL = (REPLACED, NOT_ALLOWED, NO_SUCH_ROOM, TOO_OLD)
RESTART, OVERLOADED = 1012, 1013
LATER = ("too_fast", "busy")
"""Refusals after which the same command is worth another try."""
_numbers = itertools.count(1)


def browsers_wait(code: int | None, attempt: int, rng: Random) -> float:
    """Return how long a browser waits before it connects again: `afterClose` of `net/protocol.js`."""
    if code == RESTART:
        return rng.random() * 2
    if code == OVERLOADED:
        return 2 + rng.random() * 8
    return rng.random() * min(15.0, 0.5 * 2.0**attempt)


def short_wait(_code: int | None, _attempt: int, rng: Random) -> float:
    """Return a wait so short that a few faults fit into a minute."""
    return 0.05 + rng.random() * 0.2


@dataclass(frozen=True, slots=True)
class Manners:
    """How a tab behaves: when it asks for a sign of life, how long it waits for one, and to come back."""

    ping_seconds: float = 10.0
    pong_seconds: float = 6.0
    hello_seconds: float = 8.0
    wait: Callable[[int | None, int, Random], float] = browsers_wait
    packed: bool = True
    keeps_views: bool = True


class Tab:
    """A tab; `on_view` is called at each view, `on_ask` with each command before it is sent, `on_answer` with
    its first `ok` or refusal, `on_close` with the code of each close, None where there was no connection.
    """

    def __init__(self, visitor: Visitor, room: str, rng: Random, manners: Manners) -> None:
        self.visitor, self.room = visitor, room
        self.witness = Witness(room, visitor.cookie)
        self.view: dict[str, Any] = {}
        self.changed = asyncio.Event()
        self.ended: int | None = None
        self.on_view: Callable[[Tab], None] = lambda _tab: None
        self.on_ask: Callable[[Tab, Asked], None] = lambda _tab, _asked: None
        self.on_close: Callable[[Tab, int | None], None] = lambda _tab, _code: None
        self.on_answer: Callable[[Asked, float, bool], None] = lambda _asked, _seconds, _ok: None
        self._rng, self._manners = rng, manners
        self._socket: ClientConnection | None = None
        self._stretch: Stretch | None = None
        self._heard_at = 0.0
        # Several tabs are one player, so an id says which it is, too.
        self._ids = (f"{next(_numbers)}-{number}" for number in itertools.count(1))
        self._unanswered: dict[str, tuple[Asked, str, int | None, float]] = {}
        self._again, self._shown = asyncio.Event(), asyncio.Event()
        self._away_until = 0.0
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether a view has come over the connection that is there now."""
        return self._socket is not None and self._stretch is not None and bool(self.view)

    @property
    def is_away(self) -> bool:
        """Whether nobody looks for a connection just now."""
        return time.perf_counter() < self._away_until

    @property
    def local_port(self) -> int | None:
        """The port of this end of the connection."""
        return None if self._socket is None else int(self._socket.local_address[1])

    @property
    def waits_for_answers(self) -> int:
        return len(self._unanswered)

    def start(self) -> None:
        """Connect, and come back whenever the connection is lost."""
        self._task = asyncio.create_task(self._live())

    async def close(self) -> None:
        """End for good."""
        self._closing = True
        self.drop()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def drop(self) -> None:
        """Cut the connection without a word: the network is gone."""
        self.spoil()
        if self._socket is not None:
            self._socket.transport.abort()

    def reload(self) -> None:
        """Load the page anew: nothing is remembered, and what was not answered is forgotten."""
        self._unanswered.clear()
        self.view = {}
        self.drop()

    def spoil(self) -> None:
        """Expect nothing more of this connection: somebody tampers with it."""
        if self._stretch is not None:
            self._stretch.spoil(time.time())

    def stay_away(self, seconds: float) -> None:
        """The phone is in a pocket: the connection is gone, and nobody looks for another one for a while."""
        self._away_until = time.perf_counter() + seconds
        self.drop()

    def come_back(self) -> None:
        """Connect now: the phone is out again, or it is to be played here after another tab took over."""
        self.ended, self._away_until = None, 0.0
        self._again.set()

    async def ask(self, kind: str, /, *, twice: bool = False, **facts: Any) -> Asked | None:
        """Send a command, in doubt two times; without a connection none is given."""
        if not self.is_open:
            return None
        command_id = next(self._ids)
        bout = facts.get("bout") if kind == "play" else None
        asked = self.witness.asked[command_id] = Asked(command_id, kind, facts.get("action"))
        text = words.command(kind, command_id, **facts)
        self._unanswered[command_id] = (asked, text, bout, time.perf_counter())
        self.on_ask(self, asked)
        for _ in range(2 if twice else 1):
            await self._say(text, asked)
        return asked

    async def play(self, action: str, *, twice: bool = False) -> Asked | None:
        """Do something in the game that is on the screen."""
        game = self.view["game"]
        return await self.ask(
            "play", twice=twice, action=action, bout=game["bout"], table_ply=game["table_ply"]
        )

    async def _live(self) -> None:
        attempt = 0
        while not self._closing:
            began = time.perf_counter()
            code = await self._converse()
            self.on_close(self, code)
            if code in FINAL:
                self.ended = code
                self.changed.set()
                self._again.clear()
                await self._again.wait()
                self._again.clear()
                continue
            attempt = 0 if time.perf_counter() - began > 1 else attempt + 1
            wait = self._manners.wait(code, attempt, self._rng)
            with suppress(TimeoutError):
                async with asyncio.timeout(max(wait, self._away_until - time.perf_counter())):
                    await self._again.wait()
            self._again.clear()

    async def _converse(self) -> int | None:
        """Talk until the connection ends, and return the code it ended with, if any."""
        try:
            socket = await self.visitor.socket(self.room, packed=self._manners.packed)
        except (OSError, TimeoutError, WebSocketException, EOFError):
            return None
        self._socket, self._heard_at = socket, time.perf_counter()
        stretch = Stretch(time.time(), port=self.local_port)
        self.witness.stretches.append(stretch)
        pinger = asyncio.create_task(self._ask_for_life(socket))
        try:
            await socket.send(words.hello(int(self.view.get("v", 0))))
            async for text in socket:
                await self._hear(json.loads(text), str(text), stretch)
        except (OSError, ConnectionClosed):
            pass
        finally:
            stretch.spoil(time.time())
            pinger.cancel()
            self._socket = self._stretch = None
            self._shown.clear()
            socket.transport.abort()
        return socket.close_code

    async def _ask_for_life(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed, OSError):
            try:
                async with asyncio.timeout(self._manners.hello_seconds):
                    await self._shown.wait()
            except TimeoutError:
                socket.transport.abort()
            while True:
                await asyncio.sleep(self._manners.ping_seconds)
                asked_at = time.perf_counter()
                await socket.send(words.ping())
                await asyncio.sleep(self._manners.pong_seconds)
                if self._heard_at < asked_at:
                    socket.transport.abort()

    async def _hear(self, message: dict[str, Any], text: str, stretch: Stretch) -> None:
        self._heard_at = time.perf_counter()
        match message["t"]:
            case "view":
                if self._manners.keeps_views:
                    stretch.views.append(Heard(time.time(), text))
                self.view = message
                if self._stretch is None:
                    self._stretch = stretch
                    self._shown.set()
                    await self._say_again()
                self.changed.set()
                self.on_view(self)
            case "ok":
                self._answered(message["id"], None)
            case "refused":
                self._answered(message["id"], message["code"])
            case "pong" if message["v"] > self.view.get("v", 0) and self._socket is not None:
                await self._socket.send(words.hello(int(self.view.get("v", 0))))
            case _:
                pass

    def _answered(self, command_id: str, code: str | None) -> None:
        asked = self.witness.asked.get(command_id)
        if asked is None:
            return
        if code is None:
            asked.oks += 1
        else:
            asked.refusals.append(code)
        if command_id not in self._unanswered:
            return
        if code in LATER:
            asyncio.get_running_loop().call_later(0.3, self._try_later, command_id)
            return
        *_, sent_at = self._unanswered.pop(command_id)
        self.on_answer(asked, time.perf_counter() - sent_at, code is None)
        self.changed.set()

    def _try_later(self, command_id: str) -> None:
        waiting = self._unanswered.get(command_id)
        if waiting is not None and self._socket is not None:
            asked, text, *_ = waiting
            self._later = asyncio.create_task(self._say(text, asked))

    async def _say_again(self) -> None:
        """Say what was never answered once more, unless the table has gone on."""
        bout = self.view["game"]["bout"] if self.view["game"] else None
        for command_id, (asked, text, meant, _) in list(self._unanswered.items()):
            if meant is None or meant == bout:
                await self._say(text, asked)
            else:
                del self._unanswered[command_id]

    async def _say(self, text: str, asked: Asked) -> None:
        if self._socket is None:
            return
        with suppress(ConnectionClosed, OSError):
            asked.sends += 1
            await self._socket.send(text)
