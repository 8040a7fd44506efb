"""A match of boardgame.io as its own clients play it: the lobby's HTTP, then a socket for each person.

The two bots of a match need no connection: whoever has the first chair sends their moves, too. So the server
neither thinks for them nor shows them anything, and each of their moves is one by itself, as with ours.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.bench.course import HOST
from tests.bench.peer.room import CHAIRS, PATIENCE_SECONDS, PEOPLE
from tests.bench.peer.socketio import Line
from tests.bench.site import Visitor

GAME = "hands"
PLAYERS = ("0", "2")
"""The chairs of the people; the bots' are between them."""


class Match:
    """One match: the people's lines, what each of them sees, and everybody's credentials."""

    def __init__(self, port: int, rng: Random, *, packed: bool = True) -> None:
        self.lost, self.state_id = 0, 0
        self._port, self._rng, self._packed = port, rng, packed
        self._id = ""
        self._credentials: dict[str, str] = {}
        self._lines: dict[str, Line] = {}
        self._states: dict[str, dict[str, Any]] = {}
        self._changed = asyncio.Event()
        self._hearing: list[asyncio.Task[None]] = []
        self._closing = False

    async def open(self) -> None:
        """Make the match by the lobby's HTTP, let everybody join, and connect the people."""
        visitor = Visitor(HOST, self._port, HOST)
        made, _ = await visitor.post(f"/games/{GAME}/create", {"numPlayers": CHAIRS})
        self._id = made["matchID"]
        for chair in map(str, range(CHAIRS)):
            seat = {"playerID": chair, "playerName": f"Guest {chair}"}
            joined, _ = await visitor.post(f"/games/{GAME}/{self._id}/join", seat)
            self._credentials[chair] = joined["playerCredentials"]
        for player in PLAYERS:
            line = self._lines[player] = await Line.open(HOST, self._port, GAME, packed=self._packed)
            self._hearing.append(asyncio.create_task(self._hear(player, line)))
            await line.emit("sync", self._id, player, self._credentials[player], CHAIRS)
        await self._until(lambda: len(self._states) == PEOPLE)

    async def until_a_turn(self) -> None:
        await self._until(lambda: self._mover() is not None)

    async def move(self) -> bool:
        """Play a card; it is accepted when its player is shown the state that comes of it."""
        player = self._mover()
        assert player is not None, "until_a_turn was not waited for"
        state = self._states[player]
        await self.say(player, player, "play", self._rng.choice(state["G"]["hand"]))
        await self._until(lambda: self._states[player]["_stateID"] > state["_stateID"])
        return True

    async def close(self) -> None:
        self._closing = True
        await asyncio.gather(*(line.close() for line in self._lines.values()))
        await asyncio.gather(*self._hearing)

    def _mover(self) -> str | None:
        """Return whose turn it is by what he himself sees, None if it is a bot's."""
        for player, state in self._states.items():
            if state["ctx"]["currentPlayer"] == player and state["_stateID"] == self.state_id:
                return player
        return None

    async def _until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not true():
                self._changed.clear()
                await self._changed.wait()

    async def _hear(self, player: str, line: Line) -> None:
        async for name, _match, *facts in line.events():
            if name == "sync":
                await self._see(player, facts[0]["state"])
            elif name == "update":
                await self._see(player, facts[0])
        self.lost += not self._closing

    async def _see(self, player: str, state: dict[str, Any]) -> None:
        self._states[player] = state
        self.state_id = max(self.state_id, state["_stateID"])
        self._changed.set()
        mover = state["ctx"]["currentPlayer"]
        if player == PLAYERS[0] and mover not in PLAYERS:
            with suppress(ConnectionClosed):
                await self.say(player, mover, "playFirst")

    def seen(self, player: str) -> dict[str, Any]:
        """Return the state that this player was shown last."""
        return self._states[player]

    async def say(self, speaker: str, mover: str, move: str, *words: Any) -> None:
        """Send somebody's move over this player's line, based on what he sees."""
        facts = {"type": move, "args": words, "playerID": mover, "credentials": self._credentials[mover]}
        action = {"type": "MAKE_MOVE", "payload": facts}
        await self._lines[speaker].emit("update", action, self._states[speaker]["_stateID"], self._id, mover)
