"""Catches bots' processes that give no answer, die for good, or outlive the server."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from durak import PRESETS, Seat, encode_view, legal_actions, new_game, parse_action, view_for
from web.adapters.bot_pool import BotPool

pytestmark = pytest.mark.anyio

STATE = new_game(PRESETS["classic"], bytes(32), [b""] * 3, 3)
VIEW = json.dumps(encode_view(view_for(STATE, STATE.main))).encode()

PARENT = """
import asyncio, sys
from tests.adapters.test_bot_pool import VIEW
from web.adapters.bot_pool import BotPool

async def think():
    pool = BotPool()
    await pool.choose("careful", VIEW, 1)
    print(*[process.pid for process in pool._pool._processes.values()], flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(think())
"""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_a_bot_in_another_process_chooses_a_legal_action() -> None:
    pool = BotPool()
    try:
        for level in ("random", "careful"):
            action = parse_action(await pool.choose(level, VIEW, 7))
            assert action in legal_actions(STATE, Seat(STATE.main))
            assert await pool.choose(level, VIEW, 7) == await pool.choose(level, VIEW, 7)
    finally:
        pool.close()


async def ask_for_ever(pool: BotPool) -> None:
    while True:
        await pool.choose("careful", VIEW, 1)


async def test_a_process_that_dies_is_replaced() -> None:
    pool = BotPool()
    try:
        await pool.choose("careful", VIEW, 1)
        for pid in list(pool._pool._processes):
            os.kill(pid, signal.SIGKILL)
        with pytest.raises(OSError, match="died"):
            await ask_for_ever(pool)
        assert await pool.choose("careful", VIEW, 1)
    finally:
        pool.close()


def test_no_bot_outlives_a_server_that_was_killed() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    children = [int(pid) for pid in parent.stdout.readline().split()]
    assert children
    parent.kill()
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 20
    while any(is_alive(pid) for pid in children):
        assert time.monotonic() < deadline, "a bot's process lives on"
        time.sleep(0.05)


def is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
