"""Catches rules that the engine plays and the wire does not: a code cut short, a pass not told."""

import json
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from durak import Phase, State, encode_action, legal_actions, most_seats, parse_record, parse_rules, replay
from tests.staged import Moment, Wanted, find_moment, stage
from tests.transport.test_play_socket import play_out
from tests.transport.wire import Line, Site
from web.settings import Settings

pytestmark = pytest.mark.anyio
EVERY_OPTION = "D52T2I1W1P1K1M1L8F4S1R1E1X1A1N1G1B1C2U1V1Y1"


def database_of(settings: Settings) -> Path:
    return Path(settings.database_url.removeprefix("sqlite:///"))


def record_in(settings: Settings) -> str:
    with closing(sqlite3.connect(database_of(settings))) as database:
        return str(database.execute("SELECT record FROM games").fetchone()[0])


class Scene:
    """Three people at one table, and one who watches, at a moment that was looked for."""

    def __init__(self, site: Site, settings: Settings, stack: AsyncExitStack) -> None:
        self.site, self.settings, self.stack = site, settings, stack
        self.people: list[Line] = []

    async def open(self, rules: str, wanted: Wanted, seats: int = 3) -> Moment:
        moment = find_moment(rules, seats, wanted)
        guests = [await self.site.guest(name) for name in ("Anna", "Boris", "Clara")[:seats]]
        room = await guests[0].open_room(rules=rules, chairs=seats)
        for guest in guests[1:]:
            async with guest.line(room) as line:
                assert (await line.ask("sit", chair=None))["t"] == "ok"
        await stage(database_of(self.settings), room, moment)
        self.people = [await self.stack.enter_async_context(guest.line(room)) for guest in guests]
        self.watcher = await self.stack.enter_async_context(self.site.line(room))
        for line in self.everybody:
            await all_there(line)
        return moment

    async def play(self, seat: int, action: str) -> list[list[dict[str, Any]]]:
        """Do something that all see, and return what each is told of it."""
        numbers = [line.view["v"] for line in self.everybody]
        assert (await self.people[seat].play(action))["t"] == "ok"
        return [await news(line, v) for line, v in zip(self.everybody, numbers, strict=True)]

    @property
    def everybody(self) -> list[Line]:
        return [*self.people, self.watcher]


@pytest.fixture
def scene(site: Site, settings: Settings, stack: AsyncExitStack) -> Scene:
    return Scene(site, settings, stack)


async def all_there(line: Line) -> None:
    """Wait until the view has nobody away, so that what comes next is not that somebody came."""
    while any(chair["away"] for chair in line.view["room"]["chairs"]):
        await line.until("view")


async def news(line: Line, v: int) -> list[dict[str, Any]]:
    """Return what the view after that number tells."""
    while line.view["v"] == v:
        await line.until("view")
    assert line.view["v"] == v + 1
    happened: list[dict[str, Any]] = line.view["happened"]
    return happened


# A code's whole walk


@pytest.mark.parametrize("rules", ["blitz", "durak_online", "pagat", "D24T2F0V1", EVERY_OPTION])
async def test_a_room_by_any_rules_is_played_from_the_link_to_its_record(
    site: Site, settings: Settings, rules: str
) -> None:
    anna = await site.guest("Anna")
    room = await anna.open_room(rules=rules, chairs=4, play_now=True)
    async with anna.line(room) as line, site.line(room) as watcher:
        assert line.view["room"]["rules"] == line.view["game"]["rules"] == rules
        assert line.view["room"]["most_chairs"] == most_seats(parse_rules(rules))
        await play_out(line)
        while watcher.view["game"]["outcome"] is None:
            await watcher.until("view")
    record = parse_record(record_in(settings))
    assert record.rules == parse_rules(rules)
    assert list(replay(record))[-1].outcome is not None


async def test_rules_are_chosen_by_code_and_a_wrong_one_is_refused_with_what_there_is(site: Site) -> None:
    anna = await site.guest("Anna")
    async with anna.line(await anna.open_room(chairs=5)) as line:
        assert (await line.ask("options", rules="T1"))["t"] == "ok"
        while line.view["room"]["rules"] != "transfer":
            await line.until("view")
        refused = await line.ask("options", rules="T7")
        assert (refused["code"], refused["facts"]["option"]) == ("bad_option", "rules")
        refused = await line.ask("options", rules="D24T2")
        assert refused["code"] == "deck_too_small"
        assert refused["facts"] == {"deck": 24, "seats": 5, "most": 4}
        assert (await line.ask("options", rules="D24T2", chairs=4))["t"] == "ok"
        while line.view["room"]["rules"] != "D24T2":
            await line.until("view")
        assert line.view["room"]["most_chairs"] == len(line.view["room"]["chairs"]) == 4


# Seen cards


