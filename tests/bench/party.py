"""Rooms full of people, made as people make them: somebody opens a room, the others come by its link."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.bench.person import Habits, Person
from tests.bench.site import Visitor, address_of
from tests.bench.tab import Manners, Tab
from tests.faults.witness import Witness

AT_ONCE = 20
"""How many rooms are made at the same time."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One room: its rules and chairs, how many people come, and how many watch without a name."""

    rules: str
    chairs: int
    people: int
    watchers: int = 0
    bots: str = "careful"
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Party:
    """Everybody, by rooms. With `others` the people of a room come to this port and to those by turns."""

    host: str
    port: int
    rng: Random
    manners: Manners
    habits: Habits
    people: list[Person] = field(default_factory=list)
    watchers: list[Tab] = field(default_factory=list)
    rooms: list[str] = field(default_factory=list)
    others: tuple[int, ...] = ()
    _numbers: int = 0

    async def gather(self, plans: Iterable[Plan]) -> None:
        """Let everybody come, each with a tab. Raises NotAnswered, OSError and TimeoutError."""
        await self.invite(plans)
        for person in self.people:
            if not person.tabs:
                person.open_tab()

    async def invite(self, plans: Iterable[Plan]) -> None:
        """Let everybody have a name, and the rooms be there. Raises as `gather` does."""
        await in_turns(AT_ONCE, [lambda plan=plan: self._open(plan) for plan in plans])  # type: ignore[misc]

    async def _open(self, plan: Plan) -> None:
        host = await self._visitor().named(f"Guest {self._numbers}")
        room = await host.open_room(plan.rules, plan.chairs, plan.bots, **plan.options)
        self.rooms.append(room)
        self._add(host, room)
        for nth in range(1, plan.people):
            self._add(await self._visitor(nth).named(f"Guest {self._numbers}"), room)
        for _ in range(plan.watchers):
            tab = Tab(self._visitor(), room, Random(self.rng.random()), self.manners)
            self.watchers.append(tab)
            tab.start()

    def _visitor(self, nth: int = 0) -> Visitor:
        self._numbers += 1
        ports = (self.port, *self.others)
        return Visitor(self.host, ports[nth % len(ports)], address_of(self._numbers))

    def _add(self, visitor: Visitor, room: str) -> None:
        rng = Random(self.rng.random())
        self.people.append(Person(visitor, room, rng, self.manners, self.habits))

    @property
    def tabs(self) -> list[Tab]:
        """Every tab of everybody."""
        return [*(tab for person in self.people for tab in person.tabs), *self.watchers]

    @property
    def witnesses(self) -> list[Witness]:
        return [tab.witness for tab in self.tabs]

    async def sit(self) -> None:
        """Let everybody have a chair, in rooms that have one for each."""
        for person in self.people:
            tab = person.tab
            if tab is not None and tab.view["room"]["you"]["chair"] is None:
                await tab.ask("sit", chair=None)

    async def deal(self) -> None:
        """Let every host deal."""
        for person in self.people:
            tab = person.tab
            if tab is not None and tab.view["room"]["you"]["host"]:
                await tab.ask("start")

    async def come_in(self, seconds: float = 60) -> None:
        """Wait until everybody sees his room. Raises TimeoutError."""
        async with asyncio.timeout(seconds):
            await self._until(lambda _tab: True)

    async def come_to_table(self, seconds: float = 60) -> None:
        """Let everybody come in, sit down and be dealt to. Raises TimeoutError."""
        await self.come_in(seconds)
        async with asyncio.timeout(seconds):
            await self.sit()
            await self._until(lambda tab: tab.view["room"]["you"]["chair"] is not None)
            await self.deal()
            await self._until(lambda tab: tab.view["room"]["phase"] == "playing")

    async def _until(self, true: Callable[[Tab], bool]) -> None:
        tabs = [tab for person in self.people for tab in person.tabs]
        while not all(tab.is_open and true(tab) for tab in tabs):
            await asyncio.sleep(0.05)

    def start(self) -> None:
        """Let everybody play."""
        for person in self.people:
            person.start()

    def rest(self) -> None:
        """Let everybody only look, from now on."""
        for person in self.people:
            person.rests = True

    async def all_are_open(self, seconds: float) -> list[Tab]:
        """Wait until every tab shows something, but not for ever; return those that do not."""
        missing = self.tabs
        for _ in range(int(seconds * 10) + 1):
            missing = [tab for tab in self.tabs if not tab.is_open and tab.ended is None]
            if not missing:
                break
            await asyncio.sleep(0.1)
        return missing

    async def close(self) -> None:
        """Let everybody go."""
        await asyncio.gather(*(person.close() for person in self.people))
        await asyncio.gather(*(tab.close() for tab in self.watchers))


async def in_turns(at_once: int, work: Iterable[Callable[[], Any]]) -> None:
    """Do all of it, so much at the same time."""
    places = asyncio.Semaphore(at_once)

    async def one(do: Callable[[], Any]) -> None:
        async with places:
            await do()

    await asyncio.gather(*map(one, work))
