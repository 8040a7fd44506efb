"""What goes wrong between people and their server during a chaos test: networks and devices."""

import asyncio
from collections import Counter
from random import Random

from tests.bench.party import Party
from tests.bench.proxy import Link, Proxy
from tests.bench.tab import Tab

MOST_TABS = 2
"""How many tabs a person opens; a half-open connection counts as one more for the server, for a while."""


class Nemesis:
    """Does harm by a seed, as long as `harass` runs; `faults` counts what."""

    def __init__(self, proxy: Proxy, party: Party, rng: Random) -> None:
        self.faults: Counter[str] = Counter()
        self._proxy, self._party, self._rng = proxy, party, rng
        self._repairs: set[asyncio.Task[None]] = set()

    async def harass(self, a_second: float) -> None:
        """Spoil so many connections a second, for ever."""
        kinds = (
            *(self._drop, self._reset, self._reload, self._half_open, self._throttle),
            *(self._stay_away, self._second_tab),
        )
        while True:
            await asyncio.sleep(self._rng.expovariate(a_second))
            tab = self._rng.choice(self._party.tabs)
            if tab.is_open:
                self._rng.choice(kinds)(tab)

    async def heal(self) -> None:
        """Do no more harm."""
        for repair in self._repairs:
            repair.cancel()
        await asyncio.gather(*self._repairs, return_exceptions=True)
        for link in list(self._proxy.links.values()):
            if link.mode != "pass":
                link.reset()
        for tab in self._party.tabs:
            if tab.is_away:
                tab.come_back()

    def _drop(self, tab: Tab) -> None:
        self.faults["drop"] += 1
        tab.drop()

    def _reset(self, tab: Tab) -> None:
        link = self._link(tab)
        if link is not None:
            self.faults["reset"] += 1
            tab.spoil()
            link.reset()

    def _reload(self, tab: Tab) -> None:
        self.faults["reload"] += 1
        tab.reload()

    def _half_open(self, tab: Tab) -> None:
        """Let nothing through: the tab finds out by itself, the server later."""
        link = self._link(tab)
        if link is not None:
            self.faults["half-open"] += 1
            tab.spoil()
            link.mode = "black hole"
            self._repair(link, self._rng.uniform(4, 15))

    def _throttle(self, tab: Tab) -> None:
        link = self._link(tab)
        if link is not None:
            self.faults["throttle"] += 1
            tab.spoil()
            link.mode = "throttle"
            self._repair(link, self._rng.uniform(1, 4))

    def _stay_away(self, tab: Tab) -> None:
        """Long enough, now and then, for a bot to step in."""
        self.faults["away"] += 1
        tab.stay_away(self._rng.uniform(2, 30))

    def _second_tab(self, tab: Tab) -> None:
        owner = next((person for person in self._party.people if tab in person.tabs), None)
        if owner is not None and len(owner.tabs) < MOST_TABS:
            self.faults["second tab"] += 1
            owner.open_tab()

    def _link(self, tab: Tab) -> Link | None:
        port = tab.local_port
        return None if port is None else self._proxy.links.get(port)

    def _repair(self, link: Link, seconds: float) -> None:
        async def later() -> None:
            await asyncio.sleep(seconds)
            link.reset() if link.mode == "black hole" else setattr(link, "mode", "pass")

        repair = asyncio.create_task(later())
        self._repairs.add(repair)
        repair.add_done_callback(self._repairs.discard)
