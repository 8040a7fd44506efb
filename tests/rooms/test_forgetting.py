"""Catches a trace of somebody who wanted to be forgotten, and a game that is another one without him."""

from dataclasses import replace

import pytest

from tests.rooms.scene import (
    ANNA,
    BORIS,
    CLARA,
    NOON,
    Alive,
    do,
    joined,
    next_play,
    next_seat,
    played_until,
    playing_room,
    session,
    solo_room,
    waiting_room,
)
from tests.rooms.test_room import ONE_OF_EACH
from tests.rooms.test_service import ROOM, World
from web.rooms.commands import Arrive, Command, Depart, Forget, OpenRoom, Say, Sit, Start
from web.rooms.decide import decide
from web.rooms.decide.forgetting import mask_for
from web.rooms.events import ChairLeft, Departed, PlayerForgotten, PlayerId, RoomOpened, Said, encode_event
from web.rooms.evolve import fold
from web.rooms.game import record_of
from web.rooms.masks import PLAIN_FACE, UNSAID, Mask, masked, masked_id
from web.rooms.ports import Batch, CommandId, Version
from web.rooms.refusals import Refused
from web.rooms.room import Room
from web.rooms.room_view import room_view

NOBODY = PlayerId("nobody-at-all")
MASK = Mask(ANNA, NOBODY, "Guest")
FORGET = Forget(ANNA, NOBODY, "Guest")


def test_no_event_of_any_kind_keeps_who_it_was() -> None:
    for event in ONE_OF_EACH:
        told = masked(event, MASK)
        assert type(told) is type(event)
        assert told.at == event.at
        assert f'"{ANNA}"' not in encode_event(told)
        assert "Anna" not in encode_event(told)


def test_somebody_elses_events_stay_as_they_are() -> None:
    for event in ONE_OF_EACH:
        assert masked(event, Mask(PlayerId("eve"), NOBODY, "Guest")) is event


@pytest.mark.parametrize(
    ("say", "what", "left"), [("text", "my address is …", UNSAID), ("phrase", "hello", "hello")]
)
def test_words_of_his_own_are_unsaid_and_phrases_are_anybodys(say: str, what: str, left: str) -> None:
    said = Said(1.0, ANNA, "Anna", say, what)
    assert masked(said, MASK) == Said(1.0, NOBODY, "Guest", say, left)


def test_ids_of_commands_are_masked_only_where_they_are_his() -> None:
    assert masked_id("anna:c1", MASK) == "nobody-at-all:c1"
    assert masked_id("hanna:c1", MASK) == "hanna:c1"
    assert masked_id("due:room:7", MASK) == "due:room:7"


class Told:
    """A room with its log, from its making on."""

    def __init__(self) -> None:
        self.batches: list[Batch] = []

    @property
    def room(self) -> Room:
        return fold(Room(), self.batches)

    def ask(self, command: Command) -> None:
        events = decide(self.room, command, NOON)
        self.batches.append(Batch(Version(len(self.batches) + 1), events))


def an_evening() -> Told:
    """Anna and Boris talk and play a game to its end, and Clara watches."""
    told = Told()
    told.ask(OpenRoom(ANNA, "Anna", "classic", 3, "careful", None, chat=True, avatar=5))
    told.ask(Arrive(ANNA, session(ANNA)))
    told.ask(Sit(BORIS, "Boris", None, session=session(BORIS)))
    told.ask(Say(ANNA, "text", "Anna has something to say"))
    told.ask(Start(ANNA, bytes(32)))
    while told.room.phase == "playing":
        told.ask(next_play(told.room, next_seat(told.room)))
    return told


def test_a_masked_log_folds_to_the_same_room_but_for_him() -> None:
    told = an_evening()
    before = told.room
    after = fold(
        Room(),
        [
            Batch(batch.version, tuple(masked(event, MASK) for event in batch.events))
            for batch in told.batches
        ],
    )
    assert before.game is not None
    assert after.game is not None
    assert record_of(after.game) == record_of(before.game)
    assert (after.version, after.due_to_all, after.games) == (before.version, before.due_to_all, before.games)
    assert after.people == (NOBODY, BORIS)
    assert after.tally == {NOBODY: before.tally[ANNA], BORIS: before.tally[BORIS]}
    assert after.chairs[0] == replace(before.chairs[0], player=NOBODY, name="Guest", avatar=PLAIN_FACE)
    assert after.chairs[1:] == before.chairs[1:]
    assert after.said[0].what == UNSAID
    for viewer in (BORIS, CLARA, None):
        view = room_view(ROOM, after, viewer, "name", NOON, first=True)
        assert "Anna" not in str(view)
        assert view["game"] is not None
        assert view["game"]["sitters"][0]["name"] == "Guest"


