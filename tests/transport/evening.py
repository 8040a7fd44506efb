"""An evening at one table: a whole game, and everything that is said to everybody who looks at it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.bench.person import Habits, Person
from tests.bench.site import NotAnswered, Visitor, address_of
from tests.bench.tab import Manners, Tab
from tests.faults.ledger import Ledger, read_ledger
from tests.faults.of_views import cards_in_text
from tests.transport.conftest import serving
from tests.transport.wiretap import Wiretap
from web.settings import Settings

HOST = "127.0.0.1"
PATIENCE_SECONDS = 60.0
HABITS = Habits(thinks=(0.0, 0.002), sends_twice=0.05, errs=0.1)
MANNERS = Manners(packed=False, wait=lambda *_: 0.02)
PAGES = ("/", "/r/{room}", "/lobby", "/api/lobby", "/nowhere", "/metrics", "/r/{room}/", "/j/AAAA-AAAA")


@dataclass(frozen=True, slots=True)
class Case:
    """A game: its rules, how many sit at the table, how many of them bots; who leaves; who may watch."""

    rules: str
    seats: int
    bots: int = 0
    leaves: bool = False
    watch: str = "all"

    def __str__(self) -> str:
        return f"{self.rules}-{self.seats}"


@dataclass(slots=True)
class Evening:
    """One room, everybody who looks at it, each through a wiretap of his own."""

    rng: Random
    people: list[Person] = field(default_factory=list)
    watchers: list[Tab] = field(default_factory=list)
    taps: dict[str | None, Wiretap] = field(default_factory=dict)
    room: str = ""
    ledger: Ledger | None = None

    @property
    def tabs(self) -> list[Tab]:
        return [*(person.tabs[0] for person in self.people), *self.watchers]

    def named_by(self, command_id: str | None) -> int:
        """Return the cards that this command named."""
        asked = (tab.witness.asked.get(command_id or "") for tab in self.tabs)
        return cards_in_text(" ".join(one.action or "" for one in asked if one is not None))

    async def until(self, phase: str) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not all(tab.is_open and tab.view["room"]["phase"] == phase for tab in self.tabs):
                await asyncio.sleep(0.005)


@asynccontextmanager
async def evening(settings: Settings, case: Case) -> AsyncIterator[Evening]:
    """Serve, let people take their chairs and watchers look on, and deal; at the end, read the file."""
    held = Evening(Random(str(case)))
    async with AsyncExitStack() as stack:
        site = await stack.enter_async_context(serving(settings))
        server = int(site.url.rpartition(":")[2])

        async def visitor(name: str | None) -> Visitor:
            tap = await stack.enter_async_context(Wiretap(server))
            somebody = Visitor(HOST, tap.port, address_of(len(held.taps)))
            if name is not None:
                somebody = await somebody.named(name)
            held.taps[somebody.cookie] = tap
            return somebody

        host = await visitor("Anna")
        held.room = await host.open_room(case.rules, case.seats, "careful", watch=case.watch)
        sitting = [host, *[await visitor(f"Guest {n}") for n in range(1, case.seats - case.bots)]]
        held.people = [
            Person(each, held.room, Random(held.rng.random()), MANNERS, HABITS) for each in sitting
        ]
        for watching in (await visitor("Watcher"), await visitor(None)):
            held.watchers.append(Tab(watching, held.room, held.rng, MANNERS))
            held.watchers[-1].start()
        for person in held.people:
            person.open_tab()
        await held.until("waiting")
        for person in held.people[1:]:
            await person.tabs[0].ask("sit", chair=None)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while any(person.tabs[0].view["room"]["you"]["chair"] is None for person in held.people):
                await asyncio.sleep(0.005)
        await held.people[0].tabs[0].ask("start")
        await held.until("playing")
        yield held
        await asyncio.gather(*(person.close() for person in held.people))
        await asyncio.gather(*(tab.close() for tab in held.watchers))
    held.ledger = read_ledger(Path(settings.database_url.removeprefix("sqlite:///")))


async def play(held: Evening, case: Case) -> None:
    """Play the game to its end; in the midst of it everybody asks for pages and nonsense, and one leaves."""
    for person in held.people:
        person.tabs[0].on_view = lambda tab, person=person: rest_when_over(person, tab)  # type: ignore[misc]
        person.start()
    everybody = [tab.visitor for tab in held.tabs]
    await asyncio.gather(*(knock(visitor, held.room) for visitor in everybody))
    if case.leaves:
        await held.people[-1].tabs[0].ask("leave")
        held.people[-1].rests = True
    await asyncio.gather(*(talk_nonsense(tab) for tab in held.tabs))
    await held.until("over")
    await asyncio.gather(*(knock(visitor, held.room) for visitor in everybody))


def rest_when_over(person: Person, tab: Tab) -> None:
    if tab.view["room"]["phase"] == "over":
        person.rests = True


async def knock(visitor: Visitor, room: str) -> None:
    """Ask for every kind of page, and for what there is not."""
    for page in PAGES:
        with suppress(NotAnswered):
            await visitor.get(page.format(room=room))
    for path in ("/api/guest", "/api/rooms", f"/r/{room}", f"/api/rooms/{room}/again", "/api/block"):
        with suppress(NotAnswered):
            await visitor.post(path, {"nonsense": room})


async def talk_nonsense(tab: Tab) -> None:
    """Ask for what cannot be, in every way, over a socket."""
    for seat, card in ((0, "6S"), (1, "AH"), (5, "KD"), (9, "XX")):
        for action in (f"{seat}:A:{card}", f"{seat}:D:{card}/AS", f"{seat}:T:{card}", f"{seat}:take"):
            await tab.ask("play", action=action, bout=1, table_ply=0)
    for kind in ("undo", "give_up", "nothing"):
        await tab.ask(kind)
    # If the game is over by now, it would begin another one if asked by somebody at the table.
    if tab.view["room"]["you"]["chair"] is None:
        await tab.ask("start")
