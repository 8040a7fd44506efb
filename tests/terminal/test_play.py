"""Catches: a card or a pass told to somebody who may not know it, a game that cannot be played or left.

A scripted person plays in the place of one at a terminal.
"""

import re
from collections.abc import Callable, Iterator
from itertools import repeat
from random import Random

import pytest

from durak import (
    PRESETS,
    Action,
    Card,
    LastDeal,
    Outcome,
    Pass,
    Rules,
    Seat,
    State,
    next_leader,
    outcome,
    parse_position,
    parse_record,
    parse_rules,
    replay,
    verify,
    view_for,
)
from durak.actions import cards_of
from durak.bots import BOTS
from durak.cards import DECKS
from durak.terminal.play import HELP, ME, MOST_BOUTS, Company, Game, Left, next_to_act, play

CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][SHDC](?![0-9A-Za-z])")
CODES = [*PRESETS, "T2V1", "D52T1I1P1U1", "D24T2I2K1", "T2W1R2X1Y1", "M1E1C2", "P1A1V1Y2"]


class Person:
    """Somebody who answers in one way to the lines heard since the last question, and remembers them all."""

    def __init__(self, answer: Callable[[list[str]], str | None]) -> None:
        self._answer = answer
        self._news: list[str] = []
        self.heard: list[str] = []

    def say(self, *lines: str) -> None:
        self._news += lines
        self.heard += lines

    def ask(self, question: str) -> str | None:
        news, self._news = self._news, []
        self.heard.append(question)
        return self._answer([*news, question])

    def heard_once(self, pattern: str) -> list[str]:
        """Return what the pattern finds in the lines, each line once."""
        return [found[0] for line in self.heard if (found := re.search(pattern, line))]


def at_random(seed: int, games: int = 1) -> Callable[[list[str]], str | None]:
    """Answer with the number of any choice, sometimes after asking for help; play so many games."""
    rng, left = Random(seed), iter(["y"] * (games - 1))

    def answer(news: list[str]) -> str | None:
        if news[-1] != "> ":
            return next(left, None)
        if rng.random() < 0.1:
            return "?"
        numbers: list[str] = re.findall(r"(\d+):", "\n".join(news).rpartition("Choices")[2])
        return rng.choice(numbers)

    return answer


def scripted(*answers: str) -> Callable[[list[str]], str | None]:
    """Answer as written down, then no more."""
    left = iter(answers)
    return lambda _: next(left, None)


def company(rules: Rules, seats: int, seed: int = 0) -> Company:
    return Company(
        rules, tuple(BOTS["random" if seat % 2 else "careful"] for seat in range(1, seats)), Random(seed)
    )


def secrets(seed: int) -> Iterator[bytes]:
    rng = Random(seed)
    return (rng.randbytes(32) for _ in repeat(None))


RECORD = r"^\S+ 1 [0-9a-f]{64} .*"
COMMITMENT = "[0-9a-f]{64}$"


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_of_any_rules(code: str, seats: int) -> None:
    person = Person(at_random(seats))
    play(company(parse_rules(code), seats), secrets(seats), person)
    (record,), (promised,) = person.heard_once(RECORD), person.heard_once(COMMITMENT)
    assert verify(record, promised) is not None
    assert (parse_record(record).rules, parse_record(record).seats) == (parse_rules(code), seats)
    assert parse_record(record).secret == next(secrets(seats))


def test_everything_that_rules_can_offer_is_offered() -> None:
    done: set[str] = set()
    for seed in range(30):
        person = Person(at_random(seed))
        play(company(parse_rules("T2V1"), 2), secrets(seed), person)
        done |= {line.split()[1] for line in person.heard if re.match(r"You [a-z]+( |\.$)", line)}
    assert {"attack", "add", "beat", "transfer", "show", "swap", "take.", "pass."} <= done


class Watched(Person):
    """Checks that no line names a card before the person could know of it."""

    game: Game

    def __init__(self, answer: Callable[[list[str]], str | None]) -> None:
        super().__init__(answer)
        self._known: set[str] = set()

    def say(self, *lines: str) -> None:
        state = self.game._state
        self._known |= {card.text for card in before_my_eyes(state, self.game._actions)}
        if outcome(state) is None:
            told = {card for line in lines if line != HELP for card in CARD.findall(line)}
            assert told <= self._known, lines
        super().say(*lines)


def before_my_eyes(state: State, actions: list[Action]) -> set[Card]:
    """Return the cards that the person sees now or that the last action laid open, and the lowest trump.

    For that card a swap is refused whoever holds it.
    """
    view = view_for(state, ME)
    seen = {*view.hand, *view.shown, *(card for cards in view.known for card in cards)}
    seen.add(Card(DECKS[state.rules.deck][0].rank, state.trump))
    seen |= {card for pair in view.table for card in (pair.attack, pair.cover) if card}
    seen |= {card for card in (view.turned_up, view.last_dealt) if card}
    return seen | {card for action in actions[-1:] for card in cards_of(action)}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("seed", range(4))
