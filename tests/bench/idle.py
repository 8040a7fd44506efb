"""L3: what sockets cost that nobody says anything on but a browser's own sign of life."""

import asyncio
from dataclasses import replace
from random import Random

from tests.bench.course import HOST, Course, Facts, served
from tests.bench.goals import Measured
from tests.bench.party import Party, Plan
from tests.bench.person import Habits
from tests.bench.progress import bar
from tests.bench.tab import Manners, Tab

MANNERS = Manners(keeps_views=False)
OF_A_ROOM = 4
SETTLED_SECONDS = 3.0


def measure(sockets: int, seconds: float, seed: int) -> list[Measured]:
    """Measure L3: first without compression, then with it, as browsers ask for it."""
    figures = []
    for packed, most in ((False, 40), (True, 95)):
        with served({}) as course:
            before, open_, after = asyncio.run(_idle(course, sockets, seconds, seed, packed))
        of_each = (open_.rss_kib - before.rss_kib) / sockets
        name = "with compression" if packed else "without compression"
        figures.append(Measured("L3", f"memory of one of {sockets} sockets {name}", of_each, "KiB", most))
        figures.append(Measured("L3", f"all of them idle, {name}", after.busy_since(open_), "% of one", 2))
    return figures


async def _idle(
    course: Course, sockets: int, seconds: float, seed: int, packed: bool
) -> tuple[Facts, Facts, Facts]:
    manners = replace(MANNERS, packed=packed)
    party = Party(HOST, course.port, Random(seed), manners, Habits(thinks=(1, 1)))
    await party.invite(Plan("classic", OF_A_ROOM, OF_A_ROOM) for _ in range(sockets // OF_A_ROOM))
    await _know_all_rooms(party)
    await asyncio.sleep(SETTLED_SECONDS)
    before = await course.look()
    for person in party.people:
        person.open_tab()
    await party.come_in()
    # What came in one crowd should not send its signs of life in one crowd, too.
    await asyncio.sleep(SETTLED_SECONDS)
    open_ = await course.look()
    async with bar(f"L3, {'packed' if packed else 'plain'}", seconds, lambda: f"{open_.sockets} sockets"):
        await asyncio.sleep(seconds)
    after = await course.look()
    await party.close()
    return before, open_, after


async def _know_all_rooms(party: Party) -> None:
    """Let the server have read every room: a room is not what a socket costs."""
    hosts = {person.room: person for person in party.people}
    tabs = [Tab(host.visitor, host.room, host.rng, party.manners) for host in hosts.values()]
    for tab in tabs:
        tab.start()
    async with asyncio.timeout(60):
        while not all(tab.is_open for tab in tabs):
            await asyncio.sleep(0.05)
    await asyncio.gather(*(tab.close() for tab in tabs))
