"""How long it takes until the others at a table see what somebody has played."""

import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.bench.party import Party
from tests.bench.tab import Tab
from tests.faults.witness import Asked

CARDS_ON_THE_TABLE = ("A", "D", "T")
"""Attack, defence, transfer: what lays a card on the table changes all views. A pass does not."""


class Sight(NamedTuple):
    """A move that was sent at this time, by `time.perf_counter`, and seen by another so much later."""

    sent_at: float
    seconds: float


@dataclass(slots=True, eq=False)
class _Move:
    sent_at: float
    bout: int
    table_ply: int
    unseen: set[Tab]
    seen: list[Sight] = field(default_factory=list)
    is_done: bool = False

    def is_before(self, game: dict[str, Any] | None) -> bool:
        """Tell whether a view of the game is one from after the move."""
        if game is None:
            return True
        is_new_game = game["bout"] == 1 and self.bout > 2
        return is_new_game or (game["bout"], game["table_ply"]) > (self.bout, self.table_ply)


class Sights:
    """Watches everybody in a party. What was never seen is as late as it could be by the time of asking."""

    def __init__(self, party: Party) -> None:
        self._seen: list[Sight] = []
        self._moves: dict[str, dict[str, _Move]] = defaultdict(dict)
        self._tabs: dict[str, list[Tab]] = defaultdict(list)
        for tab in party.tabs:
            self._tabs[tab.room].append(tab)
            tab.on_ask, tab.on_view, tab.on_answer = self._asks, self._sees, self._is_answered
        self.answers: list[Sight] = []
        """Of every command the answer to who asked."""
        self.refused = 0

    def sights(self) -> list[Sight]:
        """Return what was seen of moves that were accepted, and how late."""
        now = time.perf_counter()
        late = [
            Sight(move.sent_at, now - move.sent_at)
            for moves in self._moves.values()
            for move in moves.values()
            if move.is_done
            for _ in move.unseen
        ]
        return [*self._seen, *late]

    def _asks(self, tab: Tab, asked: Asked) -> None:
        game, kind = tab.view["game"], (asked.action or "").split(":")[1:2]
        others = {other for other in self._tabs[tab.room] if other is not tab}
        if game is not None and kind and kind[0] in CARDS_ON_THE_TABLE and others:
            move = _Move(time.perf_counter(), game["bout"], game["table_ply"], others)
            self._moves[tab.room][asked.id] = move

    def _is_answered(self, asked: Asked, took: float, ok: bool) -> None:
        now = time.perf_counter()
        self.answers.append(Sight(now - took, took))
        self.refused += not ok
        for moves in self._moves.values():
            if asked.id in moves and not ok:
                del moves[asked.id]
                return
            if asked.id in moves:
                moves[asked.id].is_done = True
                self._finish(moves, asked.id)
                return

    def _sees(self, tab: Tab) -> None:
        moves, now = self._moves[tab.room], time.perf_counter()
        for command_id, move in list(moves.items()):
            if tab in move.unseen and move.is_before(tab.view["game"]):
                move.unseen.discard(tab)
                move.seen.append(Sight(move.sent_at, now - move.sent_at))
                self._finish(moves, command_id)

    def _finish(self, moves: dict[str, _Move], command_id: str) -> None:
        move = moves[command_id]
        if move.is_done and not move.unseen:
            self._seen += move.seen
            del moves[command_id]
