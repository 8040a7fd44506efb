"""The Adviser of a server: a process of its own, so that no bot waits for advice to somebody else."""

from collections.abc import Mapping
from typing import Any

from web.adapters import bot_process
from web.adapters.bot_line import Serve
from web.adapters.bot_pool import BotPool

PATIENCE_SECONDS = 5.0
"""How long whoever asks for advice waits at most; nothing else waits with him."""


class AdvicePool(BotPool):
    """One process, in which advice is thought of; plain data goes in and out."""

    def __init__(self, serve: Serve = bot_process.serve, patience: float = PATIENCE_SECONDS) -> None:
        super().__init__(serve, patience, processes=1)

    async def advise(self, view: bytes, seed: int) -> list[Mapping[str, Any]]:
        """Return the moves worth a thought, the best first. Raises NoAnswer."""
        moves: list[Mapping[str, Any]] = await self._answer("advise", view, seed)
        return moves
