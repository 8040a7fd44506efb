"""People who come, open a room or follow a link, play for a while and go; new ones come all the time."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from random import Random

from durak import PRESETS
from tests.bench.person import Habits, Person
from tests.bench.site import NotAnswered, Visitor, address_of
from tests.bench.tab import Manners

HABITS = Habits(thinks=(0.3, 1.5), wanders=0.02)
MANNERS = Manners(keeps_views=False)
STAYS_SECONDS = (10.0, 40.0)
ADDRESSES = 250
"""From so many all people come: what is counted by address is kept for an hour, and that is no leak."""


class Crowd:
    """So many tables that are never empty for long; `visits` counts who came, `failures` who could not."""

    def __init__(self, host: str, ports: Sequence[int], tables: int, rng: Random) -> None:
        self.visits = self.failures = self.rooms = 0
        self._host, self._ports, self._tables, self._rng = host, ports, tables, rng
        self._numbers = count()

    async def live(self, seconds: float) -> None:
        """Let people come and go for so long; then all go."""
        tables = [asyncio.create_task(self._for_ever(self._evening)) for _ in range(self._tables)]
        try:
            await asyncio.sleep(seconds)
        finally:
            for table in tables:
                table.cancel()
            await asyncio.gather(*tables, return_exceptions=True)

    async def _for_ever(self, do: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await do()
            except (NotAnswered, OSError, TimeoutError):
                self.failures += 1
                await asyncio.sleep(1)

    async def _evening(self) -> None:
        """One room from its making until nobody is left: two come, one of them goes, another comes."""
        rules = self._rng.choice(list(PRESETS))
        visitor = await self._visitor()
        room = await visitor.open_room(rules, 3, "careful")
        self.rooms += 1
        there = [self._sit(visitor, room)]
        try:
            for _ in range(2):
                there.append(self._sit(await self._visitor(), room))
                await self._play_a_while()
                await self._go(there.pop(self._rng.randrange(len(there))))
        finally:
            await asyncio.gather(*(person.close() for person in there))

    async def _play_a_while(self) -> None:
        await asyncio.sleep(self._rng.uniform(*STAYS_SECONDS))

    async def _visitor(self) -> Visitor:
        number = next(self._numbers)
        port = self._ports[number % len(self._ports)]
        self.visits += 1
        return await Visitor(self._host, port, address_of(number % ADDRESSES)).named(f"Guest {number}")

    def _sit(self, visitor: Visitor, room: str) -> Person:
        person = Person(visitor, room, Random(self._rng.random()), MANNERS, HABITS)
        person.open_tab()
        person.start()
        return person

    async def _go(self, person: Person) -> None:
        """Leave with a word, or only close the page."""
        if person.tab is not None and self._rng.random() < 0.5:
            await person.tab.ask("leave")
            await asyncio.sleep(0.2)
        await person.close()
