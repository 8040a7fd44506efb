"""Games that have come to the moment a test wants, in the log of a real server.

A room is made and joined as people do it. What is staged is the deal and the first actions: a secret is
looked for with which they lead to such a moment, the careful bot playing every seat.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

from durak import (
    Seat,
    State,
    Take,
    apply,
    encode_action,
    legal_actions,
    new_game,
    parse_rules,
    public_waiting,
    view_for,
)
from durak.bots import BOTS
from web.adapters.database import Database
from web.adapters.db import open_engine
from web.adapters.sql_log import SqlEventLog
from web.rooms.commands import Sit, Start
from web.rooms.deadlines import agenda
from web.rooms.decide import decide
from web.rooms.events import ActionTaken, PlayerId
from web.rooms.evolve import fold
from web.rooms.ports import Batch, CommandId, Conflict, RoomId, Version
from web.rooms.room import Room

Wanted = Callable[[State], bool]
MOST_DEALS = 3000


@dataclass(frozen=True, slots=True)
class Moment:
    """A secret and the actions that lead from its deal to `state`."""

    secret: bytes
    actions: tuple[str, ...]
    state: State


def find_moment(rules: str, seats: int, wanted: Wanted, taker: int | None = None) -> Moment:
    """Return the first such moment, looking through one game after another. Raises AssertionError.

    The `taker` is a seat that takes whatever it is attacked with, for large hands.
    """
    for number in range(MOST_DEALS):
        secret = number.to_bytes(32)
        state = new_game(parse_rules(rules), secret, [b""] * seats, seats)
        actions: list[str] = []
        while not wanted(state):
            if state.outcome is not None:
                break
            seat = min(public_waiting(state) - state.passed)
            action = BOTS["careful"].choose(view_for(state, Seat(seat)), Random(state.ply))
            if seat == taker and Take(Seat(seat)) in legal_actions(state, Seat(seat)):
                action = Take(Seat(seat))
            actions.append(encode_action(action))
            state = apply(state, action)
        else:
            return Moment(secret, tuple(actions), state)
    raise AssertionError("no such moment")


async def stage(
    database: Path, room_id: str, moment: Moment, names: Sequence[str] = (), still: float = 0
) -> None:
    """Deal in a room that waits, and play on to the moment; its pages see it when they ask again.

    People with these names take the next chairs first; the bots sit still for so many seconds.
    """
    opened = Database(open_engine(f"sqlite:///{database}"))
    try:
        while True:
            try:
                await _append(SqlEventLog(opened), RoomId(room_id), moment, names, time.time() + still)
            except Conflict:
                # Somebody's socket opened or closed meanwhile, which is an event, too.
                continue
            return
    finally:
        await opened.aclose()


async def _append(
    log: SqlEventLog, room_id: RoomId, moment: Moment, names: Sequence[str], now: float
) -> None:
    room = fold(Room(), await log.read(room_id, Version(0)))
    for name in names:
        if PlayerId(f"named {name}") in room.people:
            continue
        sat = decide(room, Sit(PlayerId(f"named {name}"), name, None), now)
        await log.append(room_id, room.version, sat, CommandId(f"sit {name}"), None)
        room = fold(room, [Batch(Version(room.version + 1), sat)])
    assert room.host is not None
    taken = (ActionTaken(now, action) for action in moment.actions)
    events = (*decide(room, Start(room.host, moment.secret), now), *taken)
    after = fold(room, [Batch(Version(room.version + 1), events)])
    assert after.game is not None
    assert after.game.state == moment.state
    await log.append(room_id, room.version, events, CommandId("staged"), agenda(after, pace=0).at)


def stage_now(
    database: Path, room_id: str, moment: Moment, names: Sequence[str] = (), still: float = 0
) -> None:
    """Do the same from where an event loop runs already, as beside Playwright's."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, stage(database, room_id, moment, names, still)).result()