# Leaving


def test_he_gets_up_from_a_running_game_and_a_bot_plays_on() -> None:
    room = playing_room()
    events = decide(room, FORGET, NOON)
    assert [type(event) for event in events[:3]] == [ChairLeft, Departed, PlayerForgotten]
    after = do(room, FORGET)
    assert (after.phase, after.host) == ("playing", BORIS)
    assert after.chairs[0].is_bot
    assert after.session_of(ANNA) is None
    assert ANNA not in after.presence


def test_a_game_without_anybody_else_ends() -> None:
    assert do(solo_room(), FORGET).phase == "waiting"


def test_a_latecomer_waits_no_more_and_a_passer_by_changes_nothing_else() -> None:
    room = joined(playing_room(), CLARA)
    assert room.latecomer(CLARA) is not None
    after = do(room, Forget(CLARA, NOBODY, "Guest"))
    assert after.latecomers == ()
    assert decide(waiting_room(), Forget(CLARA, NOBODY, "Guest"), NOON) == (PlayerForgotten(NOON),)


def test_after_the_end_he_leaves_his_chair_and_the_result_stays() -> None:
    room = played_until(playing_room(), "over")
    after = do(room, FORGET)
    assert after.chairs[0].name is None
    assert after.game is not None
    assert room.game is not None
    assert after.game.outcome == room.game.outcome


def test_two_who_are_forgotten_are_told_apart() -> None:
    room = joined(waiting_room(), CLARA)
    room = do(room, Sit(BORIS, "guest", 1))
    assert mask_for(room, FORGET) == Mask(ANNA, NOBODY, "Guest 2")
    assert mask_for(room, Forget(BORIS, NOBODY, "Guest")).name == "Guest"


# The service


async def a_room(world: World) -> None:
    service = world.worker()
    opening = OpenRoom(ANNA, "Anna", "classic", 3, "careful", None, chat=True)
    await service.execute(ROOM, opening, CommandId("anna:open"))
    await service.execute(ROOM, Arrive(ANNA, session(ANNA)), CommandId("here"))
    await service.execute(ROOM, Sit(BORIS, "Boris", None), CommandId("boris:sit"))
    await service.execute(ROOM, Say(ANNA, "text", "Anna was here"), CommandId("anna:say"))
    await service.execute(ROOM, Start(ANNA, bytes(32)), CommandId("anna:start"))


@pytest.mark.anyio
async def test_every_worker_that_remembers_the_room_reads_it_anew() -> None:
    world = World(workers=Alive())
    await a_room(world)
    service, other, late = world.worker(), world.worker(), world.worker()
    for one in (service, other):
        assert "Anna" in str(await one.newest(ROOM))
    version = await service.execute(ROOM, FORGET, CommandId("forget"))
    for one in (service, other, late):
        room = await one.room(ROOM, at_least=version)
        assert "Anna" not in str(room)
        assert ANNA not in {*room.presence, *room.tally, *room.removed, *room.people, room.host}
        assert (room.phase, room.host, room.version) == ("playing", BORIS, version)
    stored = world.log._rooms[ROOM]
    assert not any(f'"{ANNA}"' in body for bodies in stored.batches for body in bodies)
    assert not any(command_id.startswith(ANNA) for command_id in stored.accepted)
    assert stored.accepted[CommandId(f"{NOBODY}:say")] == 4


@pytest.mark.anyio
async def test_what_he_asks_meanwhile_is_refused() -> None:
    world = World(workers=Alive())
    await a_room(world)
    service = world.worker()
    service.bar(ANNA)
    for command in (Sit(ANNA, "Anna", None), Depart(ANNA, session(ANNA)), Say(ANNA, "phrase", "bye")):
        with pytest.raises(Refused, match="not_a_guest"):
            await service.execute(ROOM, command, CommandId("x"))
    await service.execute(ROOM, FORGET, CommandId("forget"))
    with pytest.raises(Refused, match="not_a_guest"):
        await service.execute(ROOM, Sit(ANNA, "Anna", None), CommandId("y"))
    service.admit(ANNA)
    await service.execute(ROOM, Sit(ANNA, "Anna", None), CommandId("z"))


def test_an_opened_room_forgets_its_maker() -> None:
    opened = RoomOpened(1.0, ANNA, "classic", 3, "careful", False)
    assert masked(opened, MASK) == replace(opened, host=NOBODY)
