"""Catches what no example thinks of: rooms in which everybody asks for anything, at any moment.

Whatever happens, cards, chairs and the host's role stay whole, the log reads back as the same room, nobody
ever sees two hands of one game, and a view changes for nobody without the number on the wire saying so.
"""

import json
from collections import defaultdict
from random import Random

import pytest

from durak import parse_rules
from durak.cards import DECKS
from durak.draft import table_cards
from tests.rooms.anything import PLAYERS, anything, moment_after, opening, some_players
from tests.rooms.scene import ANNA, NOON, session
from web.rooms.commands import Arrive, Command, Tick
from web.rooms.deadlines import agenda, next_timed_due
from web.rooms.decide import decide
from web.rooms.events import Event, PlayerId, encode_event, parse_event
from web.rooms.evolve import fold
from web.rooms.ports import Batch, RoomId, Version
from web.rooms.refusals import CODES, Refused
from web.rooms.room import Room
from web.rooms.room_view import room_view

ROOM = RoomId("a-room")
VIEWERS: tuple[PlayerId | None, ...] = (*PLAYERS, None)


class Life:
    """A room and everything that has happened to it."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.players = some_players(self.dice)
        self.now, self.room = NOON, Room()
        self.log: list[list[str]] = []
        self.hands: dict[tuple[str, PlayerId], set[int]] = defaultdict(set)
        self.ask(opening(self.dice))
        self.ask(Arrive(ANNA, session(ANNA)))

    def ask(self, command: Command) -> tuple[Event, ...]:
        events = decide(self.room, command, self.now)
        assert events
        self.log.append([encode_event(event) for event in events])
        self.room = fold(self.room, [Batch(Version(self.room.version + 1), events)])
        return events

    def go_on(self) -> None:
        """Let something be asked, and look at the room before and after it."""
        self.now = moment_after(self.dice, self.room, self.now)
        before, command = self.room, anything(self.dice, self.room, self.now, self.players)
        due = next_timed_due(before)
        try:
            self.ask(command)
        except Refused as refused:
            is_due = due is not None and due.at <= self.now
            code = refused.code
            assert not (isinstance(command, Tick) and is_due), "what is due is done"
            assert code in CODES or before.game is not None
            return
        check_whole(self.room)
        check_told(before, self.room, self.now)
        self.note_hands()

    def note_hands(self) -> None:
        game = self.room.game
        for player in PLAYERS:
            seat = self.room.seat_of(player)
            if game is not None and seat is not None and self.room.phase == "playing":
                self.hands[game.started.secret, player].add(seat)
                assert self.hands[game.started.secret, player] == {seat}, "he knows two hands"


def check_whole(room: Room) -> None:
    people, late = room.people, [one.player for one in room.latecomers]
    assert len(room.chairs) == room.options.chairs
    assert len({*people, *late}) == len(people) + len(late), "somebody is there twice"
    assert room.host in people or (room.host is None and not people)
    assert people or room.phase != "playing", "bots play for nobody"
    names = [chair.name.casefold() for chair in room.chairs if chair.name]
    assert len(set(names)) == len(names)
    claims = [one.chair for one in room.latecomers if one.chair is not None]
    assert len(set(claims)) == len(claims)
    if room.game is not None:
        state = room.game.state
        cards = [*table_cards(state.table), *state.stock, *(card for hand in state.hands for card in hand)]
        assert len(set(cards)) == len(cards)
        assert set(cards) <= set(DECKS[parse_rules(room.game.started.rules).deck])
        assert len(room.game.actions) == len(room.game.movers) == state.ply
    if room.phase == "playing":
        for seat, chair in enumerate(room.chairs):
            assert room.game is not None
            assert room.game.sitters[seat].player == chair.player
    assert agenda(room, 1.0).first is None or room.is_active


def check_told(before: Room, after: Room, now: float) -> None:
    for viewer in VIEWERS:
        views = [json.dumps(room_view(ROOM, room, viewer, None, now)) for room in (before, after)]
        assert after.views_due(viewer) >= before.views_due(viewer)
        if after.views_due(viewer) == before.views_due(viewer):
            assert views[0] == views[1], "a view has changed, and nobody was told"


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_asked_the_room_stays_whole(seed: int) -> None:
    life = Life(seed)
    for _ in range(300):
        life.go_on()
    batches = [Batch(Version(n), tuple(map(parse_event, texts))) for n, texts in enumerate(life.log, 1)]
    assert fold(Room(), batches) == life.room