@pytest.mark.parametrize("shown", [False, True])
async def test_what_all_have_seen_comes_only_where_the_room_says_so(site: Site, shown: bool) -> None:
    anna = await site.guest("Anna")
    more = {"seen_cards": True} if shown else {}
    room = await anna.open_room(rules="transfer", chairs=4, play_now=True, **more)
    async with anna.line(room) as line, site.line(room) as watcher:
        await play_out(line)
        while watcher.view["game"]["outcome"] is None:
            await watcher.until("view")
        views = [message for one in (line, watcher) for message in one.heard if message["t"] == "view"]
    assert all(("known" in message["game"]) == shown for message in views)
    assert all(message["room"]["seen_cards"] == shown for message in views)
    if shown:
        assert any(any(message["game"]["known"]) for message in views)
        beaten_off = views[-1]["game"]["beaten_off"]
        assert len(beaten_off) == views[-1]["game"]["discard"] > 0
    else:
        assert not any(f'"{key}":' in json.dumps(views) for key in ("known", "beaten_off"))


# The main attacker first


def all_beaten(state: State) -> bool:
    return state.phase is Phase.THROW and len(state.throwers) == 2


def other_thrower(state: State) -> int:
    return next(seat for seat in state.throwers if seat != state.main)


async def test_the_main_attackers_pass_is_told_to_all_and_lets_the_others_add(scene: Scene) -> None:
    state = (await scene.open("durak_online", all_beaten)).state
    other = other_thrower(state)
    for line in scene.everybody:
        assert (line.view["game"]["waiting"], line.view["game"]["priority"]) == ([state.main], state.main)
    assert await scene.play(state.main, f"{state.main}:pass") == [[{"kind": "pass", "seat": state.main}]] * 4
    for line in scene.everybody:
        assert (line.view["game"]["waiting"], line.view["game"]["priority"]) == ([other], None)


async def test_case_79_the_pass_of_another_is_told_to_nobody_and_moves_no_number(scene: Scene) -> None:
    state = (await scene.open("durak_online", all_beaten)).state
    other = other_thrower(state)
    numbers = {line: line.view["v"] for line in scene.everybody}
    mine = scene.people[other]
    assert (await mine.play(f"{other}:pass"))["t"] == "ok"
    assert await news(mine, numbers[mine]) == [{"kind": "pass", "seat": other}]
    for line in scene.everybody:
        if line is not mine:
            await line.say({"t": "ping"})
            assert (await line.hear()) == {"t": "pong", "v": numbers[line]}
    told = await scene.play(state.main, f"{state.main}:pass")
    assert {story[0]["kind"] for story in told} == {"pass"}
    assert all(story[1]["kind"] == "beaten_off" for story in told)


async def test_whoever_does_not_wait_is_refused_with_the_name_to_wait_for(scene: Scene) -> None:
    def could_add(state: State) -> bool:
        return all_beaten(state) and bool(matching(state))

    def matching(state: State) -> list[str]:
        ranks = state.ranks_on_table
        return [card.text for card in state.hands[other_thrower(state)] if card.rank in ranks]

    state = (await scene.open("durak_online", could_add)).state
    other, card = other_thrower(state), matching(state)[0]
    refusal = {"code": "attacker_has_priority", "facts": {"main": state.main}}
    assert scene.people[other].view["game"]["why"][card] == refusal
    refused = await scene.people[other].play(f"{other}:A:{card}")
    assert {key: refused[key] for key in refusal} == refusal


# Swap, and transfer by showing


def may_swap(state: State) -> bool:
    return any(encode_action(action).endswith("swap") for action in legal_actions(state, state.main))


async def test_a_swap_is_seen_by_all(scene: Scene) -> None:
    state = (await scene.open("V1", may_swap)).state
    main, low, high = state.main, f"6{state.trump.value}", str(state.turned_up)
    mine = scene.people[main]
    assert mine.view["game"]["legal"]["swap"] == [f"{main}:swap"]
    story = [{"kind": "swap", "seat": main, "card": low, "turned_up": high}]
    assert await scene.play(main, f"{main}:swap") == [story] * 4
    for line in scene.everybody:
        game = line.view["game"]
        assert (game["turned_up"], game["stock"], game["phase"]) == (low, len(state.stock), "open")
    assert high in mine.view["game"]["hand"]
    assert low not in mine.view["game"]["hand"]
    assert mine.view["game"]["why"]["swap"] == {"code": "card_not_held", "facts": {"card": low}}


async def test_without_the_option_there_is_no_swap(scene: Scene) -> None:
    state = (await scene.open("classic", lambda state: state.bout == 2)).state
    mine = scene.people[state.main]
    assert "swap" not in mine.view["game"]["legal"] | mine.view["game"]["why"]
    assert (await mine.play(f"{state.main}:swap"))["code"] == "swap_off"


def may_show(state: State) -> bool:
    return bool(shown_by(state))


def shown_by(state: State) -> list[str]:
    actions = map(encode_action, legal_actions(state, state.defender))
    return [action for action in actions if ":S:" in action]


async def test_a_shown_trump_stays_in_the_hand_and_moves_the_attack(scene: Scene) -> None:
    state = (await scene.open("T2", may_show)).state
    defender, action = state.defender, shown_by(state)[0]
    target, card = (defender + 1) % 3, action[-2:]
    story = [{"kind": "transfer", "seat": defender, "card": card, "show": True, "to": target}]
    assert await scene.play(defender, action) == [story] * 4
    for line in scene.everybody:
        game = line.view["game"]
        assert (game["main"], game["defender"], game["shown"]) == (defender, target, [card])
        assert len(game["table"]) == len(state.table)
    assert card in scene.people[defender].view["game"]["hand"]