def test_no_card_is_told_too_early(code: str, seed: int) -> None:
    person = Watched(at_random(seed))
    person.game = Game(company(parse_rules(code), 3), next(secrets(seed)), None, person)
    person.game.run()


@pytest.mark.parametrize("code", CODES)
def test_a_pass_that_is_hidden_leaves_no_trace(code: str) -> None:
    rules = parse_rules(code)
    for seed in range(5):
        person = Person(at_random(seed))
        play(company(rules, 4), secrets(seed), person)
        told = [line for line in person.heard if re.fullmatch(r"Bot \d passes\.", line)]
        record = parse_record(person.heard_once(RECORD)[0])
        steps = zip(replay(record), record.actions, strict=False)
        passes = [(state.priority, action.seat) for state, action in steps if isinstance(action, Pass)]
        assert len(told) == len([seat for priority, seat in passes if seat == priority != ME])
        assert rules.throw_priority == "attacker_first" or not told


def test_whoever_has_nothing_to_add_is_not_asked() -> None:
    person = Person(scripted())
    game = Game(company(Rules(), 2), bytes(32), None, person)
    game._state = parse_position("trump=H stock=9D,KH hands=AC,AD|8S,9S,TC main=0 def=1 table=7S/QS")
    game._do(game._next_action())
    assert "You have nothing to add." in person.heard
    assert game._state.bout == 3


def test_a_first_attacker_passes_himself_since_others_wait_for_it() -> None:
    position = "rules=durak_online trump=H stock=9D,KH hands=AC,AD|8S,9S,TC|QC main=0 def=1 table=7S/QS"
    person = Person(scripted("pass"))
    game = Game(company(parse_rules("durak_online"), 3), bytes(32), None, person)
    game._state = parse_position(position)
    assert game._next_action() == Pass(ME)
    assert person.heard[-1] == "> "


@pytest.mark.parametrize("answers", [(), ("q",), ("Quit",), ("?", "nonsense", "exit")])
def test_leaving_shows_no_record(answers: tuple[str, ...]) -> None:
    person = Person(scripted(*answers))
    play(company(Rules(), 2), secrets(1), person)
    assert "holds its secret" in person.heard[-1]
    assert not person.heard_once(RECORD)
    assert next(secrets(1)).hex() not in "".join(person.heard)


def test_what_is_amiss_is_told_and_asked_again() -> None:
    person = Person(scripted("", "AS", "nonsense", "99", "take"))
    game = Game(company(Rules(), 2), bytes(32), Seat(0), person)
    with pytest.raises(Left):
        game.run()
    asked = [number for number, line in enumerate(person.heard) if line == "> "]
    assert [person.heard[number + 1] for number in asked[:-1]] == [
        HELP,
        "AS is not in the hand.",
        "nonsense is no card. A card is rank and suit, as in 9H or TS.",
        "The choices are 1 to 7.",
        "That is for Bot 1 to do.",
    ]


def test_bots_alone_do_not_go_on_for_ever() -> None:
    person = Person(scripted())
    game = Game(company(Rules(), 3), bytes(32), None, person)
    position = "trump=H hands=-|KC,AC|8H,9S,TS main=1 def=2 bout={} out=0"
    game._state = parse_position(position.format(MOST_BOUTS + 1))
    assert game.run() == Outcome("draw")
    assert any("in circles" in line for line in person.heard)
    game._state = parse_position(position.format(MOST_BOUTS))
    assert game._given_up() is None


@pytest.mark.parametrize("code", ["pagat", "G1", "classic", "deutsch"])
def test_the_last_deal_decides_who_opens_the_next(code: str) -> None:
    person = Person(at_random(7, games=3))
    rules = parse_rules(code)
    play(company(rules, 3), secrets(7), person)
    records = person.heard_once(RECORD)
    assert len(records) == 3
    last: LastDeal | None = None
    for record in records:
        assert parse_record(record).leader == next_leader(last, rules, (0, 1, 2))
        ended = verify(record)
        assert ended is not None
        last = LastDeal(rules, (0, 1, 2), ended)


def test_the_table_is_asked_clockwise_from_the_main_attacker() -> None:
    table = "trump=H stock=9D,KH hands=AC,AD|8S,9S,TC|7C|7D main=3 def=0 table=7S/QS"
    assert next_to_act(parse_position(table)) == 3
    assert next_to_act(parse_position(f"{table} passed=3")) == 1
    assert next_to_act(parse_position(f"{table} passed=1,3")) == 2
