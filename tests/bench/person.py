"""A person at a table: one or two tabs, and a will of his own that follows from a seed."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.bench.site import Visitor
from tests.bench.tab import REPLACED, Manners, Tab

LIKES = {"D": 8.0, "A": 4.0, "T": 4.0, "S": 4.0}
"""How much rather than take or pass somebody beats, attacks, transfers, shows."""
WANDERING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("step_away", {}),
    ("come_back", {}),
    ("leave", {}),
    ("undo", {}),
    ("give_up", {}),
    ("say", {"kind": "reaction", "what": "clap"}),
    ("say", {"kind": "text", "what": "My turn?"}),
    ("ask_bot", {"chair": 1}),
)
ARRANGING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("move_chair", {"from_chair": 0, "to_chair": 1}),
    ("hand_over", {"chair": 1}),
    ("level", {"chair": 1, "level": "random"}),
    ("options", {"turn_seconds": 5}),
    ("options", {"chairs": 3}),
    ("sit", {"chair": 1}),
    ("leave", {}),
)
"""What else there is to ask for, in a game and before it, whether it is allowed or not."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What somebody does beside playing properly: how often he sends a command twice, plays the same card by
    two commands at once, asks for nonsense; and how long he thinks, in seconds.
    """

    thinks: tuple[float, float]
    sends_twice: float = 0.0
    taps_twice: float = 0.0
    errs: float = 0.0
    wanders: float = 0.0
    """How often he does something else instead: steps away, leaves, says something, arranges the table."""


@dataclass(slots=True)
class Person:
    """Somebody with a cookie in one room; `tabs` are his, the one he uses last."""

    visitor: Visitor
    room: str
    rng: Random
    manners: Manners
    habits: Habits
    tabs: list[Tab] = field(default_factory=list)
    rests: bool = False
    _task: "asyncio.Task[None] | None" = None

    def open_tab(self) -> Tab:
        """Open another tab; from now on that is the one he uses."""
        tab = Tab(self.visitor, self.room, self.rng, self.manners)
        self.tabs.append(tab)
        tab.start()
        return tab

    def start(self) -> None:
        """Play, from now on, whenever there is something to do."""
        self._task = asyncio.create_task(self._live())

    async def close(self) -> None:
        """Stop, and close every tab."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await asyncio.gather(*(tab.close() for tab in self.tabs))

    @property
    def tab(self) -> Tab | None:
        """The newest tab that shows something."""
        return next((tab for tab in reversed(self.tabs) if tab.is_open), None)

    async def _live(self) -> None:
        while True:
            tab = self.tab
            if tab is None or self.rests:
                self._play_here()
                await asyncio.sleep(0.1)
                continue
            # What has come meanwhile is on the screen already.
            tab.changed.clear()
            await asyncio.sleep(self.rng.uniform(*self.habits.thinks))
            if tab.is_open and not self.rests:
                await self._do_something(tab)
            with suppress(TimeoutError):
                async with asyncio.timeout(2):
                    await tab.changed.wait()

    def _play_here(self) -> None:
        """Where each tab was told that another one plays, take one of them again."""
        if self.tabs and not self.rests and all(tab.ended == REPLACED for tab in self.tabs):
            self.rng.choice(self.tabs).come_back()

    async def _do_something(self, tab: Tab) -> None:
        room, game = tab.view["room"], tab.view["game"]
        if room["you"]["chair"] is None:
            if room["you"]["guest"] and self.rng.random() < 0.5:
                await tab.ask("sit", chair=None)
        elif room["phase"] != "playing":
            await self._between_games(tab)
        elif self.rng.random() < self.habits.wanders:
            await self._wander(tab)
        elif game is not None:
            await self._play(tab, game)

    async def _wander(self, tab: Tab) -> None:
        kind, facts = self.rng.choice(WANDERING)
        await tab.ask(kind, **facts)

    async def _between_games(self, tab: Tab) -> None:
        if self.rng.random() < self.habits.wanders:
            kind, facts = self.rng.choice(ARRANGING)
            await tab.ask(kind, **facts)
        elif tab.view["room"]["you"]["host"] or self.rng.random() < 0.1:
            await tab.ask("start", twice=self.rng.random() < self.habits.sends_twice)

    async def _play(self, tab: Tab, game: dict[str, Any]) -> None:
        if self.rng.random() < self.habits.errs:
            await tab.play(f"{game['viewer']}:A:{self.rng.choice(('6S', 'AH', '2C', 'ZZ'))}")
        action = choose(game, self.rng)
        if action is None:
            return
        asking = [tab.play(action, twice=self.rng.random() < self.habits.sends_twice)]
        if self.rng.random() < self.habits.taps_twice:
            # Two fingers, two tabs: only one of the two commands can be done.
            other = self.rng.choice(self.tabs)
            asking.append((other if other.is_open and other.view["game"] else tab).play(action))
        await asyncio.gather(*asking)


def choose(game: dict[str, Any], rng: Random) -> str | None:
    """Return an action that the view says is legal, None if there is none."""
    actions = [*(action for some in game["legal"].values() for action in some), *game["sets"]]
    if not actions:
        return None
    weights = [LIKES.get(action.split(":")[1][:1], 1.0) for action in actions]
    # "take" and "pass" are whole words, and begin with small letters.
    return str(rng.choices(actions, weights)[0])
