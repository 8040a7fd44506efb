"""Views: whether they came in time, were true, and showed no card too many."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from durak import parse_card
from durak.cardset import cards_in, set_of
from tests.faults.of_logs import Told
from tests.faults.violation import Violation
from tests.faults.witness import Heard, Stretch, Witness
from web.rooms.events import PlayerId

CARD = re.compile(r"(?<![A-Za-z0-9_-])[2-9TJQKA][SHDC](?![A-Za-z0-9_-])")


def cards_in_text(text: str) -> int:
    """Return the set of the cards that are named in a text."""
    return set_of(parse_card(name) for name in set(CARD.findall(text)))


def names_of(cards: int) -> str:
    """Return the cards of a set as text."""
    return " ".join(card.text for card in cards_in(cards))


class Looking:
    """One browser's views, against its room as it was told."""

    def __init__(self, told: Told, witness: Witness, player: PlayerId | None, bound: float) -> None:
        self._told, self._witness, self._player, self._bound = told, witness, player, bound
        self._due = [room.views_due(player) for room in told.rooms]
        # By the number of a view, the first and the last version of which it may be.
        self._range: dict[int, tuple[int, int]] = {}
        for index, v in enumerate(self._due):
            first, _ = self._range.get(v, (index, index))
            self._range[v] = (first, index)

    def violations(self) -> Iterator[Violation]:
        """Yield what is wrong with any view, or missing."""
        for stretch in self._witness.stretches:
            shown = [(heard, json.loads(heard.text)) for heard in stretch.views]
            numbers = [view["v"] for _, view in shown]
            if numbers != sorted(numbers):
                yield self._wrong("stale", "a view came after a newer one")
            for heard, view in shown:
                yield from self._of_view(heard, view)
            yield from self._of_stretch(stretch, numbers)

    def _of_view(self, heard: Heard, view: Mapping[str, Any]) -> Iterator[Violation]:
        if view["v"] not in self._range:
            yield self._wrong("hand", f"view {view['v']} was never due")
            return
        first, last = self._range[view["v"]]
        # The room's own id is all that chance could make look like a card.
        named = cards_in_text(heard.text.replace(self._witness.room, ""))
        leaked = named & ~self._told.may_know(last, self._player)
        if leaked:
            yield self._wrong("leak", f"view {view['v']} shows {names_of(leaked)}")
        if not any(self._is_true(view["game"], index) for index in range(last, first - 1, -1)):
            yield self._wrong("hand", f"view {view['v']} is not what the log has")

    def _is_true(self, game: Mapping[str, Any] | None, index: int) -> bool:
        moment = self._told.moments[index]
        state = moment.state
        if game is None or state is None:
            # Who may not watch is shown no game.
            is_shut_out = not self._told.rooms[index].may_watch(self._player)
            return game is None and (state is None or is_shut_out)
        seat = moment.seat_of(self._player)
        hand = () if seat is None else state.hands[seat]
        table = [[pair.attack.text, pair.cover.text if pair.cover else None] for pair in state.table]
        return (
            (game["viewer"], game["bout"], game["table_ply"]) == (seat, state.bout, state.table_ply)
            and game["hand"] == [card.text for card in hand]
            and game["counts"] == [len(cards) for cards in state.hands]
            and game["stock"] == len(state.stock)
            and game["table"] == table
        )

    def _of_stretch(self, stretch: Stretch, numbers: Sequence[int]) -> Iterator[Violation]:
        """Look whether everything that was due came in time, as long as the connection was sound."""
        until = stretch.sound_until
        assert until is not None, "every connection has ended when its browser is asked"
        if not numbers:
            if until > stretch.due_by(stretch.began_at, self._bound):
                yield self._wrong("stale", "a hello was not answered by a view")
            return
        times, newest, seen, due_before = [heard.at for heard in stretch.views], 0, 0, 0
        for moment, due in zip(self._told.moments, self._due, strict=True):
            if due == due_before:
                continue
            due_before = due
            needed_at = max(stretch.due_by(moment.at, self._bound), times[0])
            while seen < len(times) and times[seen] <= needed_at:
                newest = numbers[seen]
                seen += 1
            if needed_at <= until and newest < due:
                yield self._wrong("stale", f"view {due} was due for {self._bound:.1f} s and was not there")
                return

    def _wrong(self, kind: str, what: str) -> Violation:
        return Violation(kind, self._witness.room, what)
