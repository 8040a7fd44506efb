"""Catches bots' processes that give no answer, are lost for good, or outlive the server."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from durak import PRESETS, Seat, encode_view, legal_actions, new_game, parse_action, view_for
from tests.adapters import mad_bots
from web.adapters.bot_line import BotLine
from web.adapters.bot_pool import WAITING_PER_PROCESS, BotPool
from web.rooms.ports import NoAnswer

pytestmark = pytest.mark.anyio

STATE = new_game(PRESETS["classic"], bytes(32), [b""] * 2, 2)
VIEW = json.dumps(encode_view(view_for(STATE, STATE.main))).encode()

PARENT = """
import asyncio, sys
from tests.adapters.test_bot_pool import VIEW
from web.adapters.bot_pool import BotPool

async def think():
    pool = BotPool()
    await pool.choose("careful", VIEW, 1)
    print(*pool.pids, flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(think())
"""

ENOUGH = 60.0
"""Seconds of patience where an answer is to come, however busy this machine is."""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@contextmanager
def pool_of(patience: float = ENOUGH) -> Iterator[BotPool]:
    pool = BotPool(mad_bots.serve, patience)
    try:
        yield pool
    finally:
        pool.close()


async def cause_of(pool: BotPool, level: str) -> str:
    with pytest.raises(NoAnswer) as caught:
        await pool.choose(level, VIEW, 1)
    return caught.value.cause


async def test_a_bot_in_another_process_chooses_a_legal_action() -> None:
    with pool_of() as pool:
        for level in ("random", "careful"):
            action = parse_action(await pool.choose(level, VIEW, 7))
            assert action in legal_actions(STATE, Seat(STATE.main))
            assert await pool.choose(level, VIEW, 7) == await pool.choose(level, VIEW, 7)


async def test_a_process_that_dies_while_it_thinks_is_replaced() -> None:
    with pool_of() as pool:
        assert await cause_of(pool, "dies") == "died"
        assert await pool.choose("careful", VIEW, 1)


async def test_a_process_that_died_in_its_sleep_is_missed_by_nobody() -> None:
    with pool_of() as pool:
        await pool.choose("careful", VIEW, 1)
        killed = pool.pids
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
            await gone(pid)
        assert await pool.choose("careful", VIEW, 1)
        assert not set(killed) & set(pool.pids)


async def test_a_process_that_hangs_is_ended_and_the_pool_is_whole_again() -> None:
    line = BotLine(mad_bots.serve)
    try:
        line.ask("ready", (), ENOUGH)
        hanging = line.pid
        assert hanging is not None
        with pytest.raises(NoAnswer, match="timeout"):
            line.ask("choose", ("hangs", VIEW, 1), 0.2)
        await gone(hanging)
        assert line.ask("choose", ("careful", VIEW, 1), ENOUGH)
    finally:
        line.close()


async def test_a_process_that_starts_slowly_is_given_its_time() -> None:
    """Or a busy machine would end each one before it has begun."""
    line = BotLine(mad_bots.serve_late)
    try:
        assert line.ask("choose", ("careful", VIEW, 1), mad_bots.LATE_SECONDS / 2)
    finally:
        line.close()


async def test_a_process_that_dies_before_it_is_asked_takes_no_question_with_it(tmp_path: Path) -> None:
    line = BotLine(partial(mad_bots.serve_second, died=tmp_path / "died"))
    try:
        assert line.ask("choose", ("careful", VIEW, 1), ENOUGH)
        assert (tmp_path / "died").exists()
    finally:
        line.close()


async def test_a_process_that_dies_with_its_question_unread_takes_it_not_with_it() -> None:
    """It stands still when it is asked, and is killed: seen from here as one that has just died."""
    line = BotLine(mad_bots.serve)
    try:
        line.ask("ready", (), ENOUGH)
        dying = line.pid
        assert dying is not None
        os.kill(dying, signal.SIGSTOP)
        answer = asyncio.create_task(asyncio.to_thread(line.ask, "choose", ("careful", VIEW, 1), ENOUGH))
        await asyncio.sleep(0.2)
        os.kill(dying, signal.SIGKILL)
        assert await answer
        assert line.pid != dying
    finally:
        line.close()


async def test_whoever_waits_for_a_hanging_bot_is_told_and_all_processes_come_back() -> None:
    with pool_of(patience=3) as pool:
        await asyncio.to_thread(pool.warm)
        hanging = pool.pids
        asked = [cause_of(pool, "hangs") for _ in range(pool.processes)]
        assert await asyncio.gather(*asked) == ["timeout"] * len(asked)
        for pid in hanging:
            await gone(pid)
        answers = await asyncio.gather(*(choose_at_last(pool) for _ in range(pool.processes)))
        assert all(answers)


async def choose_at_last(pool: BotPool) -> str:
    """Return an answer, however often a busy machine is too slow for the pool's patience."""
    for _ in range(20):
        try:
            return await pool.choose("careful", VIEW, 1)
        except NoAnswer:
            await asyncio.sleep(0.1)
    raise AssertionError("the pool is not whole again")


@pytest.mark.parametrize("level", ["a level of an older program", "raises", "master"])
async def test_a_bot_that_cannot_is_told_of_by_kind_alone_and_costs_no_process(level: str) -> None:
    """`master` asks for a net, and finds a foreign file in its place."""
    with pool_of() as pool:
        await asyncio.to_thread(pool.warm)
        before = pool.pids
        with pytest.raises(NoAnswer) as caught:
            await pool.choose(level, VIEW, 1)
        assert caught.value.cause == "failed"
        kind = {"raises": "ValueError", "master": "WeightsError"}.get(level, "KeyError")
        assert str(caught.value) == f"failed {kind}"
        assert await pool.choose("careful", VIEW, 1)
        assert pool.pids == before


async def test_who_comes_when_too_many_wait_is_told_at_once() -> None:
    with pool_of() as pool:
        most = pool.processes * (1 + WAITING_PER_PROCESS) + 1
        waiting = [asyncio.create_task(pool.choose("hangs", VIEW, 1)) for _ in range(most)]
        await asyncio.sleep(0)
        assert await cause_of(pool, "careful") == "too_many"
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def test_a_pool_that_closes_ends_what_hangs() -> None:
    with pool_of() as pool:
        await asyncio.to_thread(pool.warm)
        pids = pool.pids
        hanging = asyncio.create_task(pool.choose("hangs", VIEW, 1))
        await asyncio.sleep(0)
    for pid in pids:
        await gone(pid)
    with pytest.raises(NoAnswer):
        await hanging


def test_no_bot_outlives_a_server_that_was_killed() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    children = [int(pid) for pid in parent.stdout.readline().split()]
    assert children
    parent.kill()
    parent.wait()
    parent.stdout.close()
    for pid in children:
        asyncio.run(gone(pid))


async def gone(pid: int) -> None:
    """Return when the process is no more."""
    deadline = time.monotonic() + 20
    while is_alive(pid):
        assert time.monotonic() < deadline, "a bot's process lives on"
        await asyncio.sleep(0.02)


def is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_what_comes_over_the_line_is_data_and_never_run(tmp_path: Path) -> None:
    """A bot's process that was taken over could else take over the server."""
    line = BotLine(partial(mad_bots.serve_pickles, trace=tmp_path / "trace"))
    try:
        with pytest.raises(NoAnswer):
            line.ask("ready", (), 60)
        assert not (tmp_path / "trace").exists()
    finally:
        line.close()
