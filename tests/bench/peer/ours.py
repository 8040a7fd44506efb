"""This server, with rooms as `make bench-load` has them: two people with a socket each, two cheap bots."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from random import Random

from tests.bench.course import HOST, Course, served
from tests.bench.party import Party, Plan
from tests.bench.peer.room import CHAIRS, PATIENCE_SECONDS, PEOPLE
from tests.bench.person import Habits, choose
from tests.bench.tab import Manners, Tab
from tests.faults.witness import Asked

SETTINGS = {
    "DURAK_BOT_PACE": "0",
    # How fast one person may be is not what is measured.
    "DURAK_COMMANDS_PER_SECOND": "100000",
    "DURAK_COMMANDS_AT_ONCE": "100000",
}
STOOD_IN = "a bot thinks here instead"
"""What the server logs each time."""


class Table:
    """One room: its people's tabs, and what each of them showed when it last asked for something."""

    def __init__(self, tabs: list[Tab], rng: Random) -> None:
        self._tabs, self._rng = tabs, rng
        self._played_at = dict.fromkeys(tabs, -1)
        self._changed = asyncio.Event()
        self._answers: asyncio.Queue[bool] = asyncio.Queue()
        self._connections = len(tabs)
        for tab in tabs:
            tab.on_view = self._see
            tab.on_answer = self._hear

    @property
    def lost(self) -> int:
        return sum(len(tab.witness.stretches) for tab in self._tabs) - self._connections

    async def until_a_turn(self) -> None:
        """Deal again where a game is over; return when somebody may play."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not self._movers():
                self._changed.clear()
                await self._deal_again()
                await self._changed.wait()

    async def move(self) -> bool:
        """Play one of the actions that somebody's view allows; it is accepted when its `ok` comes."""
        tab, action = self._rng.choice(self._movers())
        self._played_at[tab] = tab.view["v"]
        await tab.play(action)
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await self._answers.get()

    def _is_news(self, tab: Tab) -> bool:
        """Whether this tab shows more than when it last asked for something; after a refusal more comes."""
        return tab.is_open and tab.view["v"] > self._played_at[tab]

    def _movers(self) -> list[tuple[Tab, str]]:
        found = []
        for tab in self._tabs:
            if self._is_news(tab) and tab.view["room"]["phase"] == "playing":
                action = choose(tab.view["game"], self._rng)
                if action is not None:
                    found.append((tab, action))
        return found

    async def _deal_again(self) -> None:
        for tab in self._tabs:
            room = tab.view["room"]
            if room["you"]["host"] and room["phase"] != "playing" and self._is_news(tab):
                self._played_at[tab] = tab.view["v"]
                await tab.ask("start")

    def _see(self, _tab: Tab) -> None:
        self._changed.set()

    def _hear(self, asked: Asked, _seconds: float, ok: bool) -> None:
        if asked.kind == "play":
            self._answers.put_nowait(ok)


class Ours:
    """The server as it is measured elsewhere, its rooms, and its log, which says what was accepted."""

    def __init__(self, course: Course, rng: Random) -> None:
        self.pid = course.program.pid
        self.rooms: list[Table] = []
        self._course, self._rng = course, rng
        self._party: Party | None = None

    async def open(self, rooms: int, *, packed: bool) -> None:
        """Let people come as they do: somebody opens a room, another one comes by its link."""
        manners, habits = Manners(packed=packed, keeps_views=False), Habits(thinks=(1, 1))
        party = self._party = Party(HOST, self._course.port, self._rng, manners, habits)
        await party.gather([Plan("classic", CHAIRS, PEOPLE)] * rooms)
        await party.come_to_table()
        tabs: dict[str, list[Tab]] = {}
        for person in party.people:
            tabs.setdefault(person.room, []).extend(person.tabs)
        self.rooms = [Table(those, Random(self._rng.random())) for those in tabs.values()]

    def moves(self) -> int:
        """Return how many actions of people and bots are in the log."""
        with closing(sqlite3.connect(self._course.program.database)) as database:
            text = 'SELECT count(*) FROM events WHERE body LIKE \'{"kind":"ActionTaken"%\''
            return int(database.execute(text).fetchone()[0])

    def stood_in(self) -> int:
        return self._course.program.output.count(STOOD_IN)

    def faults(self) -> list[str]:
        return self._course.faults()

    async def close(self) -> None:
        if self._party is not None:
            await self._party.close()


@contextmanager
def ours(rng: Random) -> Iterator[Ours]:
    """Serve as long as the block lasts, on a core of its own, from SQLite."""
    with served(SETTINGS) as course:
        yield Ours(course, rng)
